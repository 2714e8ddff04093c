import { readKeySince, type SinceView } from "../../../_since/read-since.ts";
import type { Db } from "#db/client.ts";
import { findCauseFacts } from "#db/queries/cause-facts.ts";
import type { KeyRequestRow } from "#db/queries/key-requests.ts";
import { findNeighbours, findSample, type NeighbourKey, type SampleRecord } from "#db/queries/samples.ts";
import { findSnapshots, type SnapshotRow } from "#db/queries/snapshots.ts";
import { findLatestColumns, findSnapshotColumns } from "#db/queries/table-schemas.ts";
import { readTableWriter } from "#db/queries/table-writers.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { isStorable } from "#lib/contracts/storable-text.ts";
import type { SampledKey, TableColumn, Trust } from "#lib/iceberg/contract.ts";
import type { DriftFacts } from "#lib/iceberg/contract-causes.ts";
import type { TableWriter } from "#lib/layouts/table-writer.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import { isMasked, maskSamples } from "#lib/masking.ts";
import { namedCommits } from "../../_why/written.ts";
import { orderSample } from "./_components/comparison.ts";
import { chooseKey, findRequest } from "../read-keys.ts";
import type { KeysParams } from "../search-params.ts";

/** One key's rows, from where they were stored, masked as the table says now. */
export interface ShownKey {
  key: TableKeyRow;
  sample: SampledKey;
  /** `sample`: kept with a run; `look-up`: asked for by a person, until `expiresAt`. */
  from: "sample" | "look-up";
  snapshotId: string | null;
  snapshot: SnapshotRow | null;
  committedAt: Date | null;
  expiresAt: Date | null;
  /** Of a look-up. */
  trust: Trust | null;
  columns: TableColumn[] | null;
  /** In the same sample; null of a look-up, and at the ends. */
  previous: NeighbourKey | null;
  next: NeighbourKey | null;
  /** Of all keys of the snapshot: which partitioners explain its topics; null: not known. */
  drift: DriftFacts | null;
  /** Since when it has several rows, as far as somebody asked; null: it has one. */
  since: SinceView | null;
  /** Who owns the table: what advice depends on. */
  writer: TableWriter;
  /** Snapshots that may have written the rows, by their ids and sequence numbers. */
  writtenBy: SnapshotRow[];
}

/** `missed`: what the address asked for beyond the key and is not there, as a sentence. */
export interface KeyData {
  shown: ShownKey | null;
  missed: string | null;
  /** Masked columns that the rows do not have: then nothing is shown. */
  unknownMasked: string[];
}

/** Where a key is stored: as its look-up found it, or in the sample of a run. */
type Found = Pick<ShownKey, "key" | "sample" | "from" | "snapshotId" | "committedAt" | "expiresAt" | "trust"> & {
  keyVersionId: number | null;
  columns: TableColumn[] | null;
  record: SampleRecord | null;
};

/**
 * One key by its hash: as the asked look-up found it, else from the sample of the asked snapshot, else from the sample stored last. Without
 * a key's name all keys of the table are searched.
 */
export async function readKey(
  db: Db,
  { table, keyHash, params }: { table: TableWithKeys; keyHash: string; params: KeysParams },
): Promise<KeyData> {
  if (!isStorable(keyHash)) return { shown: null, missed: null, unknownMasked: [] };
  const named = params.key === undefined ? null : chooseKey(table, params.key);
  const keys = named === null ? table.keys : [named];
  const lookedUp = params.request === undefined ? null : await findLookedUp(db, { table, keys, keyHash, requestId: params.request });
  const asked = params.snapshot?.possible === true ? params.snapshot.id : undefined;
  const found =
    lookedUp ??
    (asked === undefined ? null : await findStored(db, keys, keyHash, asked)) ??
    (await findStored(db, keys, keyHash, undefined));
  const missed = sayMissed({ params, named: named !== null, found });
  if (found === null) return { shown: null, missed, unknownMasked: [] };
  const { definition } = table;
  const { samples, unknown } = maskSamples([found.sample], definition.masked, {
    ...definition.columns,
    key: found.key.columns,
  });
  const [sample] = samples;
  if (sample === undefined) return { shown: null, missed, unknownMasked: unknown };
  return {
    shown: await complete(db, { table, keyHash, cause: params.cause }, { ...found, sample: orderSample(sample, definition.columns) }),
    missed,
    unknownMasked: [],
  };
}

function sayMissed({ params, named, found }: { params: KeysParams; named: boolean; found: Found | null }): string | null {
  if (params.key !== undefined && !named) return `The table has no key ${params.key}; all of its keys were searched.`;
  if (params.request !== undefined && found?.from !== "look-up") {
    return "The look-up has expired: results are kept for a day.";
  }
  if (params.snapshot !== undefined && found !== null && found.from === "sample" && found.snapshotId !== params.snapshot.id) {
    return `This key was not kept with snapshot ${params.snapshot.id}; these rows are of the last with which it was.`;
  }
  return null;
}

async function findLookedUp(
  db: Db,
  { table, keys, keyHash, requestId }: { table: TableWithKeys; keys: readonly TableKeyRow[]; keyHash: string; requestId: string },
): Promise<Found | null> {
  const request: KeyRequestRow | null = await findRequest(db, requestId);
  const key = keys.find(({ id }) => id === request?.tableKeyId);
  if (request === null || key === undefined || request.tableId !== table.id || request.result === null) return null;
  if (request.keyHash !== keyHash) return null;
  const { result: sample, keyVersionId, snapshotId, snapshotCommittedAt: committedAt, expiresAt, trust, columns } = request;
  return { key, keyVersionId, sample, from: "look-up", snapshotId, committedAt, expiresAt, trust, columns, record: null };
}

async function findStored(db: Db, keys: readonly TableKeyRow[], keyHash: string, snapshotId: string | undefined): Promise<Found | null> {
  for (const key of keys) {
    const record = await findSample(db, { tableKeyId: key.id, keyHash, snapshotId });
    if (record === null) continue;
    const { expiresAt } = record;
    return {
      key,
      keyVersionId: record.keyVersionId,
      sample: record,
      from: "sample",
      snapshotId: record.snapshotId,
      committedAt: null,
      expiresAt,
      trust: null,
      columns: null,
      record,
    };
  }
  return null;
}

async function complete(
  db: Db,
  { table, keyHash, cause }: { table: TableWithKeys; keyHash: string; cause: KeysParams["cause"] },
  { record, keyVersionId, ...found }: Found,
): Promise<ShownKey> {
  const { key, snapshotId, sample } = found;
  const { ids, sequenceNumbers } = namedCommits(sample.rows);
  const values = sample.key.some(isMasked) ? null : sample.key;
  const [writer, near, known, stored, causes, since] = await Promise.all([
    readTableWriter(db, table),
    record === null ? { previous: null, next: null } : findNeighbours(db, { ...record, cause }),
    findSnapshots(db, table.id, { ids: snapshotId === null ? ids : [...ids, snapshotId], sequenceNumbers }),
    snapshotId === null ? null : findSnapshotColumns(db, { tableId: table.id, snapshotId }),
    snapshotId === null || keyVersionId === null ? null : findCauseFacts(db, { keyVersionId, snapshotId }),
    sample.rowCount < 2 ? null : readKeySince(db, { tableId: table.id, key, keyHash, values }),
  ]);
  const snapshot = known.find((one) => one.snapshotId === snapshotId) ?? null;
  return {
    ...found,
    snapshot,
    committedAt: found.committedAt ?? snapshot?.committedAt ?? null,
    columns: found.columns ?? stored ?? (await findLatestColumns(db, table.id)),
    ...near,
    drift: causes?.causes == null ? null : maskCauses(causes.causes, table.definition.masked, table.definition.columns).drift,
    since,
    writer,
    writtenBy: known,
  };
}
