import { isWorkerAlive } from "#app/_http/worker-alive.ts";
import type { Db } from "#db/client.ts";
import { findCauseFacts, findCausesBeforeCompaction, type CauseFactsRow, type CausesBefore } from "#db/queries/cause-facts.ts";
import { listCauseSeries } from "#db/queries/cause-series.ts";
import { findFacts, findLatestFacts, type StoredFacts } from "#db/queries/facts.ts";
import { getHistoryState } from "#db/queries/history.ts";
import type { IncidentMark } from "#db/queries/incident-marks.ts";
import { listRunsUnderWay } from "#db/queries/runs.ts";
import { countHistory, findFactsVersion, findLatestObservation, findSnapshot, type LatestObservation } from "#db/queries/series-facts.ts";
import { findUsualRange, getSeriesOf } from "#db/queries/series-payload.ts";
import { listSilencesOf, type SilenceRow } from "#db/queries/silences.ts";
import { isCommittedBetween } from "#db/queries/snapshots.ts";
import { findLatestColumns } from "#db/queries/table-schemas.ts";
import { readTableWriter } from "#db/queries/table-writers.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { findSnapshotVerdict } from "#db/queries/verdicts.ts";
import { listWorkers } from "#db/queries/workers.ts";
import { SnapshotId } from "#lib/contracts/key-requests.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { readPoints, type Series } from "#lib/contracts/series.ts";
import type { Verdict, VerdictState } from "#lib/contracts/verdict.ts";
import { datingOf, limitOf } from "#lib/incidents/dating.ts";
import type { TableWriter } from "#lib/layouts/table-writer.ts";
import { readStanding } from "../_frame/read-standing.ts";
import { standingOf, type WhyStanding } from "../_why/standing.ts";
import { viewCauseChart, type CauseChart } from "./cause-chart-view.ts";
import { sayKeyUnderAfter } from "./envelope.ts";
import { readSince, type SinceView } from "../../_since/read-since.ts";
import type { PageQuery } from "./page-query.ts";

/** As many steps as can be told apart in a chart that is drawn on the server. */
const CAUSE_POINTS_MAX = 160;

const DAY_MS = 24 * 3600 * 1000;
const WEEK_MS = 7 * DAY_MS;

/** A snapshot that was asked for: shown, or why it is not. */
type AskedSnapshot =
  | { shown: true; snapshotId: string; committedAt: Date; isExpired: boolean; version: number; isCurrentVersion: boolean }
  | { shown: false; snapshotId: string; why: "unknown" | "unread" | "expired" };

/** All that the page of a table shows of one key. */
export interface TablePage {
  table: TableWithKeys;
  key: TableKeyRow;
  keys: { name: string; promise: string; state: VerdictState }[];
  /** A key that was asked for and that the table has not. */
  unknownKey: string | null;
  /** By the table's own clock. */
  own: Date;
  now: Date;
  seen: LatestObservation | null;
  /** Of the snapshot that is shown: the asked one, else the one last seen. */
  facts: StoredFacts | null;
  operation: string | null;
  /** Who committed it, as far as it says. */
  committedBy: string | null;
  asked: AskedSnapshot | null;
  weekAgo: StoredFacts | null;
  /** On the newest observation, with what is known now. */
  verdict: Verdict;
  /** On the snapshot that is shown; null: it was never judged. */
  shownVerdict: Verdict | null;
  /** When the limit that the verdict names was crossed, with all changes; null: no snapshot dates it. */
  sinceView: SinceView | null;
  overdueMs: number | null;
  history: { read: number; retained: number; underWay: boolean };
  runUnderWay: { id: string } | null;
  workerAlive: boolean;
  /** Unresolved ones with who works on them, and the active silence. */
  mark: IncidentMark;
  /** Those that are active. */
  silences: SilenceRow[];
  series: Series;
  /** Why the keys of the shown snapshot are duplicated. */
  why: WhyStanding;
  /** Over the range of the series, by commit; null: nothing was duplicated in it, or nothing explained. */
  causeChart: CauseChart | null;
  /** Causes before the newest compaction; null if they are the same as now or unknown. */
  causesBefore: CausesBefore | null;
  /** That the business key lies elsewhere, as a sentence; null: nothing to say. */
  keyHint: string | null;
  /** Who owns the table: what advice depends on. */
  writer: TableWriter;
  /** The range that holds where the address names none. */
  usual: string;
}

/** Everything for one request; `now` is the machine's clock. Throws AppError as its queries do. */
export async function readTablePage(db: Db, table: TableWithKeys, query: PageQuery, now: Date): Promise<TablePage | null> {
  const own = table.sampleClock ? (table.lastObservedAt ?? now) : now;
  const [standing, workers, underWay, filling, silences] = await Promise.all([
    readStanding(db, table, now),
    listWorkers(db),
    listRunsUnderWay(db, { tableId: table.id }),
    getHistoryState(db, table.id),
    listSilencesOf(db, table.id, now),
  ]);
  const named = standing.keys.find(({ key: { name } }) => name === query.key);
  const chosen = named ?? standing.keys[0];
  if (chosen === undefined) return null;
  const { key, verdict } = chosen;
  const { seen, latest } = await readLatest(db, key);
  const { asked, facts } = await choose(db, { table, key, snapshotId: query.snapshot, latest });
  const usual = await findUsualRange(db, key.id, own);
  const weekBefore = new Date((asked?.shown && facts !== null ? facts.committedAt : own).getTime() - WEEK_MS);
  const [history, writer, causes, snapshot, weekAgo, sinceView, shownVerdict, series] = await Promise.all([
    countHistory(db, table.id, key.currentVersionId),
    readTableWriter(db, table),
    facts === null ? null : findCauseFacts(db, facts),
    facts === null ? null : findSnapshot(db, table.id, facts.snapshotId),
    facts === null ? null : findFactsBefore(db, table, facts, weekBefore),
    latest === null ? null : viewSince(db, { table, key, facts: latest }, verdict),
    asked?.shown !== true || facts === null ? verdict : findSnapshotVerdict(db, facts),
    getSeriesOf(db, table, { key: key.name, range: query.range ?? usual, by: query.by }, now),
  ]);
  const explained = await explain(db, { table, key, facts, series }, causes);
  return {
    table,
    key,
    keys: standing.keys.map(({ key: { name, promise }, verdict }) => ({ name, promise, state: verdict.state })),
    unknownKey: query.key !== undefined && named === undefined ? query.key : null,
    own,
    now,
    seen,
    facts,
    operation: snapshot?.operation ?? null,
    committedBy: snapshot?.committedBy ?? null,
    asked,
    weekAgo,
    verdict,
    shownVerdict,
    sinceView,
    overdueMs: standing.overdueMs,
    history: { ...history, underWay: filling.underWay },
    runUnderWay: underWay.find(({ reason }) => reason !== "history") ?? null,
    workerAlive: workers.some(isWorkerAlive),
    mark: standing.mark,
    silences: silences.filter(({ from }) => from <= now),
    series,
    ...explained,
    writer,
    usual,
  };
}

async function explain(
  db: Db,
  { table, key, facts, series }: Pick<TablePage, "table" | "key" | "facts" | "series">,
  causes: CauseFactsRow | null,
): Promise<Pick<TablePage, "why" | "causeChart" | "causesBefore" | "keyHint">> {
  const why = standingOf(facts, causes, table.definition);
  if (facts === null) return { why, causeChart: null, causesBefore: null, keyHint: null };
  const { keyVersionId, committedAt: upTo } = facts;
  const [causeChart, causesBefore, latestColumns] = await Promise.all([
    readCauseChart(db, facts, series),
    why.is === "explained" ? findCausesBeforeCompaction(db, { tableId: table.id, keyVersionId, upTo }) : null,
    facts.values.envelope === 1 ? findLatestColumns(db, table.id) : null,
  ]);
  const differ = causesBefore !== null && why.is === "explained" && !hasShares(causesBefore.found.causes, why.causes);
  return {
    why,
    causeChart,
    causesBefore: differ ? causesBefore : null,
    keyHint: latestColumns && sayKeyUnderAfter(key.columns, latestColumns),
  };
}

/** Whether the causes have the same keys each. */
function hasShares(one: CauseFacts | null, other: CauseFacts): boolean {
  const keysOf = ({ shares }: CauseFacts) => shares.map(({ cause, keys }) => `${cause} ${keys}`).join();
  return one !== null && keysOf(one) === keysOf(other);
}

/** Nothing is asked where the series shows no duplicates. */
async function readCauseChart(db: Db, { keyVersionId, engine }: StoredFacts, { meta, columns }: Series): Promise<CauseChart | null> {
  if (!readPoints(columns).some(({ values }) => (values.surplus_rows?.max ?? 0) > 0)) return null;
  const range = { from: new Date(meta.from), to: new Date(meta.to) };
  return viewCauseChart(await listCauseSeries(db, { keyVersionId, engine, ...range, pointsMax: CAUSE_POINTS_MAX }), range);
}

/**
 * The facts that a table had at a moment. null: nobody knows, because snapshots committed since and before that moment were not read; a day of
 * them is overlooked, since of a table that is written every minute only some are.
 */
async function findFactsBefore(db: Db, table: TableWithKeys, { keyVersionId, engine }: StoredFacts, at: Date): Promise<StoredFacts | null> {
  const facts = await findLatestFacts(db, { keyVersionId, engine, before: at });
  if (facts === null || at.getTime() - facts.committedAt.getTime() < DAY_MS) return facts;
  return (await isCommittedBetween(db, table.id, { after: facts.committedAt, before: at })) ? null : facts;
}

/** What was last seen of a key, and the facts of that snapshot. */
async function readLatest(
  db: Db,
  { currentVersionId: keyVersionId }: TableKeyRow,
): Promise<{ seen: LatestObservation | null; latest: StoredFacts | null }> {
  const seen = keyVersionId === null ? null : await findLatestObservation(db, keyVersionId);
  if (keyVersionId === null || seen === null || seen.snapshotId === null) return { seen, latest: null };
  return { seen, latest: await findFacts(db, { keyVersionId, snapshotId: seen.snapshotId, engine: seen.engine }) };
}

async function choose(
  db: Db,
  {
    table,
    key,
    snapshotId,
    latest,
  }: { table: TableWithKeys; key: TableKeyRow; snapshotId: string | undefined; latest: StoredFacts | null },
): Promise<{ asked: AskedSnapshot | null; facts: StoredFacts | null }> {
  if (snapshotId === undefined) return { asked: null, facts: latest };
  const [version, listed] = SnapshotId.safeParse(snapshotId).success
    ? await Promise.all([findFactsVersion(db, { tableKeyId: key.id, snapshotId }), findSnapshot(db, table.id, snapshotId)])
    : [null, null];
  const facts = version === null ? null : await findFacts(db, { ...version, snapshotId });
  if (version === null || facts === null) {
    const why = listed === null ? "unknown" : listed.expiredAt === null ? "unread" : "expired";
    return { asked: { shown: false, snapshotId, why }, facts: latest };
  }
  const { committedAt } = facts;
  const isExpired = listed === null || listed.expiredAt !== null;
  return {
    asked: { shown: true, snapshotId, committedAt, isExpired, version: version.version, isCurrentVersion: version.isCurrent },
    facts,
  };
}

async function viewSince(
  db: Db,
  { table, key, facts }: { table: TableWithKeys; key: TableKeyRow; facts: StoredFacts },
  { findings: [worst] }: Verdict,
): Promise<SinceView | null> {
  const of = worst === undefined ? null : datingOf(worst, facts);
  return of === null ? null : await readSince(db, { tableId: table.id, key, of, headId: facts.snapshotId, limit: limitOf(of) });
}
