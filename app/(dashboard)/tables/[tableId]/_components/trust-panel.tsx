import Link from "next/link";
import { Panel } from "#app/_ui/panel.tsx";
import { StatePill } from "#app/_ui/state-pill.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import { runLink, tableLink } from "#lib/contracts/links.ts";
import type { TrustLevel } from "#lib/names.ts";
import { formatBytes, formatCount, formatDuration } from "#lib/units.ts";
import type { TablePage } from "./read-table-page.ts";
import classes from "./rail.module.css";
import { sayProof } from "./row-proof.ts";

const STATES: Record<TrustLevel, "ok" | "unknown"> = { exact: "ok", partial: "unknown", untrusted: "unknown" };

/** How far the numbers of the shown snapshot can be believed, what they rest on and what they cost. */
export function TrustPanel({ page }: { page: TablePage }) {
  const { table, key, facts, seen, operation, committedBy, asked } = page;
  if (facts === null) {
    return (
      <Panel title="How sure">
        <p className={classes["say"]}>Nothing has been read yet.</p>
      </Panel>
    );
  }
  const { level, direction, reasons } = facts.trust;
  const cost = asked?.shown === true ? null : (seen?.cost ?? null);
  // The newest run had nothing to read: what it cost is not what these numbers cost.
  const isEarlier = cost !== null && cost.engineVersion === null;
  const read = [
    ...(isEarlier ? ["earlier,"] : cost?.bytes == null ? [] : [formatBytes(cost.bytes)]),
    ...(isEarlier || cost?.ms == null ? [] : [`in ${formatDuration(cost.ms)}`]),
    facts.readBy === "own plan" ? "by Bergwatch's own plan" : "by iceberg_scan",
  ].join(" ");
  const nullKeys = facts.values.null_key_rows;
  const proof = sayProof(facts.values, table.definition.filter !== null);
  return (
    <Panel title="How sure" aside={<StatePill state={STATES[level]}>{direction === null ? level : `${level}, ${direction}`}</StatePill>}>
      <dl className={classes["facts"]}>
        <dt>Snapshot</dt>
        <dd>
          <Link href={tableLink(table.id, { key: key.name, snapshot: facts.snapshotId })}>
            <code>{facts.snapshotId}</code>
          </Link>
        </dd>
        <dt>Committed</dt>
        <dd>
          <Time at={facts.committedAt.toISOString()} />
          {operation !== null && `, ${operation}`}
        </dd>
        {committedBy !== null && (
          <>
            <dt>By</dt>
            <dd>{committedBy}</dd>
          </>
        )}
        <dt>Proof</dt>
        <dd>{proof}</dd>
        <dt>No key</dt>
        <dd>
          {nullKeys === null
            ? "not computed"
            : `${formatCount(nullKeys)} ${nullKeys === 1 ? "row" : "rows"}${nullKeys > 0 ? ", counted apart" : ""}`}
        </dd>
        <dt>Read</dt>
        <dd>
          {read}, {nameEngine(facts.engine)}
          {cost?.engineVersion != null && ` ${cost.engineVersion}`}
          {cost !== null && seen !== null && (
            <>
              {" "}
              (<Link href={runLink(seen.runId)}>{isEarlier ? "the newest run found nothing new" : "run"}</Link>)
            </>
          )}
        </dd>
        {reasons.length > 0 && <Reasons title={level === "exact" ? "Note" : "Why"} reasons={reasons} />}
      </dl>
    </Panel>
  );
}

function Reasons({ title, reasons }: { title: string; reasons: readonly string[] }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </dd>
    </>
  );
}

function nameEngine(engine: string): string {
  return engine === "duckdb" ? "DuckDB" : engine;
}
