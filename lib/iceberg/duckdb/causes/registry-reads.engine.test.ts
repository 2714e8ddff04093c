import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { hexOfText } from "#lib/causes/key-bytes/hex.ts";
import { openDatabase, type Database } from "#lib/iceberg/duckdb/database.ts";
import { readByRegistry, REGISTRY_READS } from "#lib/iceberg/duckdb/causes/registry-reads.ts";
import { keyReadsSql } from "#lib/iceberg/duckdb/causes/key-reads.ts";
import { RegistryDouble } from "#lib/testing/registry-double.ts";
import { env } from "#lib/env.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SCHEMA = JSON.stringify({
  type: "record",
  name: "Key",
  fields: [
    { name: "region", type: { type: "enum", name: "Region", symbols: ["US", "EU"] } },
    { name: "id", type: "string" },
  ],
});
const KEY = [
  { sql: "__k0", type: "string" as const },
  { sql: "__k1", type: "string" as const },
];

let double: RegistryDouble;
let spillDirectory: string;
beforeAll(async () => {
  double = await RegistryDouble.start();
  double.answers.set("/schemas/ids/41", { json: { schema: SCHEMA } });
  spillDirectory = mkdtempSync(join(tmpdir(), "bergwatch registry "));
});
afterAll(async () => {
  await double.close();
  rmSync(spillDirectory, { recursive: true });
});

async function withDatabase<T>(url: string | null, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({
    extensionDirectory: env().extensionDir,
    spillDirectory,
    limits: { memoryBytesMax: 1024 ** 3, spillBytesMax: 1024 ** 3, durationMsMax: 60_000, threads: 2 },
    registry: url === null ? null : { name: "shop", kind: "confluent", url, authorization: null, fault: null },
  });
  try {
    const bytes = (enumIndex: string, id: string) => `from_hex('0000000029${enumIndex}06${hexOfText(id)}')`;
    const rows = [
      `(1, 'EU', 'a-1', ${bytes("02", "a-1")})`,
      `(1, 'EU', 'a-1', encode('EU:a-1'))`,
      `(2, 'EU', 'a-2', ${bytes("00", "a-2")})`,
      `(3, 'EU', 'a-3', NULL)`,
    ];
    await database.run(`CREATE TABLE rows_of AS SELECT id::UHUGEINT AS id, __k0, __k1, key_bytes, ${keyReadsSql(KEY, "key_bytes")} AS reads
      FROM (VALUES ${rows.join(", ")}) v(id, __k0, __k1, key_bytes)`);
    return await use(database);
  } finally {
    database.close();
  }
}

const joined = z.object({ id: z.string(), reads: z.boolean().nullable() });
const READ = `SELECT CAST(o.id AS VARCHAR) AS id, coalesce(o.reads, r.reads) AS reads FROM rows_of o
  LEFT JOIN ${REGISTRY_READS} r ON r.id = o.id AND r.kb = hash(o.key_bytes) ORDER BY o.id, o.key_bytes`;

test("what no shape told is told by the registry, row by row", async () => {
  const { notes, read } = await withDatabase(double.url, async (database) => {
    const said = await readByRegistry(database, KEY, "rows_of");
    return { notes: said, read: await database.rows(READ, joined) };
  });
  expect(notes).toEqual([]);
  expect(read.map(({ reads }) => reads)).toEqual([true, true, false, null]);
});

test("without a registry, or with one that is down, the rest is read all the same", async () => {
  for (const [url, note] of [
    [null, []],
    ["http://127.0.0.1:1", [expect.stringMatching(/cannot be reached/)]],
  ] as const) {
    const { notes, read } = await withDatabase(url, async (database) => {
      const said = await readByRegistry(database, KEY, "rows_of");
      return { notes: said, read: await database.rows(READ, joined) };
    });
    expect(notes).toEqual(note);
    expect(read.map(({ reads }) => reads)).toEqual([null, true, null, null]);
  }
});
