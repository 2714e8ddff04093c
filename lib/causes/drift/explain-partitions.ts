import { beginsAnew } from "#lib/causes/drift/begins-anew.ts";
import { discoverClients, type Client } from "#lib/causes/drift/discover.ts";
import { orderRows, type DriftRow, type OrderedRows } from "#lib/causes/drift/drift-rows.ts";
import { findEras } from "#lib/causes/drift/eras.ts";
import { explainRows } from "#lib/causes/drift/explain-rows.ts";
import { findMoves } from "#lib/causes/drift/moves.ts";
import { findUnexplained } from "#lib/causes/drift/unexplained.ts";
import type { DriftTopic, DriftWindow } from "#lib/iceberg/contract-causes.ts";
import { DRIFT_LABELS, type DriftLabel, type Partitioner } from "#lib/drift-names.ts";

/** The sampled rows of one topic. */
export interface TopicRows {
  /** null: the table has no topic column. */
  topic: string | null;
  rows: readonly DriftRow[];
  /** Rows that there are with key bytes and a partition; null: not counted. */
  rowsInAll: number | null;
}

/** Spans of time of a strip. */
const STRIP_SPANS = 48;

interface Explained extends Client {
  rows: number[];
}

interface Stretch {
  client: Client | null;
  rows: number[];
  given: boolean;
}

/**
 * Which partitioner over how many partitions explains the rows of each topic, in which windows of time, and what no partitioner explains. Few
 * rows are explained by nothing: see discoverClients for the criterion and its rate of error. A client that one topic is known to have is
 * looked for first in the others. In: at least one row a topic; `timed`: rows have Kafka timestamps, else windows follow commits; `raw`: key bytes
 * are known to be those that were sent. Where they may be decoded ones, partitions are said to be given only if some client explains other rows. Pure.
 */
export function explainPartitions(
  topics: readonly TopicRows[],
  { timed, raw = true }: { timed: boolean; raw?: boolean | undefined },
): DriftTopic[] {
  const ordered = topics.map((topic) => ({ topic, rows: orderRows(topic.rows) }));
  const first = ordered.map(({ rows }) => discoverClients(rows));
  return ordered.map(({ topic, rows }, index) => {
    const others = new Set<Partitioner>(
      first.flatMap((clients, at) => (at === index ? [] : clients.map(({ partitioner }) => partitioner))),
    );
    const clients = others.size > 0 ? discoverClients(rows, [...others]) : (first[index] ?? []);
    const { explained, rest } = explainRows(rows, clients, findEras(rows, clients));
    return describe(topic, rows, stretchesOf(rows, { explained, rest, canTell: raw || explained.length > 0 }), timed);
  });
}

function stretchesOf(
  rows: OrderedRows,
  { explained, rest, canTell }: { explained: readonly Explained[]; rest: readonly number[]; canTell: boolean },
): Stretch[] {
  const known = explained.map(({ rows: own, ...client }) => ({ client, rows: own, given: false }));
  const unknown = findUnexplained(rows, rest).map((one) => ({ client: null, ...one, given: one.given && canTell }));
  return [...known, ...unknown].toSorted((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
}

function describe({ topic, rowsInAll }: TopicRows, rows: OrderedRows, stretches: readonly Stretch[], timed: boolean): DriftTopic {
  const moves = findMoves(rows);
  return {
    topic,
    sampledRows: rows.count,
    rows: rowsInAll,
    windows: stretches.map((stretch) => windowOf(rows, stretch, timed)),
    // Without a topic column two topics look like one that was created again, and without times commits may come in any order.
    labels: labelsOf(stretches, { drifted: moves.length > 0, changes: countChanges(rows, stretches, timed && topic !== null) }),
    moves,
    strip: stripOf(rows, stretches),
  };
}

function windowOf(rows: OrderedRows, { client, rows: own }: Stretch, timed: boolean): DriftWindow {
  const [first, last] = [own[0] ?? 0, own.at(-1) ?? 0];
  const [from, to] = [rows.at[first] ?? 0, rows.at[last] ?? 0];
  const least = 1 + own.reduce((max, row) => Math.max(max, rows.partition[row] ?? 0), 0);
  return {
    partitioner: client?.partitioner ?? null,
    partitionCount: client?.partitionCount ?? least,
    firstAt: timed ? isoOf(Math.floor(from / 1000)) : null,
    lastAt: timed ? isoOf(Math.ceil(to / 1000)) : null,
    firstSnapshotId: rows.rows[first]?.snapshotId ?? null,
    rows: own.length,
    rowsInTime: rows.at.reduce((sum, at) => sum + (at >= from && at <= to ? 1 : 0), 0),
  };
}

function isoOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** How each client's number of partitions came to change, from one stretch to the next. */
function countChanges(rows: OrderedRows, stretches: readonly Stretch[], isOneTopic: boolean): DriftLabel[] {
  const ofClient = Map.groupBy(
    stretches.filter(({ client }) => client !== null),
    ({ client }) => client?.partitioner,
  );
  return [...ofClient.values()].flatMap((own) =>
    own.slice(1).flatMap(({ client, rows: later }, index): DriftLabel[] => {
      const earlier = own[index];
      if (earlier === undefined || earlier.client?.partitionCount === client?.partitionCount) return [];
      return [isOneTopic && beginsAnew(rows, earlier.rows, later) ? "topic_recreated" : "count_raised"];
    }),
  );
}

/** In the order of DRIFT_LABELS. `drifted`: keys lie in more than one partition, so that something has to be said. */
function labelsOf(stretches: readonly Stretch[], { drifted, changes }: { drifted: boolean; changes: readonly DriftLabel[] }): DriftLabel[] {
  const clients = stretches.flatMap(({ client }) => client ?? []);
  const labels = new Set<DriftLabel>(changes);
  if (changes.length === 0 && new Set(clients.map(({ partitionCount }) => partitionCount)).size > 1) labels.add("count_raised");
  if (new Set(clients.map(({ partitioner }) => partitioner)).size > 1) labels.add("another_client");
  if (drifted) for (const { client, given } of stretches) if (client === null) labels.add(given ? "explicit" : "unexplained");
  if (drifted && labels.size === 0) labels.add("unexplained");
  return DRIFT_LABELS.filter((label) => labels.has(label));
}

function stripOf(rows: OrderedRows, stretches: readonly Stretch[]): DriftTopic["strip"] {
  const [begin, end] = [rows.at[0] ?? 0, rows.at[rows.count - 1] ?? 0];
  const spans = end > begin ? Math.min(STRIP_SPANS, Math.max(1, rows.count)) : 1;
  const width = Math.max(1, (end - begin) / spans);
  const strip = Array.from({ length: spans }, (_, index) => ({
    from: isoOf(Math.floor((begin + index * width) / 1000)),
    to: isoOf(Math.ceil((begin + (index + 1) * width) / 1000)),
    rows: Array.from({ length: stretches.length + 1 }, () => 0),
  }));
  const ofRow = new Int32Array(rows.count).fill(stretches.length);
  for (const [index, { rows: own }] of stretches.entries()) for (const row of own) ofRow[row] = index;
  for (let row = 0; row < rows.count; row++) {
    const span = strip[Math.min(spans - 1, Math.floor(((rows.at[row] ?? 0) - begin) / width))]?.rows;
    const index = ofRow[row] ?? 0;
    if (span) span[index] = (span[index] ?? 0) + 1;
  }
  return strip;
}
