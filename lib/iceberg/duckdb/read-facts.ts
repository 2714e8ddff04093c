import { AppError } from "#lib/errors.ts";
import type { Facts, FactsRequest, Fact, Progress } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { engineInfo } from "#lib/iceberg/duckdb/engine-info.ts";
import { prepareLiveRows, type LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { bindFilter, planRun, type Planned } from "#lib/iceberg/duckdb/plan-run.ts";
import { countKeys, keyProfile, type CountedKeys } from "#lib/iceberg/duckdb/profile/count-keys.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { wrongRecordCounts } from "#lib/iceberg/duckdb/record-counts.ts";
import { rowFacts } from "#lib/iceberg/duckdb/row-facts.ts";
import { sampleKeys } from "#lib/iceberg/duckdb/samples/sample-keys.ts";
import { envelopeAfter, snapshotStreamOverlapKeys } from "#lib/iceberg/duckdb/snapshot-overlap.ts";
import { judgeTrust } from "#lib/iceberg/duckdb/trust.ts";
import { whereError } from "#lib/iceberg/duckdb/where.ts";
import { planFacts } from "#lib/iceberg/plan/backlog.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { describeSnapshots } from "#lib/iceberg/plan/read-snapshots.ts";
import { readerFaults } from "#lib/iceberg/plan/reader-faults.ts";
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

const NO_CDC: Fact<number> = { value: null, reason: "The table is no CDC table (--kind cdc)." };

/** Where people who read this table with DuckDB's own Iceberg reader see other numbers. */
function otherReaders({ table, schema, columns, files }: Planned, request: FactsRequest, live: LiveRows, counted: CountedKeys): string[] {
  return readerFaults({
    files,
    specs: table.metadata.specs,
    schema,
    otherPaths: live.positions.otherPaths,
    relocated: request.relocated,
    key: { ids: columns.key.map((column) => column.id), nullRows: counted.counts.nullKeyRows },
  });
}

/** Errors while rows are read: the filter's own (a cast that fails on a value), else the data files'. */
function scanError(planned: Planned, cause: unknown): unknown {
  const message = cause instanceof Error ? cause.message : "";
  const ofValues = /^(Conversion|Invalid Input|Out of Range) Error/.test(message);
  const ofFile = /Failed to read file|source column (?!__w)/.test(message);
  if (planned.filter && ofValues && !ofFile) return whereError(planned.filter, cause);
  return readError(
    "A data file of the snapshot",
    "Restore it from a backup, or roll the table back to a snapshot that does not list it.",
    cause,
  );
}

/**
 * Plans, reads, counts and samples one table at one snapshot (DuckDB). One pass over the key columns, and a second over the suspects.
 * Throws AppError as GatherFacts says, or DuckDB's error where memory, disk or an interruption ended it.
 */
export async function readFacts(database: Database, request: FactsRequest, report: (progress: Progress) => void): Promise<Facts> {
  const started = performance.now();
  const planned = await planRun(database, request, report);
  const { table, schema, columns, rows, files, pinned } = planned;
  report({ phase: "proving", detail: `reading ${files.deletes.length} delete files` });
  const live = await prepareLiveRows(database, files, { schema, metadata: table.metadata });
  await bindFilter(database, live.sql(planned.rows.fields, { deletes: "ignored" }), planned);
  try {
    const dangling = { value: live.positions.danglingFiles + live.equality.danglingFiles };
    const plan = planFacts(files, table.metadata, { snapshot: pinned?.snapshot ?? null, dangling });
    report({ phase: "counting", detail: `counting keys in ${files.data.length} data files`, bytesPlanned: plan.bytesPlanned });
    const raw = await countRaw(database, live, rows);
    const counted = await countKeys(database, live, rows, { deletes: "applied", worstMax: request.sample.keysMax });
    const overlap = request.cdc ? await snapshotStreamOverlapKeys(database, live, columns, rows, schema, counted.allKeys) : NO_CDC;
    report({ phase: "sampling", detail: "reading sampled keys" });
    const samples = await sampleKeys(database, live, { columns, rows, schema, ...request.sample });
    return {
      ...describeSnapshots(table.metadata, pinned?.snapshot ?? null),
      plan,
      keyProfile: keyProfile(counted, columns, raw ?? sameAsLive(counted)),
      rowFacts: rowFacts(request, counted.counts, columns, {
        committedAtMs: pinned?.snapshot["timestamp-ms"] ?? null,
        envelope: envelopeAfter(schema) !== null,
        overlap,
      }),
      samples,
      columns: pinned ? tableColumns(schema) : [],
      trust: judgeTrust({
        live,
        columns,
        rowsRead: counted.counts.rowsRead,
        recordCount: plan.data.rows,
        wrongCounts: live.hasDeletes ? await wrongRecordCounts(database, live.files) : [],
        planDoubts: files.doubts,
        notes: [...table.notes, ...columns.notes, ...(planned.filter?.notes ?? []), ...otherReaders(planned, request, live, counted)],
      }),
      engine: await engineInfo(database),
      cost: { bytesPlanned: plan.bytesPlanned, milliseconds: Math.round(performance.now() - started) },
    };
  } catch (cause) {
    throw cause instanceof AppError ? cause : scanError(planned, cause);
  }
}
