import { sayOnIt, type OnItPart } from "#lib/contracts/on-it-words.ts";
import type { IncidentSince } from "#lib/contracts/since.ts";
import type { ToldIncident } from "#lib/incidents/message.ts";
import type { Part, Sentence } from "#lib/incidents/render-content.ts";
import { clip, WORDS_MAX } from "#lib/incidents/render-words.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { IncidentCheck } from "#lib/names.ts";

/** What follows from it for whoever reads the table, as far as the check alone can say. */
const HARM: Readonly<Record<IncidentCheck, string>> = {
  duplicates: "Sums and joins over the table count the surplus rows too, until they are deleted.",
  partitions_per_key: "Kafka keeps no order between partitions, so an older row can replace a newer one.",
  delete_backlog: "Numbers stay correct, but reads get slower and more expensive until the table is compacted.",
  freshness: "The data is old; that alone makes no row wrong.",
  cdc: "The table differs from its source until such rows are deleted or rewritten.",
  runs: "Until a run succeeds, the state of the table is unknown.",
  catalog: "Until it answers, the state of its tables is unknown. Earlier results stay.",
};

/** Where a number of a check does other harm than the rest of its numbers. */
const HARM_OF: Partial<Record<MetricName, string>> = {
  files_registered_twice: "Sums and joins over the table count the rows of such a file more than once.",
  snapshots_retained: "Numbers stay right: old snapshots keep their files, which cost storage.",
};

/** Whether somebody has to get up: what its severity means, and what follows from it. Claims nothing that was not measured. Pure. */
export function canItWait({ severity, check, findings }: Pick<ToldIncident, "severity" | "check" | "findings">): string {
  const answer = severity === "alert" ? "Better not: it is an alert." : "Until working hours, yes: it is a warning.";
  const metric = findings[0]?.metric ?? null;
  return `${answer} ${(metric && HARM_OF[metric]) ?? HARM[check]}`;
}

/** Since when, as far as the snapshots that were read prove it; empty: nobody knows. Pure. */
export function sayBeginning(since: IncidentSince | null): Sentence[] {
  if (since === null) return [];
  const { committedAt, lastGoodAt, unreadBetween, isFirst } = since;
  const at: Part = { at: new Date(committedAt) };
  if (lastGoodAt !== null && unreadBetween)
    return sentence("Began between ", { at: new Date(lastGoodAt) }, " and ", at, "; some snapshots between them were not read.");
  if (lastGoodAt !== null) return sentence("Since ", at, "; the snapshot before was OK.");
  if (isFirst) return sentence("Since ", at, ", the table’s first commit.");
  return sentence("Since ", at, " or earlier; no earlier snapshot is known to be OK.");
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
  return sayOnIt(onIt, silence).map((parts) => ({ lead: null, parts: [...parts.map(toPart), "."] }));
}

/** The same behind a sentence about it. Pure. */
export function markTaken({ onIt, silence }: Pick<ToldIncident, "onIt" | "silence">): Part[] {
  return sayOnIt(onIt, silence).flatMap((parts): Part[] => [" · ", ...parts.map(toPart)]);
}

function toPart(part: OnItPart): Part {
  if (typeof part === "string") return part;
  return "person" in part ? clip(part.person, WORDS_MAX.person) : { at: new Date(part.at) };
}
