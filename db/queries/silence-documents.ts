import type { ListedLevel } from "./accepted-levels.ts";
import type { ListedSilence } from "./silences.ts";
import type { AcceptedLevel, Silence } from "#lib/contracts/silences.ts";

/** A silence as pages and commands are given it. Pure. */
export function toSilence({ id, kind, tableName, tag, owner, covers, by, why, from, until, endedAt, endedBy }: ListedSilence): Silence {
  return {
    id,
    kind,
    table: tableName,
    tag,
    owner,
    covers,
    by,
    why,
    from: from.toISOString(),
    until: until.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endedBy,
  };
}

/** What is accepted, as pages and commands are given it. Pure. */
export function toAcceptedLevel(
  { id, key, metric, level, by, why, acceptedAt, until, endedAt, endedBy }: ListedLevel,
  table: string,
): AcceptedLevel {
  return {
    id,
    table,
    key,
    metric,
    level,
    by,
    why,
    acceptedAt: acceptedAt.toISOString(),
    until: until.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    endedBy,
  };
}
