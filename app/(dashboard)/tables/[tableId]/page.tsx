import type { Metadata } from "next/types.js";
import { readForPage } from "#app/_http/read-for-page.ts";
import { requestNow } from "#app/_http/request-now.ts";
import { readTimeZone } from "#app/_http/time-zone.ts";
import { Face } from "#app/_ui/face.tsx";
import { Refresh } from "#app/_ui/refresh.client.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import { adviseOnBacklog } from "#lib/compaction/backlog-advice.ts";
import { keysLink, tableLink } from "#lib/contracts/links.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import { DriftPanel } from "./_drift/drift-panel.tsx";
import { CauseChartPanel } from "./_components/cause-chart.tsx";
import { SincePanel } from "../_since/since-panel.tsx";
import { KeySwitcher } from "./_components/key-switcher.tsx";
import { Notices } from "./_components/notices.tsx";
import { readPageQuery, type PageQuery } from "./_components/page-query.ts";
import { PartitionsPanel } from "./_components/partitions-panel.tsx";
import { readTablePage, type TablePage } from "./_components/read-table-page.ts";
import type { FirstCrossed } from "./_components/board-stage.client.tsx";
import { SeriesBoard } from "./_components/series-board.client.tsx";
import { limitsForCharts } from "./_components/chart-limits.ts";
import { TableHead } from "./_components/table-head.tsx";
import { TableStats } from "./_components/table-stats.tsx";
import { TrustPanel } from "./_components/trust-panel.tsx";
import { WaitingFace } from "./_components/waiting-face.tsx";
import { WhyPanel } from "./_components/why-panel.tsx";
import { FirstStepPanel } from "./_why/first-step.tsx";
import { findTable } from "./find-table.ts";
import { METRICS } from "#lib/metrics.ts";
import classes from "./page.module.css";

const UNREAD = "The table could not be read from the store";

interface PageProps {
  params: Promise<{ tableId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const found = await findTable(params);
  return { title: found.ok ? found.value.name : "Table" };
}

export default async function TablePageRoute({ params, searchParams }: PageProps) {
  const found = await findTable(params);
  if (!found.ok) return <UnreadFace title={UNREAD} message={found.message} />;
  const query = readPageQuery(await searchParams);
  const read = await readForPage((db) => readTablePage(db, found.value, query, requestNow()));
  if (!read.ok) return <UnreadFace title={UNREAD} message={read.message} />;
  if (read.value === null) {
    return (
      <Face icon={<StateIcon state="unknown" />} title={`${found.value.name} no longer has a key`}>
        <p>Its configuration names no business key, so there is nothing to count.</p>
      </Face>
    );
  }
  return <TableView page={read.value} query={query} zone={await readTimeZone()} />;
}

function TableView({ page, query, zone }: { page: TablePage; query: PageQuery; zone: string }) {
  const { table, key, keys, facts, seen, why } = page;
  const drift = why.is === "explained" ? why.causes.drift : null;
  const isShown = facts !== null;
  // What nobody has to fix may wait for the charts.
  const isWrong = page.verdict.findings.some(({ check }) => check === "duplicates");
  const kept = { range: query.range, ...(query.by !== "commit" && { by: query.by }) };
  return (
    <>
      <Notices page={page} />
      <TableHead page={page} />
      <KeySwitcher keys={keys} chosen={key.name} link={(name) => tableLink(table.id, { key: name, ...kept })} />
      {isShown ? (
        <div className={classes["columns"]}>
          {isWrong && (
            <div className={classes["why"]}>
              <WhyPanel page={page} />
            </div>
          )}
          <div className={classes["stats"]}>
            <TableStats page={page} />
          </div>
          <div className={classes["main"]}>
            <SeriesBoard
              table={{ id: table.id, name: table.name }}
              keyName={key.name}
              promise={key.promise}
              usual={page.usual}
              now={page.own.toISOString()}
              initial={{ query: { range: query.range, by: query.by }, series: page.series }}
              limits={limitsForCharts(table.definition.limits, page.shownVerdict)}
              first={firstCrossed(page)}
              snapshotAt={page.asked?.shown === true ? page.asked.committedAt.toISOString() : null}
            />
            {page.causeChart !== null && (
              <CauseChartPanel
                chart={page.causeChart}
                meta={page.series.meta}
                tableId={table.id}
                keyName={key.name}
                zone={zone}
                now={page.now}
              />
            )}
            {drift !== null && (
              <div className={classes["pair"]}>
                <DriftPanel
                  drift={drift}
                  zone={zone}
                  cellLink={(from, to) => keysLink(table.id, { key: key.name, moved: `${from}-${to}` })}
                />
                <PartitionsPanel facts={facts} />
              </div>
            )}
          </div>
          <div className={classes["rail"]}>
            {!isWrong && <WhyPanel page={page} />}
            {hasBacklog(page) && <FirstStepPanel first={adviseOnBacklog(page.writer, facts.values.files_registered_twice)} />}
            {page.sinceView !== null && <SincePanel view={page.sinceView} />}
            {drift === null && <PartitionsPanel facts={facts} />}
            <TrustPanel page={page} />
          </div>
        </div>
      ) : (
        <WaitingFace page={page} />
      )}
      {!isShown && seen === null && <Refresh everySeconds={5} />}
    </>
  );
}

/** The deletes that are left are over a limit. */
function hasBacklog({ verdict }: TablePage): boolean {
  return verdict.findings.some(({ metric }) => metric !== null && METRICS[metric].clearedByCompaction === true);
}

/** Where the charts mark the limit that the verdict names: the date of the verdict, in the chart of its number. */
function firstCrossed({ verdict: { findings } }: TablePage): FirstCrossed | null {
  for (const { metric, limit, expected, since } of findings) {
    const chart = (metric && METRICS[metric].chart?.id) ?? null;
    const mark = chart && markSince(since);
    if (chart !== null && mark !== null) {
      return { chart, at: mark.at, byPast: expected !== null, isFirst: chart === "surplus" && (limit ?? 2) <= 1, isExact: !mark.orEarlier };
    }
  }
  return null;
}
