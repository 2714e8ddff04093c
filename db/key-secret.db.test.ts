import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KeyHashes, plainKeyHash } from "#lib/key-hash.ts";
import { addKeySecret, type KeySecretPlace } from "#lib/key-secret.ts";
import { adoptKeySecret, findAdoptedHashes } from "./key-secret.ts";
import { findServiceState } from "./queries/service-states.ts";
import { someTable } from "./testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const [FIRST, SECOND] = ["the-first-secret-of-this-test-long-enough", "the-second-secret-of-this-test-long-enough"] as const;
const GUESSES = Array.from({ length: 25 }, (_, at) => `person${at}@example.org`);
const PLAIN = GUESSES.map((guess) => plainKeyHash([guess]));

let database: TestDatabase;
let dataDir = "";
beforeEach(async () => {
  [database, dataDir] = [await createTestDatabase(), await mkdtemp(join(tmpdir(), "bergwatch-adopting-"))];
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

const given = (...secrets: string[]): KeySecretPlace => ({ from: "environment", text: secrets.join("\n") });
const adopt = async (place: KeySecretPlace) => await adoptKeySecret({ database, place, dataDir, say: () => {} });

/** The whole database as text. */
async function dump(): Promise<string> {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select format('%I', table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found = [];
  for (const { name } of rows) found.push(JSON.stringify((await database.db.execute(sql.raw(`select to_jsonb(t) from ${name} t`))).rows));
  return found.join("\n");
}

/** As an earlier version left it: plain hashes in samples and requests, links to them in what people wrote and in a frozen review, an export. */
async function storePlain(): Promise<void> {
  const { db } = database;
  const { tableId, tableKeyId, keyVersionId } = await someTable(db, { masked: ["id"] });
  for (const table of ["samples", "key_requests"])
    await db.execute(sql.raw(`alter table ${table} drop constraint ${table}_key_hash_sealed`));
  for (const [at, hash] of PLAIN.entries()) {
    await db.execute(sql`insert into samples (key_version_id, snapshot_id, rank, key_hash, key, row_count, partitions, key_bytes_hex, rows, expires_at)
      values (${keyVersionId}, 1, ${at + 1}, ${hash}, array['masked'], 2, array[]::text[], array[]::text[], '[]', now() + interval '1 day')`);
  }
  await db.execute(sql`insert into key_requests (kind, table_id, table_key_id, state, key_hash, finished_at)
    select 'look_up', ${tableId}, ${tableKeyId}, 'succeeded', hash, now() from unnest(${sql.param(PLAIN)}::text[]) hash`);
  await db.execute(sql`insert into key_requests (kind, table_id, table_key_id, state, format, file_name, file_bytes, finished_at)
    values ('export', ${tableId}, ${tableKeyId}, 'succeeded', 'csv', 'old.csv', 1, now())`);
  const link = (at: number) => `https://bergwatch.example.org/tables/${tableId}/keys/${PLAIN[at] ?? ""}?key=id`;
  await db.execute(
    sql`insert into notes (table_id, at, author, text) values (${tableId}, now(), 'Ada', ${`see ${link(0)} and ${link(1)}`})`,
  );
  const frozen = JSON.stringify({ actions: [{ text: link(2) }], examples: [{ keyHash: PLAIN[3] }] });
  await db.execute(sql`insert into reviews (week, closed_at, closed_by, frozen) values ('2026-W01', now(), 'Ada', ${frozen}::jsonb)`);
  // The constraints come back with the migration that an upgrade applies.
  for (const table of ["samples", "key_requests"]) {
    await db.execute(
      sql.raw(`alter table ${table} add constraint ${table}_key_hash_sealed check (key_hash !~ '^[0-9a-f]{64}$') not valid`),
    );
  }
}

test("after an upgrade none of the hashes that can be computed from a list of guesses is left in the database", async () => {
  await storePlain();
  for (const hash of PLAIN.slice(0, 4)) expect(await dump()).toContain(hash);
  const hashes = await adopt(given(FIRST));
  const after = await dump();
  for (const hash of PLAIN) expect(after).not.toContain(hash);
  for (const guess of GUESSES.slice(0, 4)) expect(after).toContain(hashes.of([guess]));
  expect(after).not.toContain(FIRST);
  const { rows } = await database.db.execute<{ hashes: number }>(sql`select count(distinct key_hash)::int as hashes from samples`);
  expect(rows).toEqual([{ hashes: GUESSES.length }]);
  const { rows: exports } = await database.db.execute(sql`select state, file_name, error_message from key_requests where kind = 'export'`);
  expect(exports).toEqual([{ state: "failed", file_name: null, error_message: expect.stringContaining("Export the keys again") }]);
});

test("from then on the database takes no plain hash", async () => {
  await storePlain();
  await adopt(given(FIRST));
  for (const table of ["samples", "key_requests"])
    await expect(database.db.execute(sql.raw(`update ${table} set key_hash = '${PLAIN[0] ?? ""}'`))).rejects.toThrow(`update ${table}`);
});

test("a rotation replaces stored hashes, and each key keeps its own", async () => {
  await storePlain();
  const before = await adopt(given(FIRST));
  const after = await adopt(given(FIRST, SECOND));
  const text = await dump();
  for (const guess of GUESSES) {
    expect(text).not.toContain(before.of([guess]));
    expect(text).toContain(after.of([guess]));
  }
});

test("an old link that a person pastes later is replaced at the next start", async () => {
  const hashes = await adopt(given(FIRST));
  const { tableId } = await someTable(database.db);
  const text = `see /tables/${tableId}/keys/${PLAIN[0] ?? ""}`;
  await database.db.execute(sql`insert into notes (table_id, at, author, text) values (${tableId}, now(), 'Ada', ${text})`);
  await adopt(given(FIRST));
  const after = await dump();
  expect(after).not.toContain(PLAIN[0]);
  expect(after).toContain(hashes.of([GUESSES[0] ?? ""]));
});

test("one that died in the middle is continued", async () => {
  await storePlain();
  const hashes = new KeyHashes([FIRST]);
  const told = { level: 1, fingerprint: hashes.fingerprint(), sealed: false };
  await database.db.execute(sql`insert into service_states (name, value) values ('key_secret', ${JSON.stringify(told)}::jsonb)`);
  await database.db.execute(sql`update samples set key_hash = ${hashes.of([GUESSES[0] ?? ""])} where rank = 1`);
  await adopt(given(FIRST));
  const after = await dump();
  for (const guess of GUESSES) expect(after).toContain(hashes.of([guess]));
  expect(await findServiceState(database.db, "key_secret")).toEqual({ ...told, sealed: true });
});

test("a process with another secret, with fewer of them or with none refuses to start and changes nothing", async () => {
  const path = join(dataDir, "secrets/key-hashes");
  await storePlain();
  await adopt(given(FIRST, SECOND));
  const before = await dump();
  await expect(adopt(given(SECOND))).rejects.toMatchObject({ code: "usage" });
  await expect(adopt(given(SECOND, FIRST))).rejects.toThrow("The variable BERGWATCH_KEY_SECRET has another secret than the one");
  await expect(adopt(given(FIRST))).rejects.toThrow("has 1 of the 2 secrets");
  await expect(adopt({ from: "data folder", path })).rejects.toThrow(`the file ${path} does not exist`);
  expect(await dump()).toBe(before);
  expect(await readdir(dataDir)).toEqual([]);
  const stored = await findServiceState(database.db, "key_secret");
  expect(stored && (await findAdoptedHashes(stored, given(SECOND, FIRST)))).toBeNull();
  expect(stored && (await findAdoptedHashes(stored, given(FIRST, SECOND)))).not.toBeNull();
});

test("several first processes on one data folder agree on one secret; a rotation of it is taken at the next start", async () => {
  const place: KeySecretPlace = { from: "data folder", path: join(dataDir, "secrets/key-hashes") };
  const all = await Promise.all([adopt(place), adopt(place), adopt(place)]);
  expect(new Set(all.map((hashes) => hashes.fingerprint())).size).toBe(1);
  await addKeySecret(place.path);
  expect((await adopt(place)).level).toBe(2);
  await writeFile(place.path, (await readFile(place.path, "utf8")).split("\n")[1] ?? "");
  await expect(adopt(place)).rejects.toMatchObject({ code: "usage" });
});
