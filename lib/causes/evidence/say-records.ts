import { cameAgain, hasSamePayload } from "#lib/causes/snapshot-overlap.ts";
import type { EvidentRow } from "#lib/causes/table-evidence.ts";
import { storePath } from "#lib/store-place.ts";
import { sayNanoseconds, sayRows, sayValue } from "#lib/causes/say-values.ts";
import { isMasked } from "#lib/masking.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import { joinWords } from "#lib/words.ts";
import { isDelete } from "#lib/causes/ghost-delete.ts";

/** Rows that share what `name` gives, by their places; null and what only one row has are left out. Pure. */
function sharing(rows: readonly SampleRow[], name: (row: SampleRow) => string | null): { name: string; places: number[] }[] {
  const found = new Map<string, number[]>();
  for (const [place, row] of rows.entries()) {
    const one = name(row);
    if (one !== null) found.set(one, [...(found.get(one) ?? []), place]);
  }
  return [...found].flatMap(([one, places]) => (places.length < 2 ? [] : [{ name: one, places }]));
}

/** Of file_registered_twice. Pure. */
export function sayPlaces(rows: readonly SampleRow[]): string[] {
  const written = new Map(rows.toReversed().flatMap(({ file }) => (file === null ? [] : [[storePath(file), file] as const])));
  const placeOf = ({ file, position }: SampleRow) =>
    file === null || position === null ? null : `position ${position} of ${written.get(storePath(file))}`;
  return sharing(rows, placeOf).map(
    ({ name, places }) => `${sayRows(places)} are one stored row, ${name}, which the table lists ${places.length} times.`,
  );
}

/** Of offset_replayed and offset_reused: coordinates that several rows have, and whether what else there is agrees. Pure. */
export function sayCoordinates(rows: readonly SampleRow[]): string[] {
  return sharing(rows, sayCoordinate).flatMap(({ name, places }) => {
    const own = places.flatMap((place) => rows[place] ?? []);
    const times = distinct(own.map(({ evidence }) => evidence?.kafkaTimestamp ?? null));
    const bytes = distinct(own.map(({ keyBytesHex }) => (keyBytesHex === "" ? null : keyBytesHex)));
    const differs = [
      ...(times.length > 1 ? [`the Kafka timestamps differ: ${joinWords(times.map(sayNanoseconds))}`] : []),
      ...(bytes.length > 1 ? [`the key bytes differ: ${joinWords(bytes.map(sayValue))}`] : []),
    ];
    const rest =
      differs.length === 0 ? "and nothing of the record differs, so that it was written more than once" : `and ${differs.join(", and ")}`;
    return [`${sayRows(places)} ${places.length === 2 ? "both" : "all"} have ${name}, ${rest}.`];
  });
}

function sayCoordinate({ topic, partition, offset }: SampleRow): string | null {
  if (partition === null || offset === null) return null;
  const where = topic === null ? `partition ${sayValue(partition)}` : `topic ${sayValue(topic)}, partition ${sayValue(partition)}`;
  return `${where}, offset ${sayValue(offset)}`;
}

/** Of several_topics. Pure. */
export function sayTopics(rows: readonly SampleRow[]): string[] {
  const topics = distinct(rows.map(({ topic }) => topic));
  return [`The rows come from ${topics.length} topics, ${joinWords(topics.map(sayValue))}, and their key bytes are the same.`];
}

/** Of ghost_delete. Pure. */
export function sayGhosts(rows: readonly SampleRow[]): string[] {
  if (rows.some(({ evidence }) => evidence?.op != null && isMasked(evidence.op))) return ["A row has a delete op; the ops are masked."];
  const places = placesOf(rows, ({ evidence }) => evidence !== undefined && isDelete({ evidence }));
  const ops = distinct(places.map((place) => rows[place]?.evidence?.op ?? null));
  return [`${sayRows(places)} ${places.length === 1 ? "has" : "have"} op ${joinWords(ops)}: the source deleted it, and it is still a row.`];
}

/** Of soft_delete. Pure. */
export function sayFlags(rows: readonly SampleRow[]): string[] {
  const marked = placesOf(rows, ({ evidence }) => evidence?.deleted === true);
  if (marked.length === 0) return ["All rows but at most one are marked as deleted; the flag is masked."];
  const others = placesOf(rows, ({ evidence }) => evidence?.deleted !== true);
  const left = others.length === 0 ? "no row is left unmarked" : `${sayRows(others)} ${others.length === 1 ? "is" : "are"} not`;
  return [`${sayRows(marked)} ${marked.length === 1 ? "is" : "are"} marked as deleted at the source, and ${left}.`];
}

/** Of snapshot_overlap. Pure. */
export function sayOverlap(rows: readonly SampleRow[]): string[] {
  if (rows.some(({ evidence }) => evidence?.op != null && isMasked(evidence.op)))
    return ["A snapshot read is beside another one or a change that it covers; the ops are masked."];
  const reads = placesOf(rows, ({ evidence }) => evidence?.op === "r");
  if (reads.length > 1) return [`${sayRows(reads)} are snapshot reads (op r) of one key.`];
  const evident = rows.flatMap((row, place) => (isEvident(row) ? [{ row, place }] : []));
  const changes = evident.filter(({ row }) => row.evidence.op === "c" || row.evidence.op === "u");
  return evident.filter(({ place }) => reads.includes(place)).flatMap((read) => changes.flatMap((change) => sayCovered(read, change)));
}

interface Placed {
  row: EvidentRow;
  place: number;
}

function sayCovered(read: Placed, change: Placed): string[] {
  const both = sayRows([read.place, change.place].toSorted((a, b) => a - b));
  const what = `${both}, a snapshot read (op r) and ${change.row.evidence.op === "c" ? "an insert (op c)" : "an update (op u)"},`;
  if (hasSamePayload([read.row, change.row])) return [`${what} have the same payload.`];
  const [later, earlier] = [read, change].map(({ row }) => row.evidence.lsn.map((part) => part ?? "NULL").join(", "));
  return cameAgain([read.row, change.row])
    ? [`${what} are at log positions ${later} and ${earlier}: the snapshot had seen the change.`]
    : [];
}

function isEvident(row: SampleRow): row is EvidentRow {
  return row.evidence !== undefined;
}

/** Of rewrite_sources_live: which commit added the file of each row. Pure. */
export function sayRewritten(rows: readonly SampleRow[]): string[] {
  return rows.map(({ file, evidence }, place) => {
    const commit = evidence?.addedBy == null ? "" : `, which snapshot ${evidence.addedBy} added`;
    return `Row ${place + 1} is in ${file ?? "a file that is not known"}${commit}.`;
  });
}

/** Of repeated_in_commit. Pure. */
export function sayRepeated(rows: readonly SampleRow[]): string[] {
  const [commit] = distinct(rows.map(({ evidence }) => evidence?.addedBy ?? null));
  return commit === undefined ? [] : [`Snapshot ${commit} added all of these rows.`];
}

function placesOf(rows: readonly SampleRow[], holds: (row: SampleRow) => boolean): number[] {
  return rows.flatMap((row, place) => (holds(row) ? [place] : []));
}

function distinct(values: readonly (string | null)[]): string[] {
  return [...new Set(values)].flatMap((value) => value ?? []);
}
