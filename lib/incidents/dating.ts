import type { Finding } from "#lib/contracts/finding.ts";
import type { Incident, Sighting } from "#lib/incidents/incident.ts";
import { badAbove, limitAbove } from "#lib/judging/bad-above.ts";
import { isSnapshotMetric, METRICS } from "#lib/metrics.ts";

type DatedBy = NonNullable<Sighting["datedBy"]>;

/** A limit that is passed when it is reached, as bisections have it: bad is above it. Pure. */
export function limitOf({ metric, limit }: Pick<DatedBy, "metric" | "limit">): number {
  return badAbove(limit, METRICS[metric].unit);
}

/** By what a finding is dated: the limit that it names, or the end of what was expected; null: it is not a number of a snapshot. Pure. */
export function datingOf(
  { metric: name, limit, expected }: Pick<Finding, "metric" | "limit" | "expected">,
  of: Pick<DatedBy, "keyVersionId" | "engine">,
): DatedBy | null {
  // The search knows what is worse when higher, which all limits of snapshots are.
  if (name === null || !isSnapshotMetric(name) || METRICS[name].worse === "lower") return null;
  const named = limit ?? (expected && limitAbove(expected.high, METRICS[name].unit));
  return named === null ? null : { metric: name, limit: named, keyVersionId: of.keyVersionId, engine: of.engine };
}

/** Of a table's keys the one that an incident's worst finding is about, else the first; undefined: the table has none. Pure. */
export function leadingKey<Key extends { id: string }>({ findings }: Pick<Incident, "findings">, keys: readonly Key[]): Key | undefined {
  return keys.find(({ id }) => id === findings[0]?.key?.id) ?? keys[0];
}
