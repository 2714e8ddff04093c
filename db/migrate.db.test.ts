import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { vouchForSealedKeys } from "./queries/seal-keys.ts";
import { migrateDatabase } from "./migrate.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const MIGRATIONS = join(import.meta.dirname, "migrations");
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
});
afterAll(async () => await database.drop());

test("from empty it applies every migration, in order, and a second time none", async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).map((name) => name.replace(".sql", ""));
  expect(await migrateDatabase(database)).toEqual(files.toSorted());
  expect(await migrateDatabase(database)).toEqual([]);
});

test("of several at once one applies everything and the others nothing", async () => {
  const fresh = await createTestDatabase({ empty: true });
  try {
    const applied = await Promise.all(Array.from({ length: 5 }, async () => await migrateDatabase(fresh)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  } finally {
    await fresh.drop();
  }
});

test("a database of a newer Bergwatch is refused in a sentence, and left as it is", async () => {
  const newer = await createTestDatabase();
  try {
    await newer.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`);
    await expect(migrateDatabase(newer)).rejects.toMatchObject({
      code: "store_unsupported",
      message: expect.stringMatching(/^The database at 127\.0\.0\.1:\d+\/test_\w+ was last used by a newer Bergwatch; start that version/),
    });
  } finally {
    await newer.drop();
  }
});

describe("the migrations and the schema files", () => {
  test("agree by drizzle-kit's own snapshot: there is nothing left to generate", async () => {
    const names = (await readdir(join(MIGRATIONS, "meta"))).filter((name) => name.endsWith("_snapshot.json")).toSorted();
    const latest = JSON.parse(await readFile(join(MIGRATIONS, "meta", names.at(-1) ?? ""), "utf8"));
    expect(await generateMigration(latest, generateDrizzleJson(await readSchema()))).toEqual([]);
  });

  // drizzle-kit's own `push` drops the parameters of its questions, so the schema is written out whole and the two databases are compared.
  test("agree by what Postgres has made of each", async () => {
    await migrateDatabase(database);
    const written = await createTestDatabase({ empty: true });
    try {
      const empty = generateDrizzleJson({});
      for (const statement of await generateMigration(empty, generateDrizzleJson(await readSchema()))) {
        await written.db.execute(sql.raw(statement));
      }
      const columns = await describeDatabase(written);
      expect(columns.length).toBeGreaterThan(150);
      // These constraints hold for all rows once the first worker has started.
      await vouchForSealedKeys(database.db);
      expect(await describeDatabase(database)).toEqual(columns);
    } finally {
      await written.drop();
    }
  });

  test("have names that say what they do", async () => {
    const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql"));
    for (const file of files) expect(file).toMatch(/^\d{4}_[a-z]+(?:_[a-z]+)+\.sql$/);
  });
});

/** Every export of every schema file, as drizzle-kit collects them. */
async function readSchema(): Promise<Record<string, unknown>> {
  const files = await readdir(join(import.meta.dirname, "schema"));
  const modules = await Promise.all(
    files.map(async (file) => (await import(`./schema/${file.replace(".ts", "")}.ts`)) as Record<string, unknown>),
  );
  return Object.assign({}, ...modules) as Record<string, unknown>;
}

/** Every column, constraint and index of the public schema, a line each. */
async function describeDatabase({ db }: TestDatabase): Promise<unknown[]> {
  const { rows } = await db.execute(sql`
    select format('%s.%s %s default %s identity %s', table_name, column_name, data_type || udt_name, column_default, is_identity)
      || case is_nullable when 'NO' then ' not null' else '' end as line
    from information_schema.columns where table_schema = 'public'
    union all
    select format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    order by line`);
  return rows;
}
