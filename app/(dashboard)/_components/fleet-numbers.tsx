import { formatCount } from "#lib/units.ts";
import classes from "./fleet-numbers.module.css";
import type { OverviewView } from "./overview-view.ts";

/** Six numbers of all tables. */
export function FleetNumbers({ counts, surplusRows, multiPartitionKeys, onTime }: OverviewView) {
  const numbers = [
    ["Wrong now", formatCount(counts.wrong)],
    ["Soon", formatCount(counts.soon)],
    ["Not known", formatCount(counts.unsure)],
    ["Checks on time", `${onTime.tables} of ${onTime.of}`],
    ["Surplus rows", formatCount(surplusRows)],
    ["Keys in 2+ partitions", formatCount(multiPartitionKeys)],
  ];
  return (
    <dl className={classes["numbers"]}>
      {numbers.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
