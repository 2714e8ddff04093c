import { bytesOfHex } from "#lib/causes/key-bytes/hex.ts";
import { readSchemaHeader, sayHeader } from "#lib/causes/key-bytes/schema-header.ts";
import { PARTITIONER_DECLARATIONS } from "#lib/causes/partitioners/registry.ts";
import { sayRows, sayValue } from "#lib/causes/say-values.ts";
import type { DriftFacts } from "#lib/iceberg/contract-causes.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import { isMasked } from "#lib/masking.ts";
import type { Partitioner } from "#lib/drift-names.ts";
import { joinWords } from "#lib/words.ts";

/** Longer bytes are told by their beginning. */
const BYTES_SHOWN_MAX = 24;

interface KeyGroup {
  hex: string;
  places: number[];
  readAs: string | null;
  reads: boolean | null;
}

function groupsOf(rows: readonly SampleRow[]): KeyGroup[] {
  const groups = new Map<string, KeyGroup>();
  for (const [place, { keyBytesHex: hex, evidence }] of rows.entries()) {
    if (hex === null || hex === "") continue;
    const group = groups.get(hex) ?? { hex, places: [], readAs: evidence?.keyReadAs ?? null, reads: evidence?.keyReads ?? null };
    group.places.push(place);
    groups.set(hex, group);
  }
  return [...groups.values()];
}

/** Of unkeyed. Pure. */
export function sayUnkeyed(rows: readonly SampleRow[]): string[] {
  const places = rows.flatMap(({ keyBytesHex }, place) => (keyBytesHex === null || keyBytesHex === "" ? [place] : []));
  return [`${sayRows(places)} came from Kafka without key bytes.`];
}

/** Of key_encoding and key_is_not_business_key: each key bytes with what they read as, and where two differ. Pure. */
export function sayKeyBytes(rows: readonly SampleRow[]): string[] {
  const groups = groupsOf(rows);
  const [one, other] = groups;
  return [
    ...groups.map(({ hex, places, readAs, reads }) => `${sayRows(places)}: ${sayHex(hex)}, ${sayReading({ reads, readAs })}.`),
    ...(groups.length === 2 && one && other ? sayDifference(one.hex, other.hex) : []),
  ];
}

function sayReading({ reads, readAs }: { reads: boolean | null; readAs: string | null }): string {
  if (reads === true) return `which are the row's key${readAs === null ? "" : `, written as ${readAs}`}`;
  return reads === false ? "which are another value than the row's key" : "which cannot be read without a schema registry";
}

function sayHex(hex: string): string {
  if (isMasked(hex)) return `key bytes that are masked (${hex})`;
  const bytes = hex.length / 2;
  const shown = bytes <= BYTES_SHOWN_MAX ? hex : `${hex.slice(0, 2 * BYTES_SHOWN_MAX)}…`;
  return `key bytes ${shown} (${bytes} ${bytes === 1 ? "byte" : "bytes"})`;
}

/** Which bytes differ, counted from 1. */
function sayDifference(one: string, other: string): string[] {
  const [a, b] = [bytesOfHex(one), bytesOfHex(other)];
  if (a === null || b === null) return [];
  const [first, second] = [readSchemaHeader(a), readSchemaHeader(b)];
  if (first && second && a.subarray(first.length).join() === b.subarray(second.length).join())
    return [`They are equal behind their headers, ${sayHeader(first)} and ${sayHeader(second)}.`];
  if (a.length !== b.length) {
    const shorter = Math.min(a.length, b.length);
    const at = a.findIndex((byte, place) => byte !== b[place]);
    const alike = at < 0 ? shorter : at;
    const lengths = `They are ${a.length} and ${b.length} bytes long`;
    if (alike === 0) return [`${lengths}, and already the first byte differs.`];
    if (alike === shorter) return [`${lengths}, and the longer one begins with the shorter one.`];
    return [`${lengths}, and only the first ${alike === 1 ? "byte is" : `${alike} bytes are`} the same.`];
  }
  const places = [...a.keys()].filter((place) => a[place] !== b[place]).map((place) => String(place + 1));
  return places.length > 8
    ? [`They differ in ${places.length} of ${a.length} bytes.`]
    : [`They differ in ${places.length === 1 ? "byte" : "bytes"} ${joinWords(places)} of ${a.length}.`];
}

/** Of a retry beside key_is_not_business_key. Pure. */
export function sayRetry(retry: boolean | null): string[] {
  if (retry === null) return [];
  return retry
    ? ["The rows differ only in Kafka's columns, times and columns equal to their own Kafka key: one request that was sent again."]
    : ["The rows differ in more than their key and times, so they are not a retry of one request."];
}

/**
 * Of partition_drift: the partitions, and how the key's bytes come to each by the partitioners and counts that explain the topic's rows. Pure.
 * In: null: these are not known.
 */
export function sayPartitions(rows: readonly SampleRow[], drift: DriftFacts | null): string[] {
  const groups = groupsOf(rows);
  const [key] = groups;
  const where = rows.map(({ partition }, place) => `row ${place + 1} in partition ${sayValue(partition)}`);
  const lies = `The key bytes are the same, with ${joinWords(where)}.`;
  if (key === undefined || groups.length > 1) return [lies];
  const bytes = isMasked(key.hex) ? null : bytesOfHex(key.hex);
  if (bytes === null) return [lies, "The key bytes are masked, so nothing is computed of them."];
  return [lies, ...sayArithmetic(rows, bytes, drift)];
}

function sayArithmetic(rows: readonly SampleRow[], bytes: Uint8Array, drift: DriftFacts | null): string[] {
  const ways = waysOf(rows, drift);
  return [...ways].map(([partitioner, counts]) => {
    const { label, hash } = PARTITIONER_DECLARATIONS[partitioner];
    const value = hash(bytes);
    const remainders = counts.map((count) => {
      const partition = value % count;
      const found = rows.flatMap((row, at) => (row.partition === String(partition) ? [at] : []));
      return `${value} % ${count} = ${partition}${found.length === 0 ? "" : `, where ${sayRows(found)} ${found.length === 1 ? "lies" : "lie"}`}`;
    });
    return `${label} of the key bytes gives ${value}: ${remainders.join("; ")}.`;
  });
}

/** Partitioners with their counts, in the order of the windows of the rows' topics; without these what Kafka's own client computes is not guessed. */
function waysOf(rows: readonly SampleRow[], drift: DriftFacts | null): Map<Partitioner, number[]> {
  const topics = new Set(rows.map(({ topic }) => topic));
  const ways = new Map<Partitioner, number[]>();
  for (const { topic, windows } of drift?.topics ?? []) {
    if (topic !== null && !topics.has(topic)) continue;
    for (const { partitioner, partitionCount } of windows) {
      if (partitioner === null) continue;
      const counts = ways.get(partitioner) ?? [];
      ways.set(partitioner, counts.includes(partitionCount) ? counts : [...counts, partitionCount]);
    }
  }
  return ways;
}
