import Link from "next/link";
import { Face } from "#app/_ui/face.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { Stats } from "#app/_ui/stats.tsx";
import type { RunResult } from "#db/queries/run-results.ts";
import { metricLink, tableLink } from "#lib/contracts/links.ts";
import type { RunView } from "#lib/contracts/run-view.ts";
import { viewResult, type NumberView } from "./results-view.ts";
import classes from "./run-results.module.css";

/** What a run came to: by key its first numbers, how far they can be trusted, and all others one click away. */
export function RunResults({ run, results }: { run: RunView; results: readonly RunResult[] }) {
  if (results.length === 0) {
    return (
      <Face title="Its results are no longer stored">
        <p>
          <Link href={tableLink(run.tableId)}>{run.tableName} now</Link>
        </p>
      </Face>
    );
  }
  return results.map((result) => <Result key={result.key} run={run} result={result} />);
}

function Result({ run, result }: { run: RunView; result: RunResult }) {
  const { key, snapshotId, trust } = result;
  const { first, checks } = viewResult(result);
  return (
    <Panel
      title={`Key ${key}`}
      aside={
        <span className={classes["aside"]}>
          <Pill tone={trust.level === "exact" ? "plain" : "unknown"}>{trust.level}</Pill>
          {snapshotId !== null && <Link href={tableLink(run.tableId, { key, snapshot: snapshotId })}>The table at this snapshot</Link>}
        </span>
      }
    >
      <PanelBody>
        <div className={classes["first"]}>
          <Stats
            stats={first.map(({ label, value, note, tone }) => ({
              label,
              value: value ?? <span title={note ?? undefined}>–</span>,
              tone,
              note: value === null ? <span title={note ?? undefined}>not computed</span> : (note ?? undefined),
            }))}
          />
        </div>
        {trust.reasons.length > 0 && (
          <ul className={classes["reasons"]} aria-label="Why it is not exact">
            {trust.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
        <details className={classes["all"]}>
          <summary>All numbers of key {key}</summary>
          {checks.map(({ title, numbers }) => (
            <Numbers key={title} title={title} numbers={numbers} />
          ))}
        </details>
      </PanelBody>
    </Panel>
  );
}

function Numbers({ title, numbers }: { title: string; numbers: readonly NumberView[] }) {
  return (
    <table className={classes["numbers"]}>
      <caption>{title}</caption>
      <tbody>
        {numbers.map(({ name, label, value, note, tone }) => (
          <tr key={name}>
            <th scope="row">
              <Link href={metricLink(name)} prefetch={false}>
                {label}
              </Link>
            </th>
            <td className={classes[tone]}>{value ?? "–"}</td>
            <td>{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
