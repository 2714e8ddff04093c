import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { limitsLink } from "#lib/contracts/links.ts";
import type { MetricName } from "#lib/metrics.ts";
import { formatCount } from "#lib/units.ts";
import type { LimitRow, LimitSide } from "../_limits/list-limits.ts";
import type { LimitsPage } from "../_limits/read-limits.ts";
import type { LimitsSearch } from "../search-params.ts";
import classes from "./limits-table.module.css";

interface LimitsTableProps {
  page: LimitsPage;
  /** The metric that is previewed. */
  chosen: MetricName;
  search: LimitsSearch;
}

/** Every metric with the limits that hold, where they come from and its last number; each leads to its preview. */
export function LimitsTable({ page, chosen, search }: LimitsTableProps) {
  const judged = page.rows.filter(({ judgedBy }) => judgedBy === "limits" || judgedBy === "past");
  const others = page.rows.filter((row) => !judged.includes(row));
  const hrefOf = (metric: MetricName) =>
    limitsLink(page.table.id, {
      metric,
      ...(search.key !== null && { key: search.key }),
      ...(search.days !== 90 && { days: search.days }),
    });
  const parts = { chosen, hrefOf };
  return (
    <Panel
      title="Current limits"
      aside={
        page.seenAt === null ? (
          "not seen yet"
        ) : (
          <>
            last numbers of <Time at={page.seenAt.toISOString()} />
          </>
        )
      }
    >
      <PanelBody>
        <Rows label="Current limits" rows={judged} {...parts} />
        <details className={classes["more"]} open={others.some(({ metric }) => metric === chosen)}>
          <summary>{formatCount(others.length)} more without limits</summary>
          <Rows label="Metrics without limits" rows={others} {...parts} />
        </details>
      </PanelBody>
    </Panel>
  );
}

interface RowsProps {
  label: string;
  rows: readonly LimitRow[];
  chosen: MetricName;
  hrefOf: (metric: MetricName) => string;
}

function Rows({ label, rows, chosen, hrefOf }: RowsProps) {
  return (
    <table className={classes["table"]} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Metric</th>
          <th scope="col">Warn</th>
          <th scope="col">Alert</th>
          <th scope="col">Last</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.metric} className={row.metric === chosen ? classes["chosen"] : ""}>
            <th scope="row">
              <Link href={hrefOf(row.metric)} aria-current={row.metric === chosen ? "true" : undefined} scroll={false} prefetch={false}>
                {row.label}
              </Link>
            </th>
            {row.judgedBy === "past" ? (
              <td colSpan={2} className={classes["by"]}>
                by its past
              </td>
            ) : row.judgedBy === "promise" ? (
              <td colSpan={2} className={classes["by"]}>
                only where a key promises one row each
              </td>
            ) : (
              <>
                <Side side={row.warn} />
                <Side side={row.alert} />
              </>
            )}
            <td>
              {row.passed === null ? (
                (row.last ?? <span title="It was not computed.">–</span>)
              ) : (
                <Pill tone={row.passed === "alert" ? "alert" : "warning"} title={`Over its limit: ${row.passed}.`}>
                  {row.last}
                </Pill>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Side({ side: { text, from } }: { side: LimitSide }) {
  return (
    <td>
      {text ?? "–"}
      {from !== "" && <small>{from}</small>}
    </td>
  );
}
