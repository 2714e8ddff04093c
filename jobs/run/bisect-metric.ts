import { storeReading } from "#db/queries/complete-run.ts";
import type { KeyRequestEnd } from "#db/queries/key-requests.ts";
import { ensureKeyVersion } from "#db/queries/keys.ts";
import { readLine, type StoredLine, type ValueOf } from "#db/queries/since-facts.ts";
import { recordSnapshots } from "#db/queries/snapshots.ts";
import type { KeyReading } from "#jobs/run/answer-key-request.ts";
import { dateFound } from "#db/date-incident.ts";
import { findSince, type SinceBudget, type SinceSearch } from "#jobs/run/find-since.ts";
import { gatherWithin, runBudget, type RunBudget } from "#jobs/run/gather-within.ts";
import { keyContent } from "#jobs/run/key-content.ts";
import { fromFacts } from "#jobs/run/key-results.ts";
import { toRetained } from "#jobs/run/to-retained.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { registryMark } from "#lib/causes/registry-mark.ts";
import { defaultSnapshot, NO_SAMPLE, toFactsRequest } from "#lib/config/facts-request.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import type { Progress } from "#lib/iceberg/contract.ts";
import type { LineCommit } from "#lib/judging/lineage.ts";
import { toKnown, toKnownValues, type KnownValue } from "#lib/judging/search-since.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";
import { ENGINE } from "#lib/names.ts";

/** So far back a lineage is followed. */
const COMMITS_MAX = 20_000;
/** Where a table's budget for its history is nought: somebody asks all the same. */
const BUDGET: SinceBudget = { readsMax: 200, msMax: 30 * 60_000 };

/** A lineage with what is stored of it, and of which key version. */
export interface AskedLine extends StoredLine {
  headId: string;
  keyVersionId: number;
}

/**
 * Finds since when a metric is above a limit: the snapshots are listed anew, stored facts are taken as they are, and what is read is stored as facts,
 * so that nothing is read twice, also not by an attempt after a worker's death. Dates the table's incidents by what is found. Throws as findSince
 * does, and unknown_snapshot.
 */
export async function bisectMetric(
  deps: TaskDeps,
  reading: KeyReading,
  { metric, limit }: { metric: SnapshotMetricName; limit: number },
): Promise<KeyRequestEnd> {
  const { db } = deps.database;
  const { table, watch, store } = reading;
  const { lineage, values, headId, keyVersionId } = await readAskedLine(deps, reading, metric);
  const of = { keyVersionId, engine: ENGINE, metric };
  const cost = { bytes: 0, ms: 0 };
  const read: SinceSearch["read"] = async (commit, { place, msLeft }) => {
    // History may have read it in the meantime.
    const [stored] = (await readLine(db, { tableId: table.id, headId: commit.snapshotId, of, commitsMax: 1 })).values.values();
    if (stored) return toKnown(stored.value, limit, stored.trust);
    return await readOne(deps, reading, {
      commit,
      of,
      limit,
      cost,
      budget: within(table.definition, msLeft),
      tell: sayReading(watch, commit, place),
    });
  };
  const known = toKnownValues(values, limit);
  const since = await findSince({ lineage, known, metric, limit, budget: sinceBudget(table.definition), read });
  await store(async (tx) => await dateFound(tx, { tableId: table.id, keyVersionId, since, now: deps.now() }));
  return {
    snapshotId: headId,
    snapshotCommittedAt: new Date(since.head.commit.committedAt),
    since,
    costBytes: cost.bytes,
    costMs: cost.ms,
  };
}

/** Lists the snapshots of the table anew and follows the asked one, or the newest, back. Throws unknown_snapshot. */
export async function readAskedLine(
  { database: { db }, listSnapshots }: Pick<TaskDeps, "database" | "listSnapshots">,
  { request, table, key, watch, store }: KeyReading,
  metric: SnapshotMetricName | null,
): Promise<AskedLine> {
  const { definition } = table;
  const { location, relocated } = definition;
  const { signal, onProgress } = watch;
  const listing = await listSnapshots({ location, relocated, snapshot: defaultSnapshot(definition) }, { signal, onProgress });
  await store(async (tx) => await recordSnapshots(tx, table.id, listing.snapshots.map(toRetained)));
  const headId = request.askedSnapshotId ?? listing.snapshot?.id;
  if (headId === undefined) throw new AppError("unknown_snapshot", `The table ${table.name} was never written, so nothing in it is bad.`);
  const content = keyContent(definition, key, listing.table.uuid);
  const { id: keyVersionId } = await store(async (tx) => await ensureKeyVersion(tx, key.id, content));
  const of = metric && { keyVersionId, engine: ENGINE, metric };
  const line = await readLine(db, { tableId: table.id, headId, of, commitsMax: COMMITS_MAX });
  if (line.lineage.commits.length === 0) throw new AppError("unknown_snapshot", `The table ${table.name} has no snapshot ${headId}.`);
  return { ...line, headId, keyVersionId };
}

interface OneReading {
  commit: LineCommit;
  of: ValueOf;
  limit: number;
  cost: { bytes: number; ms: number };
  budget: RunBudget;
  tell: (progress: Progress) => void;
}

async function readOne(
  deps: TaskDeps,
  { table, key, watch, store }: KeyReading,
  { commit, of, limit, cost, budget, tell }: OneReading,
): Promise<KnownValue> {
  const { definition } = table;
  const registry = registryMark(definition.schemaRegistry, deps.settings().sources);
  const request = { ...toFactsRequest(definition, key, { by: "id", id: commit.snapshotId }), sample: NO_SAMPLE };
  const facts = await gatherWithin(deps.gatherFacts, request, { budget, signal: watch.signal, onProgress: tell });
  cost.bytes += facts.cost.bytesPlanned;
  cost.ms += facts.cost.milliseconds;
  const { keyVersionId } = of;
  const result = fromFacts(facts, {
    keyVersionId,
    key: key.columns,
    definition,
    registry,
    now: deps.now(),
    note: () => {},
    keyHashes: deps.keyHashes,
  });
  const snapshot = { id: commit.snapshotId, committedAt: new Date(commit.committedAt) };
  await store(async (tx) => await storeReading(tx, { snapshot, result }));
  const value = result.readings[of.metric];
  if (typeof value === "number") return toKnown(value, limit, facts.trust);
  throw new AppError("unknown_column", value?.notComputed ?? `${of.metric} was not computed.`);
}

/** What one reading may take of what the whole bisection has left. */
export function within(definition: TableDefinition, msLeft: number): RunBudget {
  const budget = runBudget(definition);
  const left = { ms: msLeft, setting: "budgets.history.duration" };
  return { ...budget, time: budget.time !== null && budget.time.ms < left.ms ? budget.time : left };
}

/** By the table's budget for its history. */
export function sinceBudget({ budgets: { history } }: TableDefinition): SinceBudget {
  return { readsMax: history.snapshots || BUDGET.readsMax, msMax: history.seconds * 1000 || BUDGET.msMax };
}

/** Tells the progress of one reading as that of the bisection. */
export function sayReading({ onProgress }: KeyReading["watch"], commit: LineCommit, place: number): (progress: Progress) => void {
  return (progress) =>
    onProgress({ ...progress, detail: `reading ${place}, snapshot ${commit.snapshotId} of ${commit.committedAt}: ${progress.detail}` });
}
