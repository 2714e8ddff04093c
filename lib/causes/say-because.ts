import { causeWords } from "#lib/causes/find-declaration.ts";
import type { CauseFacts, DriftTopic } from "#lib/iceberg/contract-causes.ts";
import type { CauseName } from "#lib/names.ts";

/** Completes "because": why keys have this cause, where it can be told with how their topic's partitions came about. Pure. */
export function sayBecause(cause: CauseName, { drift }: Pick<CauseFacts, "drift">): string {
  const [topic, ...others] = drift?.topics ?? [];
  const told = cause === "partition_drift" && topic !== undefined && others.length === 0 ? sayDrift(topic) : null;
  return told ?? causeWords(cause).because;
}

/** null: several things came together, or none is known. */
function sayDrift({ topic, labels, windows }: DriftTopic): string | null {
  const [label, ...others] = labels;
  if (label === undefined || others.length > 0) return null;
  const name = topic === null ? "their topic" : `topic ${topic}`;
  if (label === "another_client") return `clients that write ${name} choose the partition of a key in different ways`;
  if (label === "explicit")
    return `records are in partitions of ${name} that no known partitioner would choose: the producer set them, or the client uses a rule of its own`;
  const counts = [...new Set(windows.flatMap(({ partitioner, partitionCount }) => (partitioner === null ? [] : partitionCount)))];
  const [first, last] = [counts[0], counts.at(-1)];
  if (label === "topic_recreated" && first !== undefined && last !== undefined && first !== last)
    return `${name} was created again with ${last} partitions instead of ${first}`;
  if (label !== "count_raised" || first === undefined || last === undefined || last <= first) return null;
  // Without a topic column two topics of several sizes look the same.
  const one = topic === null ? ", if all rows came from one" : "";
  return `${name} now has ${last} partitions instead of ${first}${one}`;
}
