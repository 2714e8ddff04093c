import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Answer, RunCase } from "#e2e/bench/bench-case.ts";
import type { BenchTable } from "#e2e/bench/bench-table.ts";
import { columnsByRole } from "#lib/column-roles.ts";
import { env } from "#lib/env.ts";
import type { Facts, FactsRequest } from "#lib/iceberg/contract.ts";
import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import { type Database, openDatabase } from "#lib/iceberg/duckdb/database.ts";
import { ensureExtensions } from "#lib/iceberg/duckdb/extensions.ts";
import { readFacts } from "#lib/iceberg/duckdb/read-facts.ts";

/** As many as the command line asks for when it is not told. */
const SAMPLE = { keysMax: 20, rowsPerKeyMax: 50 };

/** The database as the reader process opens it; with another limit of memory where one is given. */
export async function openReader(memoryBytesMax = env().memoryBytesMax): Promise<Database> {
  const { dataDir, extensionDir, extensionRepository, spillBytesMax, durationSecondsMax, threads } = env();
  const spillDirectory = join(dataDir, "bench", "spill");
  mkdirSync(spillDirectory, { recursive: true });
  await ensureExtensions(extensionDir, { repository: extensionRepository });
  const limits = { memoryBytesMax, spillBytesMax, durationMsMax: durationSecondsMax * 1000, threads };
  return await openDatabase({ extensionDirectory: extensionDir, spillDirectory, limits });
}

function answerOf(facts: Facts): Answer {
  const { trust, keyProfile } = facts;
  if (trust.level !== "exact") throw new Error(`the reading is ${trust.level}: ${trust.reasons.join(" ")}`);
  const known = (fact: { value: number | null }) => fact.value ?? Number.NaN;
  return {
    rows: keyProfile.rows,
    distinct_keys: keyProfile.distinctKeys,
    duplicated_keys: keyProfile.duplicatedKeys,
    surplus_rows: keyProfile.rows - keyProfile.nullKeyRows - keyProfile.distinctKeys,
    multi_partition_keys: known(keyProfile.multiPartitionKeys),
    multi_key_bytes_keys: known(keyProfile.multiKeyBytesKeys),
  };
}

const EXPLAIN: ExplainRequest = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null };

/** What a check of the table asks for; explained, with every column that tells a cause. */
export function benchRequest(table: BenchTable, asked: { explain: boolean } = { explain: false }): FactsRequest {
  const more = asked.explain ? { kafkaOffset: "kafka_offset", eventTime: "event_ts" } : {};
  return {
    location: table.metadataFile,
    relocated: false,
    snapshot: { by: "current" },
    key: ["order_id"],
    columns: columnsByRole({ kafkaPartition: "kafka_partition", kafkaKey: "kafka_key", ...more }),
    where: null,
    cdc: false,
    sample: SAMPLE,
    ...(asked.explain && { explain: EXPLAIN }),
  };
}

/** One check of the table, samples included; its parts are the phases that it reports. Throws when the sample is not whole. */
export async function readTable(
  database: Database,
  table: BenchTable,
  asked: { explain: boolean } = { explain: false },
): Promise<{ answer: Answer; parts: Record<string, number> }> {
  const parts: Record<string, number> = {};
  let phase = "planning";
  let since = performance.now();
  const next = (name: string) => {
    parts[phase] = (parts[phase] ?? 0) + performance.now() - since;
    since = performance.now();
    phase = name;
  };
  const facts = await readFacts(database, benchRequest(table, asked), (progress) => next(progress.phase));
  next("");
  const rows = facts.samples.flatMap((key) => key.rows);
  const expected = 2 * Math.min(SAMPLE.keysMax, table.truth.duplicated_keys);
  if (rows.length !== expected) throw new Error(`the sample has ${rows.length} rows and not ${expected}`);
  const explained = facts.causes.value?.shares.reduce((sum, { keys }) => sum + keys, 0);
  if (asked.explain && explained !== table.truth.duplicated_keys) {
    throw new Error(`${explained} keys have a cause; ${facts.causes.value === null ? facts.causes.reason : ""}`);
  }
  return { answer: answerOf(facts), parts };
}

/** A check from process start to end; its parts begin with the opening. */
export function fromStart({ explain = false, memoryBytesMax }: { explain?: boolean; memoryBytesMax?: number } = {}): RunCase {
  return async (table) => {
    const started = performance.now();
    const database = await openReader(memoryBytesMax);
    const open = performance.now() - started;
    const { answer, parts } = await readTable(database, table, { explain });
    return { answer, parts: { open, ...parts } };
  };
}
