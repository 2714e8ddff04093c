import type { Facts, FactsRequest, Progress, ReaderFault, Trust } from "#lib/iceberg/contract.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { countExplained } from "#lib/iceberg/duckdb/causes/count-explained.ts";
import { sampleCauses } from "#lib/iceberg/duckdb/causes/explain.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { engineInfo } from "#lib/iceberg/duckdb/engine-info.ts";
import { addUpRows } from "#lib/iceberg/duckdb/iceberg-scan/prove-rows.ts";
import { openScan } from "#lib/iceberg/duckdb/iceberg-scan/scan-relation.ts";
import { ScanRows } from "#lib/iceberg/duckdb/iceberg-scan/scan-rows.ts";
import { judgeScan, refuseFailing, scanFailure } from "#lib/iceberg/duckdb/iceberg-scan/scan-trust.ts";
import { faultsOfScan, judgeReading, openReading, scanError, type Reading } from "#lib/iceberg/duckdb/open-reading.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { countKeys, keyProfile, type CountedKeys } from "#lib/iceberg/duckdb/profile/count-keys.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { rowFacts } from "#lib/iceberg/duckdb/row-facts.ts";
import { sampleKeys } from "#lib/iceberg/duckdb/samples/sample-keys.ts";
import { envelopeAfter } from "#lib/iceberg/duckdb/payload.ts";
import { snapshotStreamOverlapKeys } from "#lib/iceberg/duckdb/snapshot-overlap.ts";
import { planFacts } from "#lib/iceberg/plan/backlog.ts";
import { describeSnapshots } from "#lib/iceberg/plan/read-snapshots.ts";
import { tableColumns } from "#lib/iceberg/plan/table-columns.ts";

interface RawCounts {
  rows: Fact<number>;
  duplicatedKeys: Fact<number>;
}

/** What a reader without delete support sees: counted apart where deletes are live. Leaves KEYS to be filled again. */
async function countRaw(database: Database, live: LiveRows, rows: RowColumns): Promise<RawCounts | null> {
  if (!live.hasDeletes) return null;
  const raw = await countKeys(database, live, rows, { deletes: "ignored", worstMax: 1 });
  return { rows: { value: raw.counts.rows }, duplicatedKeys: { value: raw.duplicated.duplicated_keys } };
}

function sameAsLive({ counts, duplicated }: CountedKeys): RawCounts {
  return { rows: { value: counts.rows }, duplicatedKeys: { value: duplicated.duplicated_keys } };
}

const NOT_EXPLAINED: Fact<CauseFacts> = { value: null, reason: "The causes were not asked for." };

const NOT_BY_SCAN: Fact<CauseFacts> = {
  value: null,
  reason: "The rows were read by iceberg_scan, which does not say from which commits they are. Causes are found by Bergwatch's own plan.",
};

const NO_CDC: Fact<number> = { value: null, reason: "The table is not a CDC table (--kind cdc)." };

/** Sentences that iceberg_scan may not come to, and the rows as it gives them. Throws table_unsupported. */
async function openScanRows(database: Database, reading: Reading, { relocated }: FactsRequest): Promise<ScanRows> {
  refuseFailing(faultsOfScan(reading, relocated, 0));
  const rows = new ScanRows(reading.live, await openScan(database, reading.planned, relocated));
  await rows.prepare(database);
  return rows;
}

/** Trust of either reading, with what is known of iceberg_scan on this table. */
async function judgeRows(
  database: Database,
  { reading, counted, live }: { reading: Reading; counted: CountedKeys; live: LiveRows },
  { relocated, readBy }: FactsRequest,
): Promise<{ trust: Trust; readerFaults: ReaderFault[] }> {
  const { rows } = reading.planned;
  const own = readBy === "scan" ? await addUpRows(database, reading.live, rows) : counted.counts;
  const readerFaults = faultsOfScan(reading, relocated, own.nullKeyRows);
  const trust = await judgeReading(database, reading, readBy === "scan" ? [] : readerFaults, own.rowsRead);
  if (!("keys" in own)) return { trust, readerFaults };
  return { trust: judgeScan(trust, readerFaults, own, await addUpRows(database, live, rows)), readerFaults };
}

/**
 * Plans, reads, counts and samples one table at one snapshot (DuckDB). One pass over the key columns, and a second over the suspects.
 * Throws AppError as GatherFacts says, or DuckDB's error where memory, disk or an interruption ended it.
 */
export async function readFacts(database: Database, request: FactsRequest, report: (progress: Progress) => void): Promise<Facts> {
  const started = performance.now();
  const reading = await openReading(database, request, report);
  const { planned } = reading;
  const { table, schema, columns, rows, files, pinned } = planned;
  const byScan = request.readBy === "scan";
  try {
    const { positions, equality } = reading.live;
    const dangling = { value: positions.danglingFiles + equality.danglingFiles };
    const plan = planFacts(files, table.metadata, { snapshot: pinned?.snapshot ?? null, dangling });
    report({ phase: "counting", detail: sayCounting(files.data.length, byScan), bytesPlanned: plan.bytesPlanned });
    const live = byScan ? await openScanRows(database, reading, request) : reading.live;
    const raw = await countRaw(database, live, rows);
    const causeReading = byScan || !request.explain ? null : { database, planned, live, explain: request.explain };
    const worstMax = request.sample.keysMax;
    const { counted, explained, causes } = causeReading
      ? await countExplained(causeReading, worstMax, ({ duplicated: { duplicated_keys: keys } }) =>
          report({ phase: "explaining", detail: sayExplaining(keys), bytesPlanned: plan.bytesPlanned }),
        )
      : {
          counted: await countKeys(database, live, rows, { deletes: "applied", worstMax }),
          explained: null,
          causes: byScan && request.explain ? NOT_BY_SCAN : NOT_EXPLAINED,
        };
    const { trust, ...judged } = await judgeRows(database, { reading, counted, live }, request);
    const overlap = request.cdc
      ? (explained?.overlapKeys ?? (await snapshotStreamOverlapKeys(database, live, columns, rows, schema, counted.allKeys)))
      : NO_CDC;
    report({ phase: "sampling", detail: "reading sampled keys" });
    const samples =
      causeReading && explained
        ? await sampleCauses(causeReading, { counted, explained, sample: request.sample })
        : await sampleKeys(database, live, { columns, rows, schema, rowsPerKeyMin: 2, ...request.sample });
    return {
      ...describeSnapshots(table.metadata, pinned?.snapshot ?? null),
      plan,
      keyProfile: keyProfile(counted, columns, raw ?? sameAsLive(counted)),
      rowFacts: rowFacts(request, counted.counts, columns, {
        committedAtMs: pinned?.snapshot["timestamp-ms"] ?? null,
        envelope: envelopeAfter(schema) !== null,
        overlap,
      }),
      causes,
      samples,
      columns: pinned ? tableColumns(schema) : [],
      ...judged,
      trust: { ...trust, reasons: [...trust.reasons, ...(explained?.doubts ?? [])] },
      comparison: null,
      engine: await engineInfo(database, byScan ? "iceberg_scan" : "own plan"),
      cost: { bytesPlanned: plan.bytesPlanned, milliseconds: Math.round(performance.now() - started) },
    };
  } catch (cause) {
    throw byScan ? scanFailure(reading, cause, faultsOfScan(reading, request.relocated, 0)) : scanError(reading, cause);
  }
}

function sayExplaining(keys: number): string {
  return `looking for the causes of ${keys} duplicated keys`;
}

function sayCounting(files: number, byScan: boolean): string {
  return byScan ? `counting keys by iceberg_scan in ${files} data files` : `counting keys in ${files} data files`;
}
