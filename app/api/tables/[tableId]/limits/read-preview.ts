import type { Db } from "#db/client.ts";
import { listAcceptedSince } from "#db/queries/accepted-levels.ts";
import { listHourlyNumbers, listStoredNumbers } from "#db/queries/limit-preview.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { readTriedLimits, toWrittenLimits, writeLimitLines } from "#lib/config/tried-limits.ts";
import type { LimitPreview, LimitPreviewQuery } from "#lib/contracts/limits.ts";
import { AppError } from "#lib/errors.ts";
import { previewLimits, type ReplayAsked, type ReplayedPoint } from "#lib/incidents/preview-limits.ts";
import { isJudgedByPast, PAST_DAYS } from "#lib/judging/expectation.ts";
import { hasLimits, withLimits } from "#lib/checks/with-limits.ts";
import { METRICS, growsWith, isRunMetric, type MetricName } from "#lib/metrics.ts";

/** More are thinned: each is judged against the weeks before it. */
const POINTS_MAX = 5000;
/** Two a pixel column of a wide chart. */
const DRAWN_MAX = 600;
const DAY_MS = 86_400_000;

/**
 * What the limits that are asked for would have made of the stored numbers of the key's version of today, by the table's own clock. Throws
 * AppError usage when they are no limits, unknown_key for a key that the table has not.
 */
export async function readPreview(
  db: Db,
  table: TableWithKeys,
  { key: keyName, metric, days, warn, alert, accepted: mode }: Omit<LimitPreviewQuery, "tableId">,
  now: Date,
): Promise<LimitPreview> {
  const key = keyName === undefined ? table.keys[0] : table.keys.find(({ name }) => name === keyName);
  if (key === undefined) throw new AppError("unknown_key", `${table.name} has no key ${keyName ?? ""}; its page lists those it has.`);
  const declaration = METRICS[metric];
  const limits = readTriedLimits(metric, { warn, alert });
  const to = table.sampleClock ? (table.lastObservedAt ?? now) : now;
  const from = new Date(to.getTime() - days * DAY_MS);
  // The newest commit itself belongs to it.
  const end = new Date(to.getTime() + 1);
  const { found, numbers, before } = await readNumbers(db, key.currentVersionId, { metric, from, end });
  const levels = (await listAcceptedSince(db, table.id, from))
    .filter((level) => level.tableKeyId === key.id && level.metric === metric && level.acceptedAt < end)
    .map(({ level, acceptedAt, until, endedAt, by }) => ({ level, from: acceptedAt, to: endedAt ?? until, by }));
  const replayed = previewLimits({
    metric,
    key: { id: key.id, name: key.name },
    promise: key.promise,
    limits,
    accepted: mode === "in" ? levels : [],
    before,
    points: numbers,
  });
  return {
    metric,
    label: declaration.label,
    unit: declaration.unit,
    from: from.toISOString(),
    to: to.toISOString(),
    by: isRunMetric(metric) ? "run" : "commit",
    rule: ruleOf({ metric, promise: key.promise, limits }),
    found,
    judged: numbers.length,
    missing: numbers.filter(({ values }) => values[metric] === null).length,
    untrusted: numbers.filter(({ trust }) => trust.level === "untrusted").length,
    openings: replayed.openings.map(({ openedAt, resolvedAt, ...opening }) => ({
      ...opening,
      openedAt: openedAt.toISOString(),
      resolvedAt: resolvedAt?.toISOString() ?? null,
    })),
    openSeconds:
      replayed.openings.reduce((sum, { openedAt, resolvedAt }) => sum + (resolvedAt ?? to).getTime() - openedAt.getTime(), 0) / 1000,
    accepted: levels.map(({ level, from: begin, to: over, by }) => ({ level, from: begin.toISOString(), to: over.toISOString(), by })),
    points: thin(replayed.points).map(toDrawn),
    written: toWrittenLimits({ warn, alert }),
    lines: writeLimitLines(table.name, metric, { warn, alert }),
  };
}

/** What would hold, as a person reads it. */
function ruleOf({ metric, promise, limits }: Pick<ReplayAsked, "metric" | "promise" | "limits">): LimitPreview["rule"] {
  const declaration = METRICS[metric];
  const { warnAt, alertAt, worse } = withLimits(declaration, limits);
  const byPast = isJudgedByPast({ name: metric, declaration }, { promise, limits: limits === undefined ? {} : { [metric]: limits } });
  const applies = hasLimits(declaration, promise);
  return { warnAt: applies ? warnAt : null, alertAt: applies ? alertAt : null, byPast, worse };
}

function toDrawn({ point, value, edge }: ReplayedPoint): LimitPreview["points"][number] {
  const { at, trust, engine } = point;
  return {
    at: at.getTime(),
    value,
    edge: edge(),
    trusted: trust.level !== "untrusted" || trust.direction !== null,
    series: engine,
  };
}

interface Range {
  metric: LimitPreviewQuery["metric"];
  from: Date;
  end: Date;
}

async function readNumbers(db: Db, keyVersionId: number | null, { metric, from, end }: Range) {
  // Before its first run a key has none.
  if (keyVersionId === null) return { found: 0, numbers: [], before: [] };
  const asked = { keyVersionId, metric, beside: besideOf(metric) };
  const weeksBefore = new Date(from.getTime() - PAST_DAYS * DAY_MS);
  const [stored, before] = await Promise.all([
    listStoredNumbers(db, { ...asked, from, to: end, pointsMax: POINTS_MAX }),
    listHourlyNumbers(db, { ...asked, from: weeksBefore, to: from }),
  ]);
  return { ...stored, before };
}

/** What its sentence names, and what it grows with. */
function besideOf(metric: MetricName): MetricName[] {
  const per = growsWith(METRICS[metric]);
  return [
    ...(metric === "surplus_rows" ? (["duplicated_keys"] as const) : []),
    ...(per !== undefined && isRunMetric(per) === isRunMetric(metric) ? [per] : []),
  ];
}

/** Of each stretch the lowest and the highest, so that what is drawn hides no spike. */
function thin(points: readonly ReplayedPoint[]): ReplayedPoint[] {
  if (points.length <= DRAWN_MAX) return [...points];
  const size = Math.ceil(points.length / (DRAWN_MAX / 2));
  const kept: ReplayedPoint[] = [];
  for (let start = 0; start < points.length; start += size) {
    const stretch = points.slice(start, start + size);
    const known = stretch.filter(({ value }) => value !== null).toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
    const chosen = new Set(known.length === 0 ? stretch.slice(0, 1) : [known.at(0), known.at(-1)]);
    kept.push(...stretch.filter((point) => chosen.has(point)));
  }
  return kept;
}
