import Link from "next/link";
import { AcceptedLines } from "#app/_ui/accepted-lines.tsx";
import { LookTag } from "#app/_ui/look-tag.tsx";
import { TakenLines } from "#app/_ui/on-it.tsx";
import { Pill } from "#app/_ui/pill.tsx";
import { RowLink } from "#app/_ui/row-link.tsx";
import { Sparkline } from "#app/_ui/sparkline.tsx";
import { SinceTime } from "#app/_ui/since.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { incidentLink, incidentsLink, tableLink } from "#lib/contracts/links.ts";
import type { OverviewSeries, OverviewTable } from "#lib/contracts/overview.ts";
import { VERDICT_WORDS } from "#lib/contracts/verdict.ts";
import { formatUtc } from "#lib/time.ts";
import { boundSign, formatAge, formatAgo, formatCount, formatRatio } from "#lib/units.ts";
import classes from "./table-list.module.css";

/** The cells of one table; `now`: by the clock of the server that gave it. The state's shape stands in the row when no group says it. */
export function TableCells({ table, now, grouped }: { table: OverviewTable; now: string; grouped: boolean }) {
  return (
    <>
      <th scope="row" className={classes["name"]}>
        <TableName table={table} grouped={grouped} />
      </th>
      <td className={classes["see"]}>
        <WhatWeSee table={table} />
      </td>
      <SeriesCell label="Extra rows" series={table.surplus} table={table} hotFrom={1} format={formatCount} />
      <SeriesCell label="2+ partitions" series={table.partitions} table={table} hotFrom={1} format={formatCount} />
      <SeriesCell label="Delete ratio" series={table.ratio} table={table} hotFrom={table.ratio.limit} format={formatRatio} always />
      <td className={classes["owner"]} data-label="Owner">
        <span className={classes["cut"]} title={table.owner ?? undefined}>
          {table.owner ?? <span className={classes["least"]}>no owner</span>}
        </span>
        {table.tags.length > 0 && (
          <small className={classes["cut"]} title={table.tags.join(", ")}>
            {table.tags.join(", ")}
          </small>
        )}
      </td>
      <td className={classes["number"]} data-label="Checked">
        <Checked table={table} now={now} />
      </td>
    </>
  );
}

function TableName({ table, grouped }: { table: OverviewTable; grouped: boolean }) {
  const dot = table.name.lastIndexOf(".") + 1;
  return (
    <>
      <span className={classes["title"]}>
        {!grouped && <StateIcon state={table.state} />}
        <RowLink href={tableLink(table.id)} title={table.name}>
          <bdi>
            {table.name.slice(0, dot)}
            <b>{table.name.slice(dot)}</b>
          </bdi>
          <span className="visually-hidden">, {VERDICT_WORDS[table.state]}</span>
        </RowLink>
      </span>
      <span className={classes["kind"]}>
        {table.kind}
        {table.isSample && (
          <Pill title="Made by Bergwatch to show what it does; its clock is fixed one hour after its last commit.">sample</Pill>
        )}
        {table.paused && <Pill>paused</Pill>}
        <Incidents table={table} />
      </span>
      <small>
        <TakenLines mark={table} />
      </small>
    </>
  );
}

/** One leads to its page, several to their list. */
function Incidents({ table: { id, incidents } }: { table: OverviewTable }) {
  const [first] = incidents;
  if (first === undefined) return null;
  const count = incidents.length;
  return (
    <Link className={classes["incidents"]} href={count === 1 ? incidentLink(first.id) : incidentsLink({ table: id })} prefetch={false}>
      {count === 1 ? first.name : `${formatCount(count)} incidents`}
    </Link>
  );
}

function WhatWeSee({ table: { key, sentence, since, more, accepted, cause, otherKeys } }: { table: OverviewTable }) {
  return (
    <>
      <span className={classes["say"]} title={since === null ? [sentence, otherKeys].filter((said) => said !== null).join(" ") : undefined}>
        {key !== null && <span className={classes["soft"]}>Key {key}: </span>}
        {sentence}
        {since !== null && (
          <>
            {" "}
            since <SinceTime since={since} />. {more}
          </>
        )}
        {otherKeys !== null && <span className={classes["soft"]}> {otherKeys}</span>}
      </span>
      <small>
        <AcceptedLines accepted={accepted} />
      </small>
      {cause !== null && (
        <span className={classes["cause"]}>
          <LookTag words={cause} share={cause.share} />
        </span>
      )}
    </>
  );
}

function SeriesCell({ label, series, table, hotFrom, format, always = false }: SeriesCellProps) {
  const { value, reason, tone, points } = series;
  const doubtful = table.trust?.level === "untrusted" && !always;
  return (
    <td className={classes["series"]} data-label={label}>
      <span className={classes["pair"]}>
        <Sparkline
          points={points}
          value={value}
          tone={tone}
          hotFrom={hotFrom}
          untrustedAt={always ? [] : table.untrustedAt}
          muted={!table.judged && !always}
        />
        <span className={`${classes["value"]} ${classes[tone]}`}>
          {value === null ? (
            <Unknown reason={reason} />
          ) : (
            <span className={doubtful ? classes["doubtful"] : value === 0 ? classes["least"] : undefined}>
              {!always && boundSign(table.trust?.direction ?? null)}
              {value === 0 ? "0" : format(value)}
            </span>
          )}
          <SeriesNote series={series} notJudged={!table.judged && !always} doubtful={doubtful} format={format} />
        </span>
      </span>
    </td>
  );
}

interface SeriesCellProps {
  label: string;
  series: OverviewSeries;
  table: OverviewTable;
  hotFrom: number | null;
  format: (value: number) => string;
  /** It is judged whatever the key promises, and read from the manifests alone. */
  always?: boolean;
}

function SeriesNote({
  series,
  notJudged,
  doubtful,
  format,
}: { series: OverviewSeries; notJudged: boolean; doubtful: boolean } & Pick<SeriesCellProps, "format">) {
  const { value, change, limit, tone } = series;
  if (value === null) return null;
  if (doubtful) return <small>untrusted</small>;
  if (notJudged && value > 0) return <small>not judged</small>;
  if (tone !== "plain" && limit !== null && format === formatRatio) return <small>limit {format(limit)}</small>;
  if (change === null || change === 0 || format(Math.abs(change)) === format(0)) return null;
  return (
    <small title="Change in the 7 days before the latest observation">
      {change > 0 ? "+" : "−"}
      {format(Math.abs(change))}
    </small>
  );
}

function Unknown({ reason }: { reason: string | null }) {
  return (
    <span className={classes["least"]} title={reason ?? "Not known"}>
      –<span className="visually-hidden">not known{reason === null ? "" : `: ${reason}`}</span>
    </span>
  );
}

function Checked({ table: { checkedAt, dueAt, overdue, failed, trust }, now }: { table: OverviewTable; now: string }) {
  const at = Date.parse(now);
  const sinceMs = checkedAt === null ? null : at - Date.parse(checkedAt);
  return (
    <>
      {sinceMs === null || checkedAt === null ? (
        <span className={classes["least"]}>never</span>
      ) : (
        <time dateTime={checkedAt} title={formatUtc(new Date(checkedAt))}>
          {formatAgo(sinceMs)}
        </time>
      )}
      <small>
        {failed && <Pill tone="unknown">failed</Pill>}
        {overdue && <Pill tone="unknown">stale</Pill>}
        {trust !== null && trust.level !== "exact" && (
          <Pill tone="unknown" title={trust.reason ?? undefined}>
            {trust.level}
          </Pill>
        )}
        {!failed && !overdue && dueAt !== null && sayDue(Date.parse(dueAt) - at)}
      </small>
    </>
  );
}

function sayDue(inMs: number): string {
  return inMs < 5000 ? "due now" : `next in ${formatAge(inMs)}`;
}
