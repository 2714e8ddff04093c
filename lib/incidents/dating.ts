import { findMetric } from "#lib/checks/registry.ts";
import type { Incident, Sighting } from "#lib/incidents/incident.ts";
import { badAbove } from "#lib/judging/bad-above.ts";

type DatedBy = NonNullable<Sighting["datedBy"]>;

/** A limit that is passed when it is reached, as bisections have it: bad is above it. Pure. */
export function limitOf({ metric, limit }: Pick<DatedBy, "metric" | "limit">): number {
  return badAbove(limit, findMetric(metric)?.unit ?? "ratio");
}

/** Of a table's keys the one that an incident's worst finding is about, else the first; undefined: the table has none. Pure. */
export function leadingKey<Key extends { id: string }>({ findings }: Pick<Incident, "findings">, keys: readonly Key[]): Key | undefined {
  return keys.find(({ id }) => id === findings[0]?.key?.id) ?? keys[0];
}
