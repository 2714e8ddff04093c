import type { Stat } from "#app/_ui/stats.tsx";
import { worstState } from "#lib/judging/shown-verdict.ts";
import type { OverviewMetricName } from "#lib/metrics.ts";
import { formatCount } from "#lib/units.ts";
import type { KeyView, TableView } from "./overview-view.ts";
import { countStates, type StateCounts } from "./select-tables.ts";

export interface Fleet {
  tables: number;
  counts: StateCounts;
  /** Tables whose observation is not missing, of those that are not paused. */
  onTime: { tables: number; of: number };
  totals: Record<TotalName, Total>;
  /** How many more have alerts and warnings than a week before; null: no table was judged then. */
  change: { alert: number; warning: number } | null;
  /** Tables whose keys were all judged a week before. */
  known: number;
}

type TotalName = "surplusRows" | "multiPartitionKeys" | "deleteRows";
interface Total {
  now: number;
  /** Against a week before, of those keys alone that were known then; null: none was. */
  change: number | null;
}

const DELETE_ROWS = ["position_delete_rows", "equality_delete_rows", "deletion_vector_rows"] as const;

const counted = new WeakMap<readonly TableView[], readonly TableView[]>();

/** The tables that the fleet's numbers are about: the own ones; the samples only where there are no others. The same list for the same list. Pure. */
export function countedTables(all: readonly TableView[]): readonly TableView[] {
  const known = counted.get(all);
  if (known !== undefined) return known;
  const own = all.filter(({ isSample }) => !isSample);
  const tables = own.length === 0 || own.length === all.length ? all : own;
  counted.set(all, tables);
  return tables;
}

const fleets = new WeakMap<readonly TableView[], Fleet>();

/** The numbers of all tables and what became of them in a week. Pure; counted once for one list, since many pages show the same. */
export function viewFleet(tables: readonly TableView[]): Fleet {
  const known = fleets.get(tables) ?? countFleet(tables);
  fleets.set(tables, known);
  return known;
}

function countFleet(tables: readonly TableView[]): Fleet {
  const promised = tables.flatMap(({ keys }) => keys.filter(({ promise }) => promise === "unique"));
  // Deletes belong to the table, and every key's facts repeat them.
  const firsts = tables.flatMap(({ keys }) => keys.slice(0, 1));
  const watched = tables.filter(({ paused }) => !paused);
  const known = tables.filter(({ keys }) => keys.every(({ pastState }) => pastState !== null));
  const now = countStates(known);
  const then = countStates(known.map(({ keys }) => ({ state: worstState(keys.flatMap(({ pastState }) => pastState ?? [])) })));
  return {
    tables: tables.length,
    counts: countStates(tables),
    onTime: { tables: watched.filter(({ overdue }) => !overdue).length, of: watched.length },
    totals: {
      surplusRows: totalOf(promised, ["surplus_rows"]),
      multiPartitionKeys: totalOf(promised, ["multi_partition_keys"]),
      deleteRows: totalOf(firsts, DELETE_ROWS),
    },
    change: known.length === 0 ? null : { alert: now.alert - then.alert, warning: now.warning - then.warning },
    known: known.length,
  };
}

function totalOf(keys: readonly KeyView[], names: readonly OverviewMetricName[]): Total {
  let [now, change, compared] = [0, 0, 0];
  for (const { values, past } of keys) {
    for (const name of names) {
      const [is, was] = [values[name], past?.values[name]];
      now += is ?? 0;
      if (is == null || was == null) continue;
      compared += 1;
      change += is - was;
    }
  }
  return { now, change: compared === 0 ? null : change };
}

/** The six numbers, each with its change in a week where the facts say it. */
export function fleetStats({ counts, onTime, totals, change }: Fleet): Stat[] {
  const total = (label: string, { now, change }: Total, tone: Stat["tone"] = "plain"): Stat => ({
    label,
    value: formatCount(now),
    note: sayChange(change),
    tone,
  });
  return [
    {
      label: "Alerts",
      value: formatCount(counts.alert),
      note: sayChange(change && change.alert),
      tone: counts.alert > 0 ? "alert" : "plain",
    },
    { label: "Warnings", value: formatCount(counts.warning), note: sayChange(change && change.warning) },
    total("Surplus rows", totals.surplusRows),
    { label: "Checks on time", value: `${formatCount(onTime.tables)} of ${formatCount(onTime.of)}`, note: null },
    total("Keys in 2+ partitions", totals.multiPartitionKeys),
    total("Deletes to apply", totals.deleteRows),
  ];
}

/** `+18,725 in 7 d`; null when it is not known. */
function sayChange(change: number | null): string | null {
  if (change === null) return null;
  return change === 0 ? "same as 7 d ago" : `${change > 0 ? "+" : ""}${formatCount(change)} in 7 d`;
}
