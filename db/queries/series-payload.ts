import type { Db } from "../client.ts";
import { countCommits, listFailedRuns, listSnapshotEvents, listUnreadSnapshots, type UnreadSnapshot } from "./events.ts";
import { listNotes } from "./notes.ts";
import { findExtent, findLatestObservation, listKeyVersions, listOperations } from "./series-facts.ts";
import { getSeries, getSeriesByRun, getSeriesEdges, type SeriesPoint } from "./series.ts";
import { getTable, type TableKeyRow, type TableWithKeys } from "./tables.ts";
import { SERIES_VALUES, type SeriesValueName } from "#lib/charts.ts";
import { isOverdue } from "#lib/config/schedule.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { parseRange, resolveRange, usualRange } from "#lib/contracts/series-range.ts";
import { type Series, type SeriesBy, type SeriesColumns, type SeriesEvent, type SeriesQuery } from "#lib/contracts/series.ts";
import { listExpected } from "./verdicts.ts";
import { AppError } from "#lib/errors.ts";

/** As many as a wide chart has pixel columns for, at two points each. */
const POINTS_MAX = 480;
const COMMIT_BUCKETS = 240;
const EVENTS_MAX = 120;

type Point = SeriesPoint<SeriesValueName>;

const NO_EDGES: { before: Point | null; after: Point | null } = { before: null, after: null };

/**
 * What a table's charts show of one key in one range: points, events, gaps, commits. A range that cannot be read is the default one.
 * Throws AppError unknown_table, and unknown_key for a name that the table has no key of.
 */
export async function getTableSeries(db: Db, query: SeriesQuery, now: Date): Promise<Series> {
  return await getSeriesOf(db, await getTable(db, query.tableId), query, now);
}

/** The range of a key's charts where nobody chose one; `now` is the table's own clock. */
export async function findUsualRange(db: Db, tableKeyId: string, now: Date): Promise<string> {
  return usualRange(await findExtent(db, tableKeyId, "commit"), now);
}

/** The same of a table that was read already. Throws AppError unknown_key. */
export async function getSeriesOf(db: Db, table: TableWithKeys, query: Omit<SeriesQuery, "tableId">, now: Date): Promise<Series> {
  const key = query.key === undefined ? table.keys[0] : table.keys.find(({ name }) => name === query.key);
  if (!key) throw new AppError("unknown_key", `The table ${table.name} has no key ${query.key ?? ""}; its page lists those it has.`);
  const own = table.sampleClock ? (table.lastObservedAt ?? now) : now;
  const range = parseRange(query.range) ?? parseRange(undefined);
  if (range === null) throw new Error("the default range is none");
  const extent = range.kind === "all" ? await findExtent(db, key.id, query.by) : { earliest: null, latest: null };
  const span = resolveRange(range, { now: own, ...extent });
  const read = query.by === "run" ? getSeriesByRun : getSeries;
  const [found, edges, versions, commits, latest, expected] = await Promise.all([
    read(db, { tableKeyId: key.id, ...span, pointsMax: POINTS_MAX, metrics: SERIES_VALUES }),
    // A file holds what is in its range, and nothing beside.
    query.download === undefined ? getSeriesEdges(db, { tableKeyId: key.id, ...span, metrics: SERIES_VALUES, by: query.by }) : NO_EDGES,
    listKeyVersions(db, key.id),
    countCommits(db, table.id, span, COMMIT_BUCKETS),
    key.currentVersionId === null ? null : findLatestObservation(db, key.currentVersionId),
    listExpected(db, { tableKeyId: key.id, metric: "multi_partition_keys", ...span }),
  ]);
  const numbers = new Map(versions.map(({ id, version }) => [id, version]));
  const points = dropOverlaid(found);
  const shown = { table, key, span, points, numbers };
  const [events, gaps, operations] = await Promise.all([
    listEvents(db, shown),
    query.by === "run" ? [] : readGaps(db, shown),
    listOperations(
      db,
      table.id,
      [...some(edges.before), ...points].flatMap(({ snapshotId }) => snapshotId ?? []),
    ),
  ]);
  return {
    meta: {
      from: span.from.toISOString(),
      to: span.to.toISOString(),
      now: own.toISOString(),
      knownUntil: (table.lastObservedAt ?? own).toISOString(),
      by: query.by,
      key: key.name,
      events: events.slice(-EVENTS_MAX),
      eventsLeftOut: Math.max(0, events.length - EVENTS_MAX),
      gaps: [...gaps, ...findMissing(shown, query.by, now)],
      expected: expected.map(({ from, to, low, high }) => ({
        from: from.toISOString(),
        to: (to ?? span.to).toISOString(),
        low,
        high,
      })),
      commits,
      revision: `${latest?.runId ?? "none"} ${table.lastRunId ?? ""} ${table.lastRunState ?? ""}`,
    },
    columns: toColumns([...some(edges.before), ...points, ...some(edges.after)], numbers, operations),
  };
}

function some(point: Point | null): Point[] {
  return point === null ? [] : [point];
}

interface Shown {
  table: TableWithKeys;
  key: TableKeyRow;
  span: { from: Date; to: Date };
  points: readonly Point[];
  numbers: ReadonlyMap<number, number>;
}

async function listEvents(db: Db, { table, key, span, points, numbers }: Shown): Promise<SeriesEvent[]> {
  const standingClock = table.sampleClock ? table.lastObservedAt : null;
  const [commits, failed, notes] = await Promise.all([
    listSnapshotEvents(db, table.id, span),
    listFailedRuns(db, { tableId: table.id, tableKeyId: key.id, standingClock }, span),
    listNotes(db, table.id, span),
  ]);
  const events = commits.flatMap(({ snapshotId, committedAt, operation, schemaId, schemaBefore }) => {
    const at = committedAt.toISOString();
    const compaction: SeriesEvent = { id: `c${snapshotId}`, at, kind: "compaction", label: "compaction", text: "", ref: snapshotId };
    const text = `Schema ${schemaId} took the place of schema ${schemaBefore}.`;
    const schema: SeriesEvent = { id: `s${snapshotId}`, at, kind: "schema", label: "schema changed", text, ref: snapshotId };
    return [...(operation === "replace" ? [compaction] : []), ...(schemaBefore === null ? [] : [schema])];
  });
  for (const { runId, at, message, askedSnapshotId } of failed) {
    const label = askedSnapshotId === null ? "run failed" : "not read: run failed";
    events.push({ id: `f${runId}`, at: at.toISOString(), kind: "failed", label, text: message ?? "", ref: runId });
  }
  for (const { id, at, author, text } of notes) {
    const label = text.length > 32 ? `${text.slice(0, 30).trimEnd()}…` : text;
    events.push({ id: `n${id}`, at: at.toISOString(), kind: "note", label, text: `${text} – ${author}`, ref: id });
  }
  return [...events, ...splits(points, numbers)].sort((a, b) => a.at.localeCompare(b.at));
}

/** Where the series begins anew: the numbers on both sides answer different questions, or another engine's. */
function splits(points: readonly Point[], numbers: ReadonlyMap<number, number>): SeriesEvent[] {
  return points.flatMap((point, place): SeriesEvent[] => {
    const before = points[place - 1];
    if (before === undefined) return [];
    const at = point.firstAt.toISOString();
    const version = numbers.get(point.keyVersionId) ?? 0;
    if (before.keyVersionId !== point.keyVersionId) {
      const text = "The key's columns, its filter or its Kafka columns were changed; numbers on both sides are not compared.";
      return [{ id: `v${at}`, at, kind: "version", label: `key version ${version}`, text, ref: null }];
    }
    if (before.engine === point.engine) return [];
    return [{ id: `e${at}`, at, kind: "engine", label: `read by ${point.engine}`, text: "", ref: null }];
  });
}

/**
 * The points of one series: where several key versions or engines have numbers of the same time (a history that is read again), those of the
 * one that goes on longest stay, and the others' before its first.
 */
function dropOverlaid(points: readonly Point[]): Point[] {
  const groups = [...Map.groupBy(points, ({ keyVersionId, engine }) => `${keyVersionId} ${engine}`).values()];
  const newest = (group: readonly Point[]) => group.at(-1)?.lastAt.getTime() ?? 0;
  let earliest = Infinity;
  const kept = groups
    .toSorted((a, b) => newest(b) - newest(a) || (b[0]?.keyVersionId ?? 0) - (a[0]?.keyVersionId ?? 0))
    .flatMap((group) => {
      const before = group.filter(({ lastAt }) => lastAt.getTime() < earliest);
      earliest = Math.min(earliest, before[0]?.firstAt.getTime() ?? earliest);
      return before;
    });
  return kept.sort((a, b) => a.firstAt.getTime() - b.firstAt.getTime());
}

async function readGaps(db: Db, { table, key, span, points }: Shown): Promise<Series["meta"]["gaps"]> {
  const keyVersionId = key.currentVersionId;
  if (keyVersionId === null) return [];
  const currentFrom = points.find((point) => point.keyVersionId === keyVersionId)?.firstAt ?? span.to;
  return findGaps(await listUnreadSnapshots(db, { tableId: table.id, tableKeyId: key.id, keyVersionId, currentFrom }, span), points, span);
}

const GAP_WORDS: Record<string, string> = { failed: "run failed", queued: "not read yet", running: "being read" };

/** Between two points, or a point and an edge, where snapshots were committed that nobody read. */
function findGaps(unread: readonly UnreadSnapshot[], points: readonly Point[], { from, to }: Shown["span"]): Series["meta"]["gaps"] {
  const gaps = new Map<string, Series["meta"]["gaps"][number]>();
  let next = 0;
  for (const { committedAt, runState, expired } of unread) {
    while ((points[next]?.firstAt.getTime() ?? Infinity) < committedAt.getTime()) next += 1;
    const before = points[next - 1];
    const after = points[next];
    // Within a bucket: the others in it have numbers.
    if (before !== undefined && before.lastAt > committedAt) continue;
    const begin = (before?.lastAt ?? from).toISOString();
    const word = GAP_WORDS[runState ?? ""] ?? (expired ? "expired before it was read" : "not read yet");
    const known = gaps.get(begin);
    const end = after?.firstAt ?? new Date(Math.min(committedAt.getTime(), to.getTime()));
    gaps.set(begin, { from: begin, to: end.toISOString(), word: known === undefined || known.word === word ? word : "not read" });
  }
  return [...gaps.values()];
}

/** Where runs should have looked and did not: between two of them, by the table's schedule, and from the latest until now. */
function findMissing({ table, points, span }: Shown, by: SeriesBy, now: Date): Series["meta"]["gaps"] {
  const { schedule } = table.definition;
  const last = table.lastObservedAt;
  if (table.sampleClock || table.paused || table.archivedAt !== null || last === null) return [];
  const seen = by === "run" ? points.map(({ firstAt, lastAt }) => ({ firstAt, lastAt })) : [];
  const ends = last < span.to && now > span.from ? [{ firstAt: new Date(Math.min(now.getTime(), span.to.getTime())), lastAt: now }] : [];
  return [...(by === "run" ? seen : [{ firstAt: last, lastAt: last }]), ...ends].flatMap(({ firstAt }, place, all) => {
    const before = all[place - 1]?.lastAt;
    if (before === undefined || !isOverdue(schedule, before, firstAt, SERVICE_DEFAULTS.overdueFactor)) return [];
    const from = new Date(Math.max(before.getTime(), span.from.getTime()));
    return firstAt <= from ? [] : [{ from: from.toISOString(), to: firstAt.toISOString(), word: "no observation" }];
  });
}

function toColumns(
  points: readonly Point[],
  numbers: ReadonlyMap<number, number>,
  operations: ReadonlyMap<string, string | null>,
): SeriesColumns {
  const columns: SeriesColumns = {
    first_at: points.map(({ firstAt }) => firstAt.getTime()),
    at: points.map(({ lastAt }) => lastAt.getTime()),
    count: points.map(({ count }) => count),
    snapshot_id: points.map(({ snapshotId }) => snapshotId),
    operation: points.map(({ snapshotId }) => operations.get(snapshotId ?? "") ?? null),
    version: points.map(({ keyVersionId }) => numbers.get(keyVersionId) ?? null),
    engine: points.map(({ engine }) => engine),
    trust: points.map(({ trustLevel }) => trustLevel),
    direction: points.map(({ trustDirection }) => trustDirection),
  };
  const several = points.some(({ count }) => count > 1);
  for (const name of SERIES_VALUES) {
    columns[name] = points.map(({ values }) => values[name]?.last ?? null);
    if (!several) continue;
    columns[`${name}_min`] = points.map(({ values }) => values[name]?.min ?? null);
    columns[`${name}_max`] = points.map(({ values }) => values[name]?.max ?? null);
  }
  return columns;
}
