import { setTimeout as sleep } from "node:timers/promises";
import { median } from "#e2e/bench/summary.ts";
import type { Figure, RunWebCase, WebPlace } from "#e2e/bench/web-case.ts";
import { tableLink } from "#lib/contracts/links.ts";
import { PAGE_TABLES } from "#lib/contracts/overview-query.ts";

const PEOPLE = 20;
const THOUGHT_MS = 5000;
const LENGTH_MS = 60_000;
const ALONE = 20;
const P95_MS_MAX = 200;

type Kind = "overview" | "table";

/** How long a page took, until its last byte. */
interface Visit {
  kind: Kind;
  ms: number;
}

/**
 * Twenty people open the overview and a table's page in turn, each table another one, and think for five seconds after each: about four pages a second for a
 * minute. Before that one person opens each page twenty times without a pause. Throws when a page is not whole: the overview with its first fifty rows.
 */
export const webPages: RunWebCase = async (place) => {
  await visitAlone(place, 3);
  const { alone, ...cost } = await visitAlone(place, ALONE);
  const before = place.processorMs();
  const started = performance.now();
  const visits = (
    await Promise.all(Array.from({ length: PEOPLE }, (_, person) => visitAsPerson(place, person, started + LENGTH_MS)))
  ).flat();
  const after = place.processorMs();
  const each = (name: "web" | "postgres"): number => (after[name] - before[name]) / visits.length;
  return [
    ...figuresOf("overview", visits, alone.overview),
    ...figuresOf("table", visits, alone.table),
    { name: "pages a second", value: visits.length / (LENGTH_MS / 1000), unit: "ratio" },
    { name: "processor time for a page: web server", value: each("web"), unit: "ms" },
    { name: "processor time for a page: Postgres", value: each("postgres"), unit: "ms" },
    { name: "the same of the overview, alone", value: cost.overviewMs, unit: "ms" },
    { name: "the same of a table, alone", value: cost.tableMs, unit: "ms" },
  ];
};

function figuresOf(kind: Kind, visits: readonly Visit[], alone: number): Figure[] {
  const times = visits.flatMap((visit) => (visit.kind === kind ? [visit.ms] : [])).toSorted((a, b) => a - b);
  const p95 = times[Math.min(Math.floor(times.length * 0.95), times.length - 1)] ?? Number.NaN;
  return [
    { name: `${kind}, half of the visits`, value: median(times), unit: "ms" },
    { name: `${kind}, 95 % of the visits`, value: p95, unit: "ms", bar: { atMost: P95_MS_MAX } },
    { name: `${kind}, one person alone`, value: alone, unit: "ms" },
    { name: `${kind}, 95 % / one person alone`, value: p95 / alone, unit: "ratio" },
  ];
}

async function visitAlone(place: WebPlace, times: number): Promise<{ alone: Record<Kind, number>; overviewMs: number; tableMs: number }> {
  const measure = async (kind: Kind): Promise<{ ms: number; processorMs: number }> => {
    const before = place.processorMs();
    const visits: Visit[] = [];
    for (let at = 0; at < times; at++) visits.push(await visit(place, kind, at));
    const after = place.processorMs();
    return { ms: median(visits.map(({ ms }) => ms)), processorMs: (after.web + after.postgres - before.web - before.postgres) / times };
  };
  const overview = await measure("overview");
  const table = await measure("table");
  return { alone: { overview: overview.ms, table: table.ms }, overviewMs: overview.processorMs, tableMs: table.processorMs };
}

async function visitAsPerson(place: WebPlace, person: number, until: number): Promise<Visit[]> {
  // They do not come all at once.
  await sleep((person * THOUGHT_MS) / PEOPLE);
  const visits: Visit[] = [];
  for (let at = 0; performance.now() < until; at++) {
    visits.push(await visit(place, (person + at) % 2 === 0 ? "overview" : "table", person * 37 + at));
    await sleep(THOUGHT_MS);
  }
  return visits;
}

async function visit({ url, tableIds }: WebPlace, kind: Kind, number: number): Promise<Visit> {
  const tableId = tableIds[number % tableIds.length] ?? "";
  const started = performance.now();
  const response = await fetch(url + (kind === "overview" ? "/" : tableLink(tableId)), { headers: { accept: "text/html" } });
  const page = await response.text();
  const ms = performance.now() - started;
  if (response.status !== 200) throw new Error(`the page of ${kind} answered with ${response.status}`);
  const rows = page.match(/<a [^>]*data-row-link/g)?.length ?? 0;
  if (kind === "overview" && rows !== PAGE_TABLES) throw new Error(`the overview has ${rows} rows and not ${PAGE_TABLES}`);
  if (kind === "table" && !page.includes(`${tableLink(tableId)}/keys`)) throw new Error(`the page of table ${tableId} is not whole`);
  return { kind, ms };
}
