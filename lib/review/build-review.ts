import type { AgendaItem, MissedRuns, ReviewEntry, ReviewView } from "#lib/contracts/review.ts";
import type { ToldReview } from "#lib/incidents/message.ts";
import { isoDay } from "#lib/time.ts";
import { agendaName, isSettled } from "#lib/contracts/agenda-item.ts";
import { boundAgenda, listAgenda } from "./agenda.ts";
import { listMovers, listOwners, sumSurplus } from "./harm.ts";
import type { ReviewFacts } from "./review-facts.ts";
import { sayWeek, sayWhy } from "./review-words.ts";

const MISSED_MAX = 8;

/** The week's review of what is stored. Pure. */
export function buildReview(facts: ReviewFacts): ReviewView {
  const { moment, keys, incidents, runs, chart } = facts;
  const { turns, standing, stoodBefore, openBefore } = incidents;
  const tables = new Map(keys.map(({ table }) => [table.id, table]));
  const numbers = {
    ...turns,
    stillOpen: { now: standing.length, was: stoodBefore },
    openBefore,
    surplusRows: sumSurplus(keys),
    runs: { done: runs.done, due: runs.done + runs.failed + runs.cancelled, underWay: runs.underWay, kept: runs.kept },
  };
  const agenda = boundAgenda(listAgenda(facts));
  const owners = listOwners(keys);
  const counted = { all: tables.size, samples: [...tables.values()].filter(({ source }) => source === "sample").length };
  return {
    week: moment.week,
    timeZone: moment.timeZone,
    from: moment.from.toISOString(),
    to: moment.to.toISOString(),
    asOf: moment.asOf.toISOString(),
    isOver: moment.isOver,
    tables: counted,
    sampleClock: facts.sampleClock?.toISOString() ?? null,
    sentence: sayWeek(numbers),
    because: sayWhy({ agenda, numbers, owners, tables: counted }),
    numbers,
    agenda,
    movers: listMovers(keys),
    owners,
    missed: listMissed(facts),
    chart: {
      from: chart.from.toISOString(),
      to: chart.to.toISOString(),
      everyHours: chart.everyHours,
      points: chart.points.map(({ at, value }) => ({ at: at.toISOString(), value })),
    },
  };
}

/** Runs that failed or were cancelled, and observations that are missing, by table; what is missing comes first. */
function listMissed({ runs, incidents }: ReviewFacts): ReviewView["missed"] {
  const ofRuns = [...incidents.standing, ...incidents.ended].filter(({ check }) => check === "runs");
  const incidentOf = new Map(ofRuns.flatMap(({ table, id, number }) => (table === null ? [] : [[table.id, { id, number }] as const])));
  const counted = new Set(runs.tables.map(({ table }) => table.id));
  const all: MissedRuns[] = [
    ...ofRuns.flatMap(({ table, owner, id, number }) =>
      table === null || counted.has(table.id) ? [] : [{ table, owner, failed: 0, cancelled: 0, lastError: null, incident: { id, number } }],
    ),
    ...runs.tables.map(({ table, owner, failed, cancelled, lastError }) => ({
      table,
      owner,
      failed,
      cancelled,
      lastError,
      incident: incidentOf.get(table.id) ?? null,
    })),
  ];
  const order = all.toSorted((a, b) => Number(b.incident !== null) - Number(a.incident !== null));
  return { list: order.slice(0, MISSED_MAX), left: Math.max(0, order.length - MISSED_MAX) };
}

/** An action that is not done and was due before `today`, `2026-11-30`. Pure. */
export function isLate({ kind, doneAt, due }: Pick<ReviewEntry, "kind" | "doneAt" | "due">, today: string): boolean {
  return kind === "action" && doneAt === null && due !== null && due < today;
}

const TOLD_MAX = 8;
const ACCEPTED_MAX = 4;

/** The week in the few lines that a digest has room for: resolved incidents are counted and not listed. Pure. */
export function tellReview(view: ReviewView, entries: readonly ReviewEntry[], now: Date): ToldReview {
  const { opened, reopened, resolved, accepted, stillOpen, surplusRows } = view.numbers;
  const today = isoDay(now, view.timeZone.name);
  const open = entries.filter(({ kind, doneAt }) => kind === "action" && doneAt === null);
  const items = view.agenda.items.filter(({ kind }) => !isSettled(kind));
  const told = items.slice(0, TOLD_MAX);
  const allAccepted = view.agenda.items.filter(({ kind }) => kind === "accepted");
  const toldAccepted = allAccepted.slice(0, ACCEPTED_MAX);
  const unlisted = items.length - told.length + allAccepted.length - toldAccepted.length;
  return {
    week: view.week,
    sentence: view.sentence,
    counts: {
      opened: opened.now,
      reopened: reopened.now,
      resolved: resolved.now,
      accepted: accepted.now,
      stillOpen: stillOpen.now,
      surplusRows: surplusRows.now,
      actionsOpen: open.length,
      actionsLate: open.filter((entry) => isLate(entry, today)).length,
    },
    agenda: told.map((item) => ({ ...tellItem(item), onIt: item.onIt, silence: item.silence })),
    accepted: toldAccepted.map((item) => ({ ...tellItem(item), levels: item.accepted })),
    left: unlisted + view.agenda.left.reduce((sum, { count }) => sum + count, 0),
  };
}

function tellItem({
  incident,
  table,
  catalog,
  sentence,
}: AgendaItem): Pick<ToldReview["agenda"][number], "incidentId" | "tableId" | "sentence"> {
  return { incidentId: incident?.id ?? null, tableId: table?.id ?? null, sentence: `${agendaName({ table, catalog })}: ${sentence}` };
}
