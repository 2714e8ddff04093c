import { sayOnIt } from "#lib/contracts/on-it-words.ts";
import type { IncidentSince } from "#lib/contracts/since.ts";
import type { ToldIncident } from "#lib/incidents/message.ts";
import type { Part, Sentence } from "#lib/incidents/render-content.ts";
import { clip, WORDS_MAX } from "#lib/incidents/render-words.ts";
import type { IncidentCheck } from "#lib/names.ts";

/** What follows from it for whoever reads the table, as far as the check alone can say. */
const HARM: Readonly<Record<IncidentCheck, string>> = {
  duplicates: "Sums and joins over the table count the surplus rows too, until they are deleted.",
  partitions_per_key: "Kafka keeps no order between partitions, so an older row can stand in the place of a newer one.",
  delete_backlog: "Numbers stay right: reading gets slower and dearer until the table is compacted.",
  freshness: "What the table says is old; that alone makes no row wrong.",
  cdc: "The table differs from its source until such rows are deleted or written anew.",
  runs: "Until a run succeeds, nobody knows whether the table is right.",
  catalog: "Until it answers, nobody knows whether its tables are right; what was known of them stays known.",
};

/** Whether somebody has to get up: what its severity means, and what follows from it. Claims nothing that was not measured. Pure. */
export function canItWait({ severity, check }: Pick<ToldIncident, "severity" | "check">): string {
  const answer = severity === "alert" ? "Better not: it is an alert." : "Until working hours, yes: it is a warning.";
  return `${answer} ${HARM[check]}`;
}

/** Since when, as far as the snapshots that were read prove it; empty: nobody knows. Pure. */
export function sayBeginning(since: IncidentSince | null): Sentence[] {
  if (since === null) return [];
  const { committedAt, lastGoodAt, unreadBetween, isFirst } = since;
  const at: Part = { at: new Date(committedAt) };
  if (lastGoodAt !== null && unreadBetween)
    return sentence("It began after ", { at: new Date(lastGoodAt) }, " and no later than ", at, "; snapshots between were not read.");
  if (lastGoodAt !== null) return sentence("It began at ", at, "; the snapshot before was good.");
  if (isFirst) return sentence("It is so since the table’s first commit, at ", at, ".");
  return sentence("It is so at least since ", at, "; no good snapshot before it is known.");
}

/** The snapshot that it is found since and who wrote it; empty: not known. Pure. */
export function sayCommit({ seen: { since }, committedBy }: Pick<ToldIncident, "seen" | "committedBy">): Sentence[] {
  if (since === null) return [];
  const how = sayWriting(since.operation, committedBy);
  return sentence(`Snapshot ${since.snapshotId}${how === null ? "" : `, ${how}`}.`);
}

/** `append by Flink 1.20, job orders-sink`; null: not known. Pure. */
export function sayWriting(operation: string | null, committedBy: string | null): string | null {
  const parts = [operation, committedBy].flatMap((text) => (text === null ? [] : [clip(text, WORDS_MAX.name)]));
  return parts.length === 0 ? null : parts.join(" by ");
}

function sentence(...parts: Part[]): Sentence[] {
  return [{ lead: null, parts }];
}

/** Who works on it and who muted it, a sentence each; empty: nobody. Pure. */
export function sayTaken({ onIt, silence }: Pick<ToldIncident, "onIt" | "silence">): Sentence[] {
  return sayOnIt(onIt, silence).map((parts) => ({
    lead: null,
    parts: [
      ...parts.map((part): Part => {
        if (typeof part === "string") return part;
        return "person" in part ? clip(part.person, WORDS_MAX.person) : { at: new Date(part.at) };
      }),
      ".",
    ],
  }));
}
