import type { IncidentMark } from "#db/queries/incident-marks.ts";
import type { Sparkline, SparklineMetric } from "#db/queries/sparklines.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { viewShares, type ShareView } from "#lib/causes/shares-view.ts";
import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { OverviewSeries, OverviewTable } from "#lib/contracts/overview.ts";
import { judgeKey } from "#lib/judging/key-verdict.ts";
import { judgeLimits, withLimits } from "#lib/judging/limits.ts";
import type { KeyView, TableView } from "./overview-view.ts";

/** A table as its row shows it; `sparkline`: of the key shown, null before its first facts; `mark`: its incidents and silence. Pure. */
export function viewTableRow(
  table: TableView,
  sparkline: Sparkline | null,
  mark: IncidentMark = { incidents: [], silence: null },
): OverviewTable {
  const { shown, keys } = table;
  const surplus = seriesOf(shown, "surplus_rows", sparkline);
  // The verdict may say more behind what it says of surplus rows, and the time belongs to these.
  const [, ofSurplus, more = ""] = /^(.*? extra rows?[^)]*\))\.\s*(.*)$/s.exec(shown.verdict.sentence) ?? [];
  const since = ofSurplus === undefined ? null : (sparkline?.surplusSince ?? null);
  const partitions = seriesOf(shown, "multi_partition_keys", sparkline);
  // It has no limit of its own: with a promised key each such key has surplus rows, and those are judged.
  if (partitions.tone === "plain" && (partitions.value ?? 0) > 0) partitions.tone = surplus.tone;
  // Fine is quiet: why is said where what it explains is found wrong.
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
    sentence: since === null || ofSurplus === undefined ? shown.verdict.sentence : ofSurplus,
    since: since && { at: since.at.toISOString(), orEarlier: since.orEarlier },
    more: since === null ? "" : more,
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

const DECLARATIONS = new Map(CHECKS.flatMap(listMetrics).map(({ name, declaration }) => [name, declaration]));

function seriesOf(key: KeyView, name: SparklineMetric, sparkline: Sparkline | null): OverviewSeries {
  const { values, past, notComputed, limits, promise, trust } = key;
  const value = values[name] ?? null;
  const was = past?.values[name] ?? null;
  const declaration = DECLARATIONS.get(name);
  const [passed] =
    value === null || trust === null || declaration === undefined
      ? []
      : judgeLimits([{ declaration: withLimits(declaration, limits[name]), reading: value }], { promise, trust });
  // The verdict on this number alone, so that a cell never says more than its row.
  const seen = trust && { snapshotId: "", trust, values: { [name]: value } };
  const { state } = judgeKey({ promise, limits, seen, overdueMs: null, paused: false, lastRun: null });
  return {
    value,
    reason: value === null ? (notComputed[name] ?? null) : null,
    change: value === null || was === null ? null : value - was,
    tone: state === "alert" || state === "warning" ? state : "plain",
    limit: passed?.limit ?? null,
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
    : `Its ${others.length} other keys are fine.`;
}
