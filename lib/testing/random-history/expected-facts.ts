import type { PlanFacts } from "#lib/iceberg/contract.ts";
import { isDeletionVector } from "#lib/testing/iceberg-writer/content-file.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import { leavesOf } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { danglingDeletes, rawRows, valueOf } from "#lib/testing/iceberg-writer/live-rows.ts";
import type { LiveRow } from "#lib/testing/iceberg-writer/live-rows.ts";
import { microsecondsOf } from "#lib/testing/iceberg-writer/values.ts";
import { leafById } from "#lib/testing/random-history/columns.ts";
import type { Inquiry } from "#lib/testing/random-history/inquiry.ts";
import type { Play } from "#lib/testing/random-history/play.ts";

/** The rows of one business key, and what they say of it. */
export interface ExpectedKey {
  key: string[];
  rows: LiveRow[];
  partitions: string[];
  keyBytesHex: string[];
}

export interface ExpectedFacts {
  plan: Record<string, number>;
  profile: Record<string, number | null>;
  histogram: Record<string, number> | null;
  rowFacts: Record<string, number | null>;
  keys: Map<string, ExpectedKey>;
  value: (row: LiveRow, fieldId: number) => string | null;
}

/** A value as DuckDB casts it to text in UTC. */
export function shownText(type: unknown, value: string | null): string | null {
  return value !== null && type === "timestamptz" ? `${value}+00` : value;
}

const TARGET_FILE_BYTES = 512 * 1024 * 1024;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function totals(name: keyof PlanFacts, files: readonly ContentFile[]): Record<string, number> {
  return {
    [`${name}.files`]: files.length,
    [`${name}.rows`]: sum(files.map(({ recordCount }) => recordCount)),
    [`${name}.bytes`]: sum(files.map((file) => (isDeletionVector(file) ? (file.contentSizeBytes ?? 0) : file.fileSizeBytes))),
  };
}

function expectedPlan(play: Play, snapshotId: bigint | null): Record<string, number> {
  const entries = snapshotId === null ? [] : play.table.liveEntries(snapshotId);
  const files = entries.map(({ file }) => file);
  const data = files.filter(({ content }) => content === "data");
  const byPath = Map.groupBy(data, ({ path }) => path);
  const target = play.history.targetFileBytes ?? TARGET_FILE_BYTES;
  return {
    ...totals("data", data),
    ...totals(
      "positionDeletes",
      files.filter((file) => file.content === "position deletes" && !isDeletionVector(file)),
    ),
    ...totals(
      "equalityDeletes",
      files.filter(({ content }) => content === "equality deletes"),
    ),
    ...totals("deletionVectors", files.filter(isDeletionVector)),
    smallDataFiles: data.filter(({ fileSizeBytes }) => fileSizeBytes * 4 < target).length,
    danglingDeleteFiles: danglingDeletes(entries, play.modelled.contents, play.table.state.specs).length,
    filesRegisteredTwice: [...byPath.values()].filter((group) => group.length > 1).length,
  };
}

/** Rows by key, without those that have a NULL in it. */
function byKey(rows: readonly LiveRow[], inquiry: Inquiry, value: ExpectedFacts["value"]): Map<string, ExpectedKey> {
  const keys = new Map<string, ExpectedKey>();
  const { kafkaPartition, kafkaTopic, kafkaKey } = inquiry.roles;
  const of = (row: LiveRow, id: number | undefined): string | null => (id === undefined ? null : value(row, id));
  for (const [text, group] of Map.groupBy(rows, (row) => JSON.stringify(inquiry.keyIds.map((id) => value(row, id))))) {
    const key = JSON.parse(text) as (string | null)[];
    if (key.includes(null)) continue;
    const partitions = group.flatMap((row) => {
      const partition = of(row, kafkaPartition);
      return partition === null ? [] : [kafkaTopic === undefined ? partition : `${of(row, kafkaTopic) ?? ""}/${partition}`];
    });
    const keyBytesHex = group.flatMap((row) => of(row, kafkaKey) ?? []);
    keys.set(text, {
      key: key.map((part, index) => shownText(leafById(inquiry.fields, inquiry.keyIds[index] ?? 0)?.type, part) ?? ""),
      rows: group,
      partitions: [...new Set(partitions)].toSorted(),
      keyBytesHex: [...new Set(keyBytesHex)].toSorted(),
    });
  }
  return keys;
}

function expectedProfile(rows: readonly LiveRow[], raw: readonly LiveRow[], inquiry: Inquiry, value: ExpectedFacts["value"]) {
  const keys = byKey(rows, inquiry, value);
  const all = [...keys.values()];
  const duplicated = (some: readonly ExpectedKey[]): number => some.filter((key) => key.rows.length > 1).length;
  const inKeys = sum(all.map((key) => key.rows.length));
  const histogram = Object.fromEntries(["0", "1", "2", "3", "4", "5+"].map((bucket) => [bucket, 0]));
  for (const { partitions } of all) {
    const bucket = partitions.length > 4 ? "5+" : String(partitions.length);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }
  const partitioned = inquiry.roles.kafkaPartition !== undefined;
  const profile = {
    rows: rows.length,
    nullKeyRows: rows.length - inKeys,
    distinctKeys: keys.size,
    duplicatedKeys: duplicated(all),
    rowsPerKeyMax: Math.max(0, ...all.map((key) => key.rows.length)),
    partitionsPerKeyMax: partitioned ? Math.max(0, ...all.map((key) => key.partitions.length)) : null,
    multiPartitionKeys: partitioned ? all.filter((key) => key.partitions.length > 1).length : null,
    multiKeyBytesKeys: inquiry.roles.kafkaKey === undefined ? null : all.filter((key) => key.keyBytesHex.length > 1).length,
    rawRows: raw.length,
    rawDuplicatedKeys: duplicated([...byKey(raw, inquiry, value).values()]),
  };
  return { keys, profile, histogram: partitioned ? histogram : null };
}

/** Keys with two snapshot reads, or with a snapshot read and a change that agree in every column that has no role. */
function overlappingKeys(keys: Iterable<ExpectedKey>, { fields, roles }: Inquiry, value: ExpectedFacts["value"]): number | null {
  const { op } = roles;
  if (op === undefined) return null;
  // The event time is part of what happened; the other roles say how it came.
  const { eventTime: _part, ...apart } = roles;
  const taken = new Set(Object.values(apart));
  const payload = fields.filter((field) => !leavesOf([field]).some(({ id }) => taken.has(id))).flatMap((field) => leavesOf([field]));
  const payloads = (rows: readonly LiveRow[], ...wanted: string[]): string[] =>
    rows.filter((row) => wanted.includes(value(row, op) ?? "")).map((row) => JSON.stringify(payload.map(({ id }) => value(row, id))));
  return [...keys].filter(({ rows }) => {
    const reads = payloads(rows, "r");
    return reads.length > 1 || payloads(rows, "c", "u").some((text) => reads.includes(text));
  }).length;
}

/** All that the model can say of the snapshot that an inquiry names. */
export function expectedFacts(play: Play, inquiry: Inquiry): ExpectedFacts {
  const { contents } = play.modelled;
  const value = (row: LiveRow, fieldId: number): string | null => valueOf(contents, row.row, fieldId);
  const { filter, snapshotId, roles } = inquiry;
  const kept = (rows: readonly LiveRow[]): LiveRow[] => rows.filter((row) => filter === null || filter.keeps(value(row, filter.fieldId)));
  const rows = kept(play.modelled.liveRows(snapshotId));
  const raw = kept(snapshotId === null ? [] : rawRows(play.table.liveEntries(snapshotId), contents));
  const times = rows.flatMap((row) => (roles.eventTime === undefined ? [] : (value(row, roles.eventTime) ?? [])));
  const latest = times.map(microsecondsOf).reduce<bigint | null>((most, time) => (most === null || time > most ? time : most), null);
  const counted = (id: number | undefined, text: string): number | null =>
    id === undefined ? null : rows.filter((row) => value(row, id) === text).length;
  const profile = expectedProfile(rows, raw, inquiry, value);
  return {
    plan: expectedPlan(play, snapshotId),
    ...profile,
    rowFacts: {
      snapshotStreamOverlapKeys: overlappingKeys(profile.keys.values(), inquiry, value),
      latestAtMs: latest === null ? null : Math.trunc(Number(latest) / 1000),
      ghostRows: counted(roles.op, "d"),
      softDeletedRows: counted(roles.deleted, "true"),
    },
    value,
  };
}
