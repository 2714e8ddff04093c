import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { Client } from "pg";
import { openDatabase, type Database, type DatabaseOptions } from "../client.ts";

export interface TestDatabase extends Database {
  /** Closes it and deletes it. */
  drop: () => Promise<void>;
}

/** A database of its own, as the migrations leave it; `empty`: as Postgres leaves it. */
export async function createTestDatabase(options: Partial<DatabaseOptions> & { empty?: boolean } = {}): Promise<TestDatabase> {
  const { empty = false, ...rest } = options;
  const template = inject("templateUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(template, `create database ${name} template ${empty ? "template0" : new URL(template).pathname.slice(1)}`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const database = openDatabase({ url: url.href, connectionsMax: 5, ...rest });
  return {
    ...database,
    drop: async () => {
      await database.close();
      await onServer(template, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(template: string, statement: string): Promise<void> {
  const url = new URL(template);
  url.pathname = "/postgres";
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
