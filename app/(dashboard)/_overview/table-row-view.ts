import type { IncidentMark } from "#db/queries/incident-marks.ts";
import type { Sparkline } from "#db/queries/sparklines.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { viewShares, type ShareView } from "#lib/causes/shares-view.ts";
import type { OverviewSeries, OverviewTable } from "#lib/contracts/overview.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import { viewAccepted } from "#lib/judging/accepted-words.ts";
import { showMetric } from "#lib/judging/shown-metric.ts";
import { splitSentence } from "#lib/judging/shown-verdict.ts";
import type { KeyView, TableView } from "./overview-view.ts";
import type { SparklineMetricName } from "#lib/metrics.ts";

/** A table as its row shows it; `sparkline`: of the key shown, null before its first facts; `mark`: its incidents and silence. Pure. */
export function viewTableRow(
  table: TableView,
  sparkline: Sparkline | null,
  mark: IncidentMark = { incidents: [], silence: null },
): OverviewTable {
  const { shown, keys } = table;
  const surplus = seriesOf(shown, "surplus_rows", sparkline);
  const partitions = seriesOf(shown, "multi_partition_keys", sparkline);
  const since = markSince(shown.verdict.since);
  const { lead, rest } = splitSentence(shown.verdict);
  // OK is quiet: why is said where what it explains is found wrong.
  const [main] = surplus.tone === "plain" && partitions.tone === "plain" ? [] : viewShares({ shares: shown.causes ?? [] });
  return {
    id: table.id,
    name: table.name,
    kind: table.kind,
    owner: table.owner,
    tags: [...table.tags],
    isSample: table.isSample,
    paused: table.paused,
    state: table.state,
    key: keys.length > 1 ? shown.name : null,
    sentence: since === null ? shown.verdict.sentence : lead,
    since,
    more: since === null ? "" : rest,
    accepted: shown.verdict.accepted.map(viewAccepted),
    cause: main === undefined ? null : viewCause(main),
    otherKeys: sayOthers(keys.filter((key) => key !== shown)),
    judged: shown.promise === "unique",
    surplus,
    partitions,
    ratio: seriesOf(shown, "delete_ratio", sparkline),
    untrustedAt: sparkline?.untrustedAt ?? [],
    trust: shown.trust && { level: shown.trust.level, direction: shown.trust.direction, reason: shown.trust.reasons[0] ?? null },
    incidents: mark.incidents.map(({ id, name, onIt }) => ({ id, name, onIt })),
    silence: mark.silence,
    checkedAt: table.checkedAt?.toISOString() ?? null,
    dueAt: table.dueAt?.toISOString() ?? null,
    overdue: table.overdue,
    failed: table.failed,
  };
}

/** With its words, so that the browser need not know those of all causes. */
function viewCause({ cause, share }: ShareView): OverviewTable["cause"] {
  const { label, look } = causeWords(cause);
  return { name: cause, label, look: { ...look }, share };
}

function seriesOf({ values, past, notComputed, verdict }: KeyView, name: SparklineMetricName, sparkline: Sparkline | null): OverviewSeries {
  const value = values[name] ?? null;
  const was = past?.values[name] ?? null;
  return {
    value,
    reason: value === null ? (notComputed[name] ?? null) : null,
    change: value === null || was === null ? null : value - was,
    ...showMetric(verdict, name, value),
    points: sparkline?.points[name] ?? [],
  };
}

function sayOthers(others: readonly KeyView[]): string | null {
  if (others.length === 0) return null;
  const bad = others.find(({ verdict }) => verdict.state !== "ok");
  if (bad !== undefined) return `Key ${bad.name}: ${bad.verdict.sentence}`;
  const [only] = others;
  return others.length === 1 && only !== undefined
    ? `Key ${only.name}: ${only.verdict.sentence}`
    : `Its ${others.length} other keys are OK.`;
}
