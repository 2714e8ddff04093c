import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { ShareBar } from "#app/_ui/share-bar.tsx";
import { incidentLink, runsLink, tableLink } from "#lib/contracts/links.ts";
import type { Mover, ReviewView } from "#lib/contracts/review.ts";
import { MOVER_WORDS, sayChange, sayMoverNumber } from "#lib/review/review-words.ts";
import { formatCount } from "#lib/units.ts";
import classes from "./side-panels.module.css";

/** What moved most within the week, both ways. */
export function Movers({ movers }: { movers: ReviewView["movers"] }) {
  const { worse, better, leftWorse, leftBetter } = movers;
  const left = leftWorse + leftBetter;
  return (
    <div className={classes["movers"]}>
      <Panel title="Movers" aside="start → end of the week">
        <PanelBody>
          {worse.length + better.length === 0 ? (
            <p className={classes["none"]}>No changes: extra rows, delete files and delete ratios are as at the start of the week.</p>
          ) : (
            <ul>
              {worse.map((mover) => (
                <MoverLine key={`${mover.table.id} ${mover.metric} ${mover.key ?? ""}`} mover={mover} />
              ))}
              {better.map((mover) => (
                <MoverLine key={`${mover.table.id} ${mover.metric} ${mover.key ?? ""}`} mover={mover} isBetter />
              ))}
            </ul>
          )}
          {left > 0 && <p className={classes["none"]}>{sayLeft(leftWorse, leftBetter)}</p>}
        </PanelBody>
      </Panel>
    </div>
  );
}

function sayLeft(up: number, down: number): string {
  const count = `${formatCount(up + down)} smaller ${up + down === 1 ? "change" : "changes"}`;
  if (up === 0 || down === 0) return `${count}${up + down === 1 ? "" : ", all"} ${up === 0 ? "down" : "up"}.`;
  return `${count}: ${formatCount(up)} up, ${formatCount(down)} down.`;
}

function MoverLine({ mover: { table, key, metric, from, to }, isBetter = false }: { mover: Mover; isBetter?: boolean }) {
  const shown = metric === "delete_files" ? undefined : metric;
  return (
    <li className={classes["mover"]}>
      <span className={classes["way"]}>
        <span aria-hidden="true">{isBetter ? "↓" : "↑"}</span>
        <span className="visually-hidden">{isBetter ? "Down" : "Up"}</span>
      </span>
      <span className={classes["name"]}>
        <Link href={tableLink(table.id, { metric: shown, key: key ?? undefined })} prefetch={false}>
          <bdi>{table.name}</bdi>
        </Link>{" "}
        <span>{key === null ? MOVER_WORDS[metric] : `${MOVER_WORDS[metric]}, key ${key}`}</span>
      </span>
      <span className={classes["numbers"]}>
        <span>{sayMoverNumber(metric, from)} → </span>
        <b>{sayMoverNumber(metric, to)}</b>
        <small>{sayChange(metric, from, to)}</small>
      </span>
    </li>
  );
}

/** Surplus rows by the owner of their tables. */
export function Owners({ owners, unknownTables }: { owners: ReviewView["owners"]; unknownTables: number }) {
  const most = owners.list[0]?.surplusRows ?? 1;
  const { tables, owners: of } = owners.clean;
  return (
    <div className={classes["owners"]}>
      <Panel title="Extra rows by owner">
        <PanelBody>
          <ul>
            {owners.list.map(({ owner, surplusRows, tables }) => (
              <li key={owner ?? ""} className={classes["owner"]}>
                <span>{owner ?? "No owner"}</span>
                <small>
                  {formatCount(tables)} {tables === 1 ? "table" : "tables"}
                </small>
                <b>{formatCount(surplusRows)}</b>
                <span className={classes["bar"]}>
                  <ShareBar part={surplusRows / most} color="var(--series-2)" />
                </span>
              </li>
            ))}
          </ul>
          <p className={classes["none"]}>
            {owners.left > 0 && `${formatCount(owners.left)} more owners. `}
            {tables > 0 &&
              `${formatCount(tables)} ${tables === 1 ? "table" : "tables"} (${of === 1 ? "1 owner" : `${formatCount(of)} owners`}) ${tables === 1 ? "has" : "have"} no duplicates. `}
            {unknownTables > 0 && `Unknown for ${formatCount(unknownTables)}.`}
            {tables + unknownTables + owners.list.length === 0 && "No table has a unique key yet."}
          </p>
        </PanelBody>
      </Panel>
    </div>
  );
}

/** Scheduled runs that failed or were cancelled, and tables with missing observations. */
export function Missed({ missed, runs }: { missed: ReviewView["missed"]; runs: ReviewView["numbers"]["runs"] }) {
  if (missed.list.length === 0 && runs.kept) return null;
  return (
    <div className={classes["missed"]}>
      <Panel title="Missed runs">
        <PanelBody>
          {!runs.kept && <p className={classes["none"]}>The runs of that week are no longer stored; their incidents are.</p>}
          <ul>
            {missed.list.map(({ table, failed, cancelled, lastError, incident }) => (
              <li key={`${table.id} ${incident?.id ?? ""}`} className={classes["missing"]}>
                <Link href={runsLink({ table: table.id })} prefetch={false}>
                  <bdi>{table.name}</bdi>
                </Link>{" "}
                <span>
                  {[
                    failed > 0 ? `${formatCount(failed)} failed` : null,
                    cancelled > 0 ? `${formatCount(cancelled)} cancelled` : null,
                    incident !== null ? "observations missing" : null,
                  ]
                    .filter((part) => part !== null)
                    .join(", ")}
                  {incident !== null && (
                    <>
                      {" "}
                      <Link href={incidentLink(incident.id)} prefetch={false}>
                        INC-{incident.number}
                      </Link>
                    </>
                  )}
                  {lastError !== null && `: ${lastError}`}
                </span>
              </li>
            ))}
          </ul>
          {missed.left > 0 && (
            <p className={classes["none"]}>
              <Link href={runsLink({ state: "failed" })}>{formatCount(missed.left)} more tables</Link>
            </p>
          )}
        </PanelBody>
      </Panel>
    </div>
  );
}
