import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { PARTITION_COLUMNS } from "../columns.ts";
import { observations } from "../schema/observations.ts";
import { samples } from "../schema/samples.ts";
import { snapshotFacts } from "../schema/snapshot-facts.ts";
import { tables } from "../schema/tables.ts";
import type { EngineInfo, SampledKey, TableColumn, Trust } from "#lib/iceberg/contract.ts";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";
import type { OwnerMarks } from "#lib/layouts/owner-marks.ts";
import { RUN_METRIC_NAMES, SNAPSHOT_METRIC_NAMES, type MetricName } from "#lib/metrics.ts";
import { PARTITION_BUCKETS, TRUST_LEVELS, type PartitionBucket, type TrustLevel } from "#lib/names.ts";
import { recordBacklog } from "./backlogs.ts";
import { storeCauseFacts, type FoundCauses } from "./cause-facts.ts";
import { ensureReasonSet } from "./reason-sets.ts";
import { endRun, holds, type Alongside, type RunClaim } from "./run-states.ts";
import { recordSnapshots, type RetainedSnapshot } from "./snapshots.ts";
import { recordOwnerMarks } from "./table-writers.ts";
import { recordTableSchema } from "./table-schemas.ts";

/** A sampled key, already masked. `keyHash`: as `KeyHashes` makes it. */
export interface StoredSample extends SampledKey {
  keyHash: string;
}

/** What a run found out about one key of its table. */
export interface KeyResult {
  keyVersionId: number;
  engine: EngineInfo;
  trust: Trust;
  /** A number or why there is none, as the checks read them. Names not given are null without a reason. */
  readings: Partial<Record<MetricName, number | { notComputed: string }>>;
  /** False: the snapshot's facts were known already, only the observation is new. */
  newFacts: boolean;
  /** Taken over from the snapshot before, by proof. */
  carried: boolean;
  partitionsPerKey: Record<PartitionBucket, number> | null;
  /** Worst first. */
  samples: readonly StoredSample[];
  /** Not given: none of its keys is duplicated, or it was not read. */
  causes?: FoundCauses;
}

export interface CompletedRun {
  tableId: string;
  /** null: the table was never written. */
  snapshot: { id: string; committedAt: Date } | null;
  /** By the table's own clock. */
  observedAt: Date;
  /** A run that fills history has facts and no observation. */
  observes: boolean;
  results: readonly KeyResult[];
  /** All snapshots that the metadata lists; null leaves the known list as it is. */
  retained: readonly RetainedSnapshot[] | null;
  /** The schema of the snapshot that was read; not given when no data was. */
  schema?: { schemaId: number | null; columns: readonly TableColumn[] } | null;
  /** What the metadata says of an owner; not given: it leaves what is known. */
  ownerMarks?: OwnerMarks;
  /** Where the snapshot's deletes lie, already masked; not given when no data was read. */
  backlog?: Backlog;
  cost: { bytes: number; ms: number };
  /** null: nothing was read. */
  engineVersion: string | null;
  samplesExpireAt: Date;
  /** When the next observation is expected; undefined leaves it as it is. */
  nextObservationDueAt?: Date | null;
}

/**
 * Stores all that a run found, in one transaction with what `alongside` writes (the queue's messages), and ends the run as succeeded.
 * Facts that exist already stay as they are. False: the claim is lost (cancelled, taken over, or stored before), and nothing was changed.
 */
export async function completeRun(db: Db, claim: RunClaim, completed: CompletedRun, alongside?: Alongside): Promise<boolean> {
  const { tableId, snapshot, results, retained, cost, engineVersion } = completed;
  // Before the transaction: two runs that insert the same two sets in different order would wait for each other. A set too many harms nobody.
  const reasons = await Promise.all(
    results.map(async ({ readings }) => ({
      facts: await ensureReasonSet(db, SNAPSHOT_METRIC_NAMES, readings),
      observation: await ensureReasonSet(db, RUN_METRIC_NAMES, readings),
    })),
  );
  return await db.transaction(async (tx) => {
    const held = await endRun(tx, holds(claim), {
      state: "succeeded",
      finishedAt: sql`now()`,
      snapshotId: snapshot?.id ?? null,
      progress: null,
      costBytes: cost.bytes,
      costMs: cost.ms,
      engineVersion,
    });
    if (!held) return false;
    if (retained !== null) await recordSnapshots(tx, tableId, retained);
    if (completed.schema) await recordTableSchema(tx, { tableId, ...completed.schema });
    if (completed.ownerMarks) await recordOwnerMarks(tx, tableId, completed.ownerMarks);
    if (snapshot !== null && completed.backlog) {
      await recordBacklog(tx, { tableId, snapshotId: snapshot.id, committedAt: snapshot.committedAt, backlog: completed.backlog });
    }
    for (const [at, result] of results.entries()) {
      if (snapshot !== null) {
        if (result.newFacts) await storeFacts(tx, snapshot, result, reasons[at]?.facts ?? null);
        if (result.causes) {
          const { keyVersionId, causes } = result;
          await storeCauseFacts(tx, { keyVersionId, snapshotId: snapshot.id, committedAt: snapshot.committedAt }, causes);
        }
        await storeSample(tx, snapshot.id, result, completed.samplesExpireAt);
      }
      if (completed.observes) await storeObservation(tx, claim.runId, completed, result, reasons[at]?.observation ?? null);
    }
    if (completed.observes) await noteObservation(tx, completed);
    await alongside?.(tx);
    return true;
  });
}

/**
 * Stores what was read of one older snapshot for one key: its facts and the causes, no sample and no observation, as a run
 * that fills history does. Facts that exist already stay as they are.
 */
export async function storeReading(
  db: Db,
  { snapshot, result }: { snapshot: { id: string; committedAt: Date }; result: KeyResult },
): Promise<void> {
  const reasons = await ensureReasonSet(db, SNAPSHOT_METRIC_NAMES, result.readings);
  const { keyVersionId, causes } = result;
  await db.transaction(async (tx) => {
    await storeFacts(tx, snapshot, result, reasons);
    if (causes) await storeCauseFacts(tx, { keyVersionId, snapshotId: snapshot.id, committedAt: snapshot.committedAt }, causes);
  });
}

async function storeFacts(
  tx: Db,
  snapshot: { id: string; committedAt: Date },
  { keyVersionId, engine, trust, readings, carried, partitionsPerKey }: KeyResult,
  notComputedId: number | null,
): Promise<void> {
  await tx
    .insert(snapshotFacts)
    .values({
      keyVersionId,
      snapshotId: snapshot.id,
      committedAt: snapshot.committedAt,
      ...numbersOf(SNAPSHOT_METRIC_NAMES, readings),
      ...(partitionsPerKey && histogramOf(partitionsPerKey)),
      notComputedId,
      carried,
      engine: engine.name,
      readBy: engine.readBy,
      trustLevel: trust.level,
      trustDirection: trust.direction,
      trustReasons: trust.reasons.length === 0 ? null : trust.reasons,
    })
    .onConflictDoNothing();
}

async function storeSample(tx: Db, snapshotId: string, { keyVersionId, samples: sampled }: KeyResult, expiresAt: Date): Promise<void> {
  const rows = sampled.map(({ key, keyHash, rowCount, partitions, keyBytesHex, rows, verdict }, at) => ({
    keyVersionId,
    snapshotId,
    rank: at + 1,
    expiresAt,
    key,
    keyHash,
    rowCount,
    partitions,
    keyBytesHex,
    rows,
    cause: verdict?.cause ?? null,
    verdict: verdict ?? null,
  }));
  if (rows.length > 0) {
    // Read anew, it may be explained where it was not, or otherwise: by another promise, or with a column that was not given then.
    await tx.delete(samples).where(and(eq(samples.keyVersionId, keyVersionId), eq(samples.snapshotId, snapshotId)));
    await tx.insert(samples).values(rows);
  }
  // The sample of the current snapshot must not expire while it is still the current one.
  await tx
    .update(samples)
    .set({ expiresAt })
    .where(and(eq(samples.keyVersionId, keyVersionId), eq(samples.snapshotId, snapshotId), lt(samples.expiresAt, expiresAt)));
}

async function storeObservation(
  tx: Db,
  runId: string,
  { observedAt, snapshot }: CompletedRun,
  { keyVersionId, engine, trust, readings }: KeyResult,
  notComputedId: number | null,
): Promise<void> {
  // Made by a clock that was ahead: left so, they would be taken for the latest until time has caught up.
  await tx
    .update(observations)
    .set({ observedAt: new Date(observedAt.getTime() - 1) })
    .where(and(eq(observations.keyVersionId, keyVersionId), gt(observations.observedAt, observedAt)));
  await tx
    .insert(observations)
    .values({
      runId,
      keyVersionId,
      observedAt,
      snapshotId: snapshot?.id ?? null,
      ...numbersOf(RUN_METRIC_NAMES, readings),
      notComputedId,
      engine: engine.name,
      trustLevel: trust.level,
      trustDirection: trust.direction,
    })
    .onConflictDoNothing();
}

async function noteObservation(tx: Db, { tableId, snapshot, observedAt, results, nextObservationDueAt }: CompletedRun): Promise<void> {
  const worst = Math.max(-1, ...results.map(({ trust }) => TRUST_LEVELS.indexOf(trust.level)));
  const lastTrustLevel: TrustLevel | null = TRUST_LEVELS[worst] ?? null;
  await tx
    .update(tables)
    .set({
      lastSucceededAt: sql`now()`,
      lastObservedAt: observedAt,
      lastSnapshotId: snapshot?.id ?? null,
      lastTrustLevel,
      ...(nextObservationDueAt !== undefined && { nextObservationDueAt }),
    })
    .where(eq(tables.id, tableId));
}

function numbersOf<Name extends MetricName>(names: readonly Name[], readings: KeyResult["readings"]): Partial<Record<Name, number>> {
  const numbers = names.flatMap((name) => {
    const reading = readings[name];
    return typeof reading === "number" ? [[name, reading] as const] : [];
  });
  return Object.fromEntries(numbers) as Partial<Record<Name, number>>;
}

function histogramOf(partitionsPerKey: Record<PartitionBucket, number>): Record<string, number> {
  return Object.fromEntries(PARTITION_BUCKETS.map((bucket) => [PARTITION_COLUMNS[bucket], partitionsPerKey[bucket]]));
}
