import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { METRICS, type MetricName } from "#lib/metrics.ts";
import { formatMetric } from "#lib/units.ts";
import type { LimitsPage } from "../_limits/read-limits.ts";
import classes from "./accepted-panel.module.css";
import { AcceptLevel } from "./accept-level.client.tsx";
import { TakeBack } from "./take-back.client.tsx";

interface AcceptedPanelProps {
  page: LimitsPage;
  /** The metric that is looked at. */
  chosen: MetricName;
  now: string;
}

/** What people accept for a while, such as known duplicates: how much, why, until when, and what it is now. */
export function AcceptedPanel({ page: { table, key, rows, accepted }, chosen, now }: AcceptedPanelProps) {
  const choices = rows
    .filter(({ judgedBy }) => judgedBy === "limits" || judgedBy === "past")
    .map(({ metric, label, unit, lastValue }) => ({ metric, label, unit, last: lastValue }));
  return (
    <Panel
      title="Accepted levels"
      aside={
        <AcceptLevel
          tableId={table.id}
          tableKeyId={key.id}
          keyName={table.keys.length > 1 ? key.name : null}
          chosen={chosen}
          choices={choices}
          now={now}
        />
      }
    >
      <PanelBody>
        {accepted.length === 0 && <p className={classes["none"]}>No accepted levels: every value over a limit opens an incident.</p>}
        {accepted.length > 0 && (
          <ul>
            {accepted.map((level) => (
              <Level key={level.id} tableId={table.id} level={level} severalKeys={table.keys.length > 1} />
            ))}
          </ul>
        )}
      </PanelBody>
    </Panel>
  );
}

interface LevelProps {
  tableId: string;
  level: LimitsPage["accepted"][number];
  severalKeys: boolean;
}

function Level({ tableId, level: { id, metric, key, level, now, by, why, acceptedAt, until }, severalKeys }: LevelProps) {
  const { label, unit, worse } = METRICS[metric];
  const isBeyond = now !== null && (worse === "lower" ? now < level : now > level);
  return (
    <li className={classes["item"]}>
      <div className={classes["words"]}>
        <p>
          <b>
            {label}
            {severalKeys && ` of key ${key}`}: up to {formatMetric(level, unit)}
          </b>
          {", now "}
          {now === null ? "not known" : formatMetric(now, unit)} {isBeyond && <Pill tone="alert">beyond it</Pill>}
        </p>
        <p className={classes["why"]}>
          <bdi>{why}</bdi>
        </p>
        <p className={classes["facts"]}>
          <Time at={acceptedAt} /> – <Time at={until} /> · by <bdi>{by}</bdi>
        </p>
      </div>
      <TakeBack tableId={tableId} levelId={id} what={label} />
    </li>
  );
}
