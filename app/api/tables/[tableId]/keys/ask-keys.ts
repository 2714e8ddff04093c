import { queue } from "#app/_http/queue.ts";
import type { Db } from "#db/client.ts";
import { listBisections, listKeyExports, type KeyRequestRow } from "#db/queries/key-requests.ts";
import { getTable, type TableKeyRow, type TableWithKeys } from "#db/queries/tables.ts";
import { requestKeys } from "#db/request-keys.ts";
import type { BisectBody, ExportBody, LookUpBody } from "#lib/contracts/key-requests.ts";
import { AppError } from "#lib/errors.ts";

/** Asks the workers for one key. Throws AppError unknown_table, unknown_key, usage. */
export async function askLookUp(db: Db, { tableId, key: name, snapshot, values }: LookUpBody): Promise<KeyRequestRow> {
  const { table, key } = await findKey(db, tableId, name);
  checkValues(key, values);
  return await requestKeys(db, await queue(), { ...wishOf(table, key, snapshot), asks: { keyValues: values } });
}

/**
 * Asks the workers for a file of all duplicated keys; joins one that is still under way for the same. Throws AppError unknown_table,
 * unknown_key.
 */
export async function askExport(db: Db, { tableId, key: name, snapshot, format }: ExportBody): Promise<KeyRequestRow> {
  const { table, key } = await findKey(db, tableId, name);
  const wish = wishOf(table, key, snapshot);
  const underWay = (await listKeyExports(db, key.id)).find(
    (one) => one.finishedAt === null && one.format === format && one.askedSnapshotId === wish.askedSnapshotId,
  );
  return underWay ?? (await requestKeys(db, await queue(), { ...wish, asks: { format } }));
}

/**
 * Asks the workers since when a metric or one key is bad; joins one that is still under way for the same metric. Throws AppError unknown_table,
 * unknown_key, usage.
 */
export async function askBisection(db: Db, { tableId, key: name, snapshot, metric, values, limit }: BisectBody): Promise<KeyRequestRow> {
  const { table, key } = await findKey(db, tableId, name);
  const wish = wishOf(table, key, snapshot);
  if (metric === undefined) {
    const keyValues = values ?? [];
    checkValues(key, keyValues);
    return await requestKeys(db, await queue(), { ...wish, asks: { metric: null, keyValues, badAbove: limit ?? 1 } });
  }
  const badAbove = limit ?? 0;
  const underWay = (await listBisections(db, { tableKeyId: key.id, metric })).find(
    (one) => one.finishedAt === null && one.badAbove === badAbove && one.askedSnapshotId === wish.askedSnapshotId,
  );
  return underWay ?? (await requestKeys(db, await queue(), { ...wish, asks: { metric, badAbove } }));
}

/** A key by its name in a table, whatever the case; the first without a name. Throws AppError unknown_table, unknown_key. */
export async function findKey(db: Db, tableId: string, name?: string): Promise<{ table: TableWithKeys; key: TableKeyRow }> {
  const table = await getTable(db, tableId);
  if (table.archivedAt !== null)
    throw new AppError("unknown_table", `${table.name} is no longer watched: it was removed from the configuration.`);
  const key = name === undefined ? table.keys[0] : table.keys.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (key) return { table, key };
  throw new AppError(
    "unknown_key",
    `The table ${table.name} has no such key. Its keys: ${table.keys.map((one) => `"${one.name}"`).join(", ")}.`,
  );
}

function checkValues({ name, columns }: TableKeyRow, values: readonly string[]): void {
  if (values.length !== columns.length)
    throw new AppError("usage", `The key ${name} has ${columns.length} columns (${columns.join(", ")}); a value for each is needed.`);
}

function wishOf(table: TableWithKeys, key: TableKeyRow, snapshot: string | undefined) {
  return { tableId: table.id, tableKeyId: key.id, keyVersionId: key.currentVersionId, askedSnapshotId: snapshot ?? null };
}
