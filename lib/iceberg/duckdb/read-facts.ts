import type { Facts, FactsRequest, Fact, Progress } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { engineInfo } from "#lib/iceberg/duckdb/engine-info.ts";
import { judgeReading, openReading, scanError } from "#lib/iceberg/duckdb/open-reading.ts";
import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { countKeys, keyProfile, type CountedKeys } from "#lib/iceberg/duckdb/profile/count-keys.ts";
import type { RowColumns } from "#lib/iceberg/duckdb/profile/row-columns.ts";
import { rowFacts } from "#lib/iceberg/duckdb/row-facts.ts";
import { sampleKeys } from "#lib/iceberg/duckdb/samples/sample-keys.ts";
import { envelopeAfter, snapshotStreamOverlapKeys } from "#lib/iceberg/duckdb/snapshot-overlap.ts";
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

const NO_CDC: Fact<number> = { value: null, reason: "The table is no CDC table (--kind cdc)." };

/**
 * Plans, reads, counts and samples one table at one snapshot (DuckDB). One pass over the key columns, and a second over the suspects.
 * Throws AppError as GatherFacts says, or DuckDB's error where memory, disk or an interruption ended it.
 */
export async function readFacts(database: Database, request: FactsRequest, report: (progress: Progress) => void): Promise<Facts> {
  const started = performance.now();
  const reading = await openReading(database, request, report);
  const { planned, live } = reading;
  const { table, schema, columns, rows, files, pinned } = planned;
  try {
    const dangling = { value: live.positions.danglingFiles + live.equality.danglingFiles };
    const plan = planFacts(files, table.metadata, { snapshot: pinned?.snapshot ?? null, dangling });
    report({ phase: "counting", detail: `counting keys in ${files.data.length} data files`, bytesPlanned: plan.bytesPlanned });
    const raw = await countRaw(database, live, rows);
    const counted = await countKeys(database, live, rows, { deletes: "applied", worstMax: request.sample.keysMax });
    const overlap = request.cdc ? await snapshotStreamOverlapKeys(database, live, columns, rows, schema, counted.allKeys) : NO_CDC;
    report({ phase: "sampling", detail: "reading sampled keys" });
    const samples = await sampleKeys(database, live, { columns, rows, schema, rowsPerKeyMin: 2, ...request.sample });
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
      trust: await judgeReading(database, reading, request, counted.counts),
      engine: await engineInfo(database),
      cost: { bytesPlanned: plan.bytesPlanned, milliseconds: Math.round(performance.now() - started) },
    };
  } catch (cause) {
    throw scanError(reading, cause);
  }
}
