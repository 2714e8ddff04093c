import type { Facts } from "#lib/iceberg/contract.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import { compareCauses } from "#lib/testing/random-history/compare-causes.ts";
import { compareSamples } from "#lib/testing/random-history/compare-samples.ts";
import type { ExpectedFacts } from "#lib/testing/random-history/expected-facts.ts";
import type { Inquiry } from "#lib/testing/random-history/inquiry.ts";
import type { Play } from "#lib/testing/random-history/play.ts";

/** What differs, a sentence each. A fact that the engine gives as null with a reason is no difference: doubt is allowed. */
class Differences {
  readonly found: string[] = [];

  same(name: string, got: unknown, want: unknown): void {
    if (got !== want) this.found.push(`${name} is ${JSON.stringify(got)}, the model says ${JSON.stringify(want)}`);
  }

  /** A fact that the model cannot know (null) must not be claimed either. */
  fact(name: string, got: Fact<unknown>, want: unknown): void {
    if (got.value !== null) this.same(name, got.value, want);
    else if ("reason" in got && got.reason === "") this.found.push(`${name} is null without a reason`);
  }

  holds(name: string, condition: boolean): void {
    if (!condition) this.found.push(`${name} does not hold`);
  }
}

function numberAt(facts: object, path: string): unknown {
  let value: unknown = facts;
  for (const step of path.split(".")) value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  return value;
}

/** Of the manifests alone, so it holds whatever the trust. */
function comparePlan(facts: Facts, expected: ExpectedFacts, differences: Differences): void {
  for (const [name, want] of Object.entries(expected.plan)) {
    if (name === "danglingDeleteFiles") differences.fact(`plan.${name}`, facts.plan.danglingDeleteFiles, want);
    else differences.same(`plan.${name}`, numberAt(facts.plan, name), want);
  }
}

function compareSnapshot(facts: Facts, play: Play, inquiry: Inquiry, differences: Differences): void {
  const { state } = play.table;
  const snapshot = state.snapshots.find(({ id }) => id === inquiry.snapshotId);
  differences.same("snapshot.id", facts.snapshot?.id ?? null, inquiry.snapshotId === null ? null : String(inquiry.snapshotId));
  differences.same("snapshotsRetained", facts.table.snapshotsRetained, state.snapshots.length);
  if (snapshot === undefined) return;
  differences.same("snapshot.sequenceNumber", facts.snapshot?.sequenceNumber, String(snapshot.sequenceNumber));
  differences.same("snapshot.operation", facts.snapshot?.operation, snapshot.operation);
  let compaction: string | null = null;
  for (
    let at: typeof snapshot | undefined = snapshot;
    at && compaction === null;
    at = state.snapshots.find(({ id }) => id === at?.parentId)
  ) {
    if (at.operation === "replace") compaction = new Date(at.timestampMs).toISOString();
  }
  differences.same("lastCompactionAt", facts.table.lastCompactionAt, compaction);
}

function compareProfile({ keyProfile }: Facts, expected: ExpectedFacts, differences: Differences): void {
  for (const name of ["rows", "nullKeyRows", "distinctKeys", "duplicatedKeys", "rowsPerKeyMax"] as const) {
    differences.same(name, keyProfile[name], expected.profile[name]);
  }
  for (const name of ["partitionsPerKeyMax", "multiPartitionKeys", "multiKeyBytesKeys", "rawRows", "rawDuplicatedKeys"] as const) {
    differences.fact(name, keyProfile[name], expected.profile[name] ?? null);
  }
  const histogram = keyProfile.partitionsPerKey.value;
  if (histogram === null) return;
  if (expected.histogram === null) differences.found.push("partitionsPerKey is claimed without a partition column");
  for (const [bucket, keys] of Object.entries(histogram))
    differences.same(`partitionsPerKey ${bucket}`, keys, expected.histogram?.[bucket]);
}

function compareRowFacts({ rowFacts, snapshot }: Facts, expected: ExpectedFacts, differences: Differences): void {
  const { latestAtMs, ghostRows, softDeletedRows, snapshotStreamOverlapKeys } = expected.rowFacts;
  const at = rowFacts.latestAt.value;
  if (at !== null) differences.same("latestAt", Date.parse(at), latestAtMs);
  differences.fact("ghostRows", rowFacts.ghostRows, ghostRows);
  differences.fact("softDeletedRows", rowFacts.softDeletedRows, softDeletedRows);
  differences.fact("snapshotStreamOverlapKeys", rowFacts.snapshotStreamOverlapKeys, snapshotStreamOverlapKeys);
  const lag = rowFacts.commitLagSeconds.value;
  if (lag === null || snapshot === null || typeof latestAtMs !== "number") return;
  differences.holds("commitLagSeconds", Math.abs(lag - (Date.parse(snapshot.committedAt) - latestAtMs) / 1000) < 0.002);
}

/**
 * What the answer says wrongly. An exact answer must be the model's in every number and sample; one with doubt must be right about the
 * manifests, and its direction about surplus rows and duplicated keys must hold.
 */
export function wrongIn(facts: Facts, expected: ExpectedFacts, play: Play, inquiry: Inquiry): string[] {
  const differences = new Differences();
  comparePlan(facts, expected, differences);
  compareSnapshot(facts, play, inquiry, differences);
  if (facts.trust.level === "exact") {
    compareProfile(facts, expected, differences);
    compareRowFacts(facts, expected, differences);
    return [...differences.found, ...compareSamples(facts.samples, expected, inquiry), ...compareCauses(facts, inquiry, play)];
  }
  differences.holds("a doubt has a reason", facts.trust.reasons.length > 0);
  const { rows, nullKeyRows, distinctKeys, duplicatedKeys } = facts.keyProfile;
  const { profile } = expected;
  const surplus = rows - nullKeyRows - distinctKeys;
  const trueSurplus = Number(profile["rows"]) - Number(profile["nullKeyRows"]) - Number(profile["distinctKeys"]);
  const trueKeys = Number(profile["duplicatedKeys"]);
  const { direction } = facts.trust;
  if (direction === "at least") differences.holds("at least", surplus <= trueSurplus && duplicatedKeys <= trueKeys);
  if (direction === "at most") differences.holds("at most", surplus >= trueSurplus && duplicatedKeys >= trueKeys);
  return differences.found;
}
