import type { CompletedRun } from "#db/queries/complete-run.ts";
import { findCauseFacts } from "#db/queries/cause-facts.ts";
import { findFacts, type StoredFacts } from "#db/queries/facts.ts";
import { getHistoryState } from "#db/queries/history.ts";
import { inheritMasks } from "#db/queries/kept-masks.ts";
import { ensureKeyVersion, type KeyVersion } from "#db/queries/keys.ts";
import { whileHeld, type RunClaim } from "#db/queries/run-states.ts";
import type { RunRow } from "#db/queries/runs.ts";
import { getTable, type TableKeyRow, type TableWithKeys } from "#db/queries/tables.ts";
import { gatherWithin, runBudget, type RunBudget } from "#jobs/run/gather-within.ts";
import { keepCauses } from "#jobs/run/keep-causes.ts";
import { keyContent } from "#jobs/run/key-content.ts";
import { fromFacts, fromKnown } from "#jobs/run/key-results.ts";
import type { RunWatch } from "#jobs/run/run-watch.ts";
import { toRetained } from "#jobs/run/to-retained.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { needRegistry, registryMark } from "#lib/causes/registry-mark.ts";
import { defaultSnapshot, NO_SAMPLE, toFactsRequest } from "#lib/config/facts-request.ts";
import { nextRunAt } from "#lib/config/schedule.ts";
import type { Facts, SnapshotChoice, SnapshotFacts, SnapshotListing } from "#lib/iceberg/contract.ts";
import { maskBacklog } from "#lib/mask-backlog.ts";
import { ENGINE } from "#lib/names.ts";
import { toStorable } from "#lib/storable-text.ts";

export interface RunReading {
  deps: TaskDeps;
  table: TableWithKeys;
  run: RunRow;
  claim: RunClaim;
  watch: RunWatch;
}

/** What a run found, or a sentence why there was nothing to do. */
export type TableReading = { completed: CompletedRun } | { skipped: string };

const SAMPLE_CLOCK_MS = 3_600_000;

/**
 * Reads a table for a run, stores nothing of it yet. A schedule's run of a snapshot whose facts are known reads no data: it observes, unless
 * its causes are to be told again. A run that fills history reads the keys that have no facts there. Throws what the reader throws.
 */
export async function readTable(reading: RunReading): Promise<TableReading> {
  const { table, run } = reading;
  if (run.reason === "history") return await readHistory(reading);
  // The first run of a table has nothing to compare with, and a person wants to see it read.
  if (run.reason === "schedule" && table.lastSnapshotId !== null) {
    const observed = await observe(reading);
    if (observed) return { completed: observed };
  }
  return { completed: await readKeys(reading, table.keys, runBudget(table.definition)) };
}

async function observe(reading: RunReading): Promise<CompletedRun | null> {
  const { deps, table, watch } = reading;
  const { location, relocated } = table.definition;
  const { signal, onProgress } = watch;
  const started = performance.now();
  const listing = await deps.listSnapshots({ location, relocated, snapshot: defaultSnapshot(table.definition) }, { signal, onProgress });
  const { snapshot } = listing;
  if (snapshot === null) return null;
  const known: StoredFacts[] = [];
  for (const key of table.keys) {
    const version = await ensureVersion(reading, key, listing.table.uuid);
    const facts = await findFacts(deps.database.db, { keyVersionId: version.id, snapshotId: snapshot.id, engine: ENGINE });
    if (facts === null || (await isOutdated(reading, facts))) return null;
    known.push(facts);
  }
  const now = observedAt(reading, listing);
  watch.note("info", `Snapshot ${snapshot.id} is known: observed without reading data.`);
  return {
    ...complete(reading, listing, now),
    results: known.map((facts) => fromKnown(facts, listing, now)),
    cost: { bytes: 0, ms: performance.now() - started },
    engineVersion: null,
  };
}

/** It becomes the key's current version, which a lost attempt may not say. */
async function ensureVersion({ deps, claim, table }: RunReading, key: TableKeyRow, tableUuid: Facts["table"]["uuid"]): Promise<KeyVersion> {
  return await whileHeld(
    deps.database.db,
    claim,
    async (tx) => await ensureKeyVersion(tx, key.id, keyContent(table.definition, key, tableUuid)),
  );
}

/** The numbers of a snapshot never change; its causes do where a schema registry came since, or another one. */
async function isOutdated({ deps, table, watch }: RunReading, { keyVersionId, snapshotId, values }: StoredFacts): Promise<boolean> {
  if (values.duplicated_keys === 0) return false;
  const mark = registryMark(table.definition.schemaRegistry, deps.settings().sources);
  const stored = mark === null ? null : await findCauseFacts(deps.database.db, { keyVersionId, snapshotId });
  if (stored?.causes == null || !needRegistry(stored.causes, mark)) return false;
  watch.note(
    "info",
    `The causes of snapshot ${snapshotId} were determined without the schema registry ${table.definition.schemaRegistry}: it is read again.`,
  );
  return true;
}

async function readHistory(reading: RunReading): Promise<TableReading> {
  const { deps, table, run } = reading;
  const unknown: TableKeyRow[] = [];
  for (const key of table.keys) {
    const at = { keyVersionId: key.currentVersionId ?? 0, snapshotId: run.askedSnapshotId ?? "", engine: ENGINE };
    if ((await findFacts(deps.database.db, at)) === null) unknown.push(key);
  }
  if (unknown.length === 0) return { skipped: `The facts of snapshot ${run.askedSnapshotId} are known already.` };
  const { spentMs } = await getHistoryState(deps.database.db, table.id);
  const budget = runBudget(table.definition);
  const left = { ms: table.definition.budgets.history.seconds * 1000 - spentMs, setting: "budgets.history.duration" };
  if (left.ms <= 0) return { skipped: "The time to fill the table's history with is spent (budgets.history.duration)." };
  const time = budget.time !== null && budget.time.ms < left.ms ? budget.time : left;
  return { completed: await readKeys(reading, unknown, { ...budget, time }) };
}

/** One reading for each key, all at one snapshot. */
async function readKeys(reading: RunReading, keys: readonly TableKeyRow[], budget: RunBudget): Promise<CompletedRun> {
  const { deps, table, watch } = reading;
  const read: { key: TableKeyRow; facts: Facts; keyVersionId: number }[] = [];
  const cost = { bytes: 0, ms: 0 };
  const registry = registryMark(table.definition.schemaRegistry, deps.settings().sources);
  let first: Facts | undefined;
  for (const [at, key] of keys.entries()) {
    const facts: Facts = await readKey(reading, key, { at, of: keys.length, pinned: first?.snapshot ?? null, budget, spent: cost });
    first ??= facts;
    const { id: keyVersionId } = await ensureVersion(reading, key, facts.table.uuid);
    read.push({ key, facts, keyVersionId });
    cost.bytes += facts.cost.bytesPlanned;
    cost.ms += facts.cost.milliseconds;
  }
  if (first === undefined) throw new Error(`table ${table.name} has no key`);
  const now = observedAt(reading, first);
  const note = (sentence: string): void => watch.note("warn", sentence);
  const definition = { ...table.definition, masked: await maskedByNow(reading, first.table.uuid) };
  const results = read.map(({ key, facts, keyVersionId }) =>
    fromFacts(facts, { keyVersionId, key: key.columns, definition, registry, now, note, keyHashes: deps.keyHashes }),
  );
  const { snapshot } = first;
  return {
    ...complete(reading, first, now),
    results:
      snapshot === null
        ? results
        : await keepCauses(deps.database.db, results, { snapshotId: snapshot.id, committedAt: new Date(snapshot.committedAt) }),
    cost,
    engineVersion: first.engine.version,
    schema: schemaOf(first),
    backlog: toStorable(maskBacklog(first.plan.backlog, definition.masked)),
  };
}

/**
 * What was masked when the reading began, what a person has had masked since (a reading may take an hour), and what was masked of the same Iceberg
 * table under another entry.
 */
async function maskedByNow({ deps, table, watch }: RunReading, tableUuid: string | null): Promise<string[]> {
  const kept = tableUuid === null ? [] : await inheritMasks(deps.database.db, table.id, tableUuid);
  if (kept.length > 0)
    watch.note("info", `The same Iceberg table was watched before with masked columns, which stay masked: ${kept.join(", ")}.`);
  const { definition } = await getTable(deps.database.db, table.id);
  return [...new Set([...table.definition.masked, ...definition.masked])];
}

async function readKey(
  { deps, table, run, watch }: RunReading,
  key: TableKeyRow,
  {
    at,
    of,
    pinned,
    budget,
    spent,
  }: { at: number; of: number; pinned: SnapshotFacts | null; budget: RunBudget; spent: CompletedRun["cost"] },
): Promise<Facts> {
  const { definition } = table;
  const read = async (choice: SnapshotChoice): Promise<Facts> => {
    const request = toFactsRequest(definition, key, choice);
    // History has no samples: they explain what is wrong now.
    const sample = run.reason === "history" ? NO_SAMPLE : request.sample;
    return await gatherWithin(
      deps.gatherFacts,
      { ...request, sample },
      {
        budget,
        spent,
        signal: watch.signal,
        onProgress: (progress) =>
          watch.onProgress(of === 1 ? progress : { ...progress, detail: `key ${at + 1} of ${of}: ${progress.detail}` }),
      },
    );
  };
  const asked: SnapshotChoice = run.askedSnapshotId === null ? defaultSnapshot(definition) : { by: "id", id: run.askedSnapshotId };
  const facts = await read(asked);
  // Asked for anew and not by id, which reads by the snapshot's own schema; a commit in between is rare.
  return pinned === null || facts.snapshot?.id === pinned.id ? facts : await read({ by: "id", id: pinned.id });
}

/** null: the table was never written. */
function schemaOf({ snapshot, snapshots, columns }: Facts): CompletedRun["schema"] {
  if (snapshot === null || columns.length === 0) return null;
  return { schemaId: snapshots.find(({ id }) => id === snapshot.id)?.schemaId ?? null, columns };
}

function complete(
  { deps, table, run }: RunReading,
  listing: SnapshotListing,
  now: Date,
): Omit<CompletedRun, "results" | "cost" | "engineVersion"> {
  const { definition } = table;
  const history = run.reason === "history";
  const { snapshot } = listing;
  return {
    tableId: table.id,
    snapshot: snapshot && { id: snapshot.id, committedAt: new Date(snapshot.committedAt) },
    observedAt: now,
    observes: !history,
    retained: listing.snapshots.map(toRetained),
    ownerMarks: { location: listing.table.location, properties: listing.table.ownerProperties },
    samplesExpireAt: new Date(deps.now().getTime() + definition.sample.retentionSeconds * 1000),
    // Sample tables change no more, so nothing is due.
    ...(!history && { nextObservationDueAt: table.sampleClock ? null : nextRunAt(definition.schedule, deps.now(), definition.name) }),
  };
}

/** A sample table's clock stands an hour after its last commit. */
function observedAt({ deps, table }: RunReading, { snapshots }: SnapshotListing): Date {
  if (!table.sampleClock || snapshots.length === 0) return deps.now();
  return new Date(Math.max(...snapshots.map(({ committedAt }) => Date.parse(committedAt))) + SAMPLE_CLOCK_MS);
}
