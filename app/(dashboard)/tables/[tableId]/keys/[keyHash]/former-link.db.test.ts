import { afterAll, beforeAll, expect, test } from "vitest";
import { adoptKeySecret } from "#db/key-secret.ts";
import { recordTableSchema } from "#db/queries/table-schemas.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { someTable } from "#db/testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { KeyHashes, plainKeyHash } from "#lib/key-hash.ts";
import { readKeysParams } from "../search-params.ts";
import { readFormerLink } from "./former-link.ts";

const SECRETS = ["the-first-secret-of-this-test-long-enough", "the-second-secret-of-this-test-long-enough"];
const HASHES = new KeyHashes(SECRETS);
const [KEPT, GONE] = [["A-1"], ["A-2"]];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await adopt(SECRETS.join(" "));
});
afterAll(async () => await database.drop());

const adopt = async (text: string) =>
  await adoptKeySecret({ database, place: { from: "environment", text }, dataDir: "/no/such/folder", say: () => {} });

/** A table that keeps the key KEPT. */
async function addTable(masked: string[]): Promise<TableWithKeys> {
  const { db } = database;
  const { tableId, keyVersionId } = await someTable(db, { masked });
  await recordTableSchema(db, { tableId, schemaId: 0, columns: [{ name: "id", type: "string", fieldId: 1, required: true }] });
  const key = masked.includes("id") ? "masked" : "A-1";
  const rows = JSON.stringify([
    {
      values: { id: key },
      topic: null,
      partition: null,
      offset: null,
      keyBytesHex: null,
      file: null,
      position: null,
      sequenceNumber: null,
    },
  ]);
  await db.execute(`insert into samples (key_version_id, snapshot_id, rank, key_hash, key, row_count, partitions, key_bytes_hex, rows, expires_at)
    values (${keyVersionId}, 1, 1, '${HASHES.of(KEPT)}', array['${key}'], 2, '{}', '{}', '${rows}', now() + interval '1 day')`);
  return await getTable(db, tableId);
}

const follow = async (table: TableWithKeys, keyHash: string, secrets = SECRETS.join(" ")) =>
  await readFormerLink(database.db, { table, keyHash, params: readKeysParams({}), place: { from: "environment", text: secrets } });

test("a link of an earlier version, or from before a rotation, leads to its key where no column is masked", async () => {
  const table = await addTable([]);
  const once = new KeyHashes(SECRETS.slice(0, 1));
  for (const hash of [plainKeyHash(KEPT), once.of(KEPT)]) expect(await follow(table, hash)).toEqual({ present: HASHES.of(KEPT) });
  for (const hash of [plainKeyHash(GONE), once.of(GONE)]) expect(await follow(table, hash)).toEqual({ present: null });
});

test("where the key is masked, or the masked column is not known, it says the same whether or not there is the key", async () => {
  for (const masked of [["id"], ["no_such_column"]]) {
    const table = await addTable(masked);
    for (const key of [KEPT, GONE]) expect(await follow(table, plainKeyHash(key))).toEqual({ present: null });
  }
});

test("a present link is no former one", async () => {
  expect(await follow(await addTable([]), HASHES.of(KEPT))).toBeNull();
});

test("a process without the database's secret follows no former link", async () => {
  const table = await addTable([]);
  for (const secrets of [SECRETS.toReversed().join(" "), SECRETS[0], "short"])
    expect(await follow(table, plainKeyHash(KEPT), secrets)).toEqual({ present: null });
});
