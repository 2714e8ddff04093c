import { viewKeyRequest } from "#app/api/key-requests/view-key-request.ts";
import type { Db } from "#db/client.ts";
import { findCauseFacts } from "#db/queries/cause-facts.ts";
import type { StoredFacts } from "#db/queries/facts.ts";
import { getKeyRequest, type KeyRequestRow } from "#db/queries/key-requests.ts";
import { countSampledCauses, countSampledRows, findSampleOf, listSamples, type SampleOf, type SampleRecord } from "#db/queries/samples.ts";
import { findFactsOfKey } from "#db/queries/samples-facts.ts";
import { findSnapshots, type SnapshotRow } from "#db/queries/snapshots.ts";
import { findLatestColumns, findSnapshotColumns } from "#db/queries/table-schemas.ts";
import { readTableWriter } from "#db/queries/table-writers.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import type { KeyRequestView } from "#lib/contracts/key-requests.ts";
import { AppError } from "#lib/errors.ts";
import type { TableColumn } from "#lib/iceberg/contract.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { TableWriter } from "#lib/layouts/table-writer.ts";
import { maskCauses } from "#lib/mask-causes.ts";
import { hiddenKeyColumns, maskSamples, unknownMasked } from "#lib/masking.ts";
import type { CauseName } from "#lib/names.ts";
import { standingOf, type WhyStanding } from "../_why/standing.ts";
import { namedCommits } from "../_why/written.ts";
import { narrowKeys, type NarrowOptions } from "./narrow-keys.ts";
import type { KeysParams } from "./search-params.ts";

export const PAGE_KEYS = 25;

/** A larger sample is listed as it was kept. */
const NARROWED_MAX = 1000;

/** A page of the sample of one snapshot, masked as the table says now. */
export interface ShownSample extends SampleOf {
  /** Keys of the whole sample. */
  kept: number;
  /** The cause that the list is narrowed to; null: all are listed. */
  cause: CauseName | null;
  /** Keys that the list goes on with on its pages: those of the cause that fit what it is narrowed to. */
  listed: number;
  /** null: more keys are kept than are narrowed and sorted. */
  options: NarrowOptions | null;
  page: number;
  pages: number;
  keys: SampleRecord[];
  rowsPerKey: { rowCount: number; keys: number }[];
  /** Kept keys of each cause. */
  keptOf: ReadonlyMap<CauseName, number>;
  /** Of the sample's snapshot; null: they are not known. */
  causes: CauseFacts | null;
  /** Snapshots that wrote rows of the page's keys, as far as they are known. */
  writtenBy: SnapshotRow[];
}

/** A look-up to come back to: what was asked and how it stands. */
interface ReturnedLookUp {
  request: KeyRequestView;
  /** Null where the values are not kept, or not for everybody who has the address: a column of the key is masked. */
  values: string[] | null;
}

export interface KeysData {
  key: TableKeyRow;
  /** Of the shown snapshot; null: it was never read for this key. */
  facts: StoredFacts | null;
  /** Why its keys are duplicated. */
  why: WhyStanding;
  /** The snapshot that the page is about; null: the table has not been read yet. */
  snapshotId: string | null;
  /** What the table's metadata said of it; null: it never listed it. */
  snapshot: SnapshotRow | null;
  /** The snapshot that was observed last. */
  newestId: string | null;
  sample: ShownSample | null;
  /** Of the shown snapshot's schema, where it is known. */
  columns: TableColumn[] | null;
  /** Masked columns that the table does not have: then nothing is shown. */
  unknownMasked: string[];
  lookUp: ReturnedLookUp | null;
  /** Who owns the table: what advice depends on. */
  writer: TableWriter;
}

/** A key by its name, whatever the case; the first without a name; null: the table has no such key. */
export function chooseKey({ keys }: TableWithKeys, name: string | undefined): TableKeyRow | null {
  if (name === undefined) return keys[0] ?? null;
  return keys.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? null;
}

/**
 * What the page of duplicated keys shows: the asked snapshot, else the one observed last. Where no sample was kept with that one, the sample
 * that was stored last is shown instead, unless a snapshot was asked for.
 */
export async function readKeys(db: Db, table: TableWithKeys, key: TableKeyRow, params: KeysParams): Promise<KeysData> {
  const { definition, lastSnapshotId } = table;
  const asked = params.snapshot?.id;
  const isPossible = params.snapshot?.possible !== false;
  const facts = isPossible ? await findShownFacts(db, key, asked, lastSnapshotId) : null;
  const wanted = isPossible ? (asked ?? facts?.snapshotId) : undefined;
  const isDuplicated = facts === null || facts.values.duplicated_keys !== 0;
  const sampleOf = wanted === undefined ? null : await findSampleOf(db, { tableKeyId: key.id, snapshotId: wanted });
  const shownOf = sampleOf ?? (asked === undefined && isDuplicated ? await findSampleOf(db, { tableKeyId: key.id }) : null);
  const snapshotId = wanted ?? shownOf?.snapshotId ?? null;
  const [writer, causes, [snapshot = null], columnsThen, latestColumns, sample, lookUp] = await Promise.all([
    readTableWriter(db, table),
    facts === null ? null : findCauseFacts(db, facts),
    snapshotId === null ? [] : findSnapshots(db, table.id, { ids: [snapshotId] }),
    snapshotId === null ? null : findSnapshotColumns(db, { tableId: table.id, snapshotId }),
    findLatestColumns(db, table.id),
    shownOf && readSample(db, { of: shownOf, params, table, key }),
    params.find === undefined ? null : findLookUp(db, table, params.find),
  ]);
  return {
    key,
    facts,
    why: standingOf(facts, causes, definition),
    snapshotId,
    snapshot,
    newestId: lastSnapshotId,
    sample: sample?.shown ?? null,
    columns: columnsThen ?? latestColumns,
    unknownMasked: sample?.unknown ?? (latestColumns === null ? [] : unknownMasked(definition.masked, latestColumns)),
    lookUp,
    writer,
  };
}

async function findShownFacts(
  db: Db,
  { id: tableKeyId }: TableKeyRow,
  asked: string | undefined,
  lastSnapshotId: string | null,
): Promise<StoredFacts | null> {
  if (asked !== undefined) return await findFactsOfKey(db, { tableKeyId, snapshotId: asked });
  const ofLast = lastSnapshotId === null ? null : await findFactsOfKey(db, { tableKeyId, snapshotId: lastSnapshotId });
  return ofLast ?? (await findFactsOfKey(db, { tableKeyId }));
}

async function readSample(
  db: Db,
  { of, params, table, key }: { of: SampleOf; params: KeysParams; table: TableWithKeys; key: TableKeyRow },
): Promise<{ shown: ShownSample | null; unknown: string[] }> {
  const { cause } = params;
  const [rowsPerKey, keptOf, causes] = await Promise.all([countSampledRows(db, of), countSampledCauses(db, of), findCauseFacts(db, of)]);
  const kept = rowsPerKey.reduce((sum, { keys }) => sum + keys, 0);
  const ofCause = cause === undefined ? kept : (keptOf.get(cause) ?? 0);
  const all = ofCause > NARROWED_MAX ? null : await listSamples(db, { ...of, cause });
  // What is masked now differs in nothing that may be said.
  const narrowed = all && narrowKeys(maskRecords(all, { definition: table.definition, key }).records, params, table.definition.columns);
  const listed = narrowed?.keys.length ?? ofCause;
  const pages = Math.max(1, Math.ceil(listed / PAGE_KEYS));
  const page = Math.min(params.page, pages);
  const from = (page - 1) * PAGE_KEYS;
  const chosen = new Set(narrowed?.keys.slice(from, from + PAGE_KEYS).map(({ keyHash }) => keyHash));
  const places = new Map([...chosen].map((keyHash, at) => [keyHash, at]));
  const stored =
    all === null
      ? await listSamples(db, { ...of, cause, offset: from, limit: PAGE_KEYS })
      : all.filter(({ keyHash }) => chosen.has(keyHash)).toSorted((a, b) => (places.get(a.keyHash) ?? 0) - (places.get(b.keyHash) ?? 0));
  const { records, unknown } = maskRecords(stored, { definition: table.definition, key });
  if (unknown.length > 0) return { shown: null, unknown };
  const writtenBy = await findSnapshots(db, table.id, namedCommits(stored.flatMap(({ rows }) => rows)));
  const { masked, columns } = table.definition;
  const shown = causes?.causes == null ? null : maskCauses(causes.causes, masked, columns);
  const counts = { kept, cause: cause ?? null, listed, options: narrowed?.options ?? null, page, pages, rowsPerKey, keptOf };
  return { shown: { ...of, ...counts, keys: records, causes: shown, writtenBy }, unknown };
}

/** Stored samples as they may be shown now: what was not masked when it was stored may be so since. */
function maskRecords(
  stored: readonly SampleRecord[],
  { definition, key }: { definition: TableWithKeys["definition"]; key: TableKeyRow },
): { records: SampleRecord[]; unknown: string[] } {
  const columns = { ...definition.columns, key: key.columns };
  const { samples, unknown } = maskSamples(stored, definition.masked, columns);
  const records = unknown.length > 0 ? [] : stored.map((record, at) => ({ ...record, ...samples[at] }));
  return { records, unknown };
}

async function findLookUp(db: Db, table: TableWithKeys, requestId: string): Promise<ReturnedLookUp | null> {
  const request = await findRequest(db, requestId);
  if (request === null || request.tableId !== table.id || request.kind !== "look_up") return null;
  const key = table.keys.find(({ id }) => id === request.tableKeyId);
  const isHidden = key === undefined || hiddenKeyColumns(table.definition.masked, key.columns).length > 0;
  return { request: await viewKeyRequest(db, request), values: isHidden ? null : request.keyValues };
}

/** The request with that id; null: nobody knows it any more. */
export async function findRequest(db: Db, requestId: string): Promise<KeyRequestRow | null> {
  try {
    return await getKeyRequest(db, requestId);
  } catch (error) {
    if (error instanceof AppError && error.code === "unknown_request") return null;
    throw error;
  }
}
