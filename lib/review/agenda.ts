import type { AgendaItem, AgendaKind, ReviewView } from "#lib/contracts/review.ts";
import { markSince } from "#lib/contracts/since-mark.ts";
import { viewAccepted } from "#lib/judging/accepted-words.ts";
import { showVerdict } from "#lib/judging/shown-verdict.ts";
import { agendaName } from "#lib/contracts/agenda-item.ts";
import type { FailedRuns, ReviewFacts, ReviewIncident, ReviewKey } from "./review-facts.ts";

const ITEMS_FLAT_MAX = 12;
const ITEMS_OF_OWNER_MAX = 5;
const OWNERS_MAX = 12;

/** An item with what orders it. */
interface Ranked {
  item: AgendaItem;
  rank: number;
  surplus: number;
}

/**
 * What to talk about, in order of harm: alerts that stand, those that opened again, broken promises without an incident, tables without a
 * result, those that are not to be trusted, warnings and limits passed, and last what was settled. Pure.
 */
export function listAgenda({ keys, incidents, runs }: Pick<ReviewFacts, "keys" | "incidents" | "runs">): AgendaItem[] {
  const tables = [...Map.groupBy(keys, ({ table }) => table.id).values()];
  const surplus = new Map(tables.map((of) => [of[0]?.table.id ?? "", surplusOf(of)]));
  const standing = Map.groupBy(incidents.standing, ({ table }) => table?.id ?? null);
  const failing = new Map(runs.tables.filter((one) => one.failing).map((one) => [one.table.id, one]));
  const accepted = new Set(incidents.ended.flatMap(({ ended, table }) => (ended?.as === "accepted" && table !== null ? [table.id] : [])));
  const ranked: Ranked[] = [
    ...incidents.standing.map((incident) => rankIncident(incident)),
    ...tables.flatMap((of) => {
      const id = of[0]?.table.id ?? "";
      return itemsOfTable(of, { standing: standing.get(id) ?? [], isAcceptedAlready: accepted.has(id) }, failing);
    }),
    ...incidents.ended.map((incident) => rankIncident(incident, keys)),
  ].map(({ item, rank }) => ({ item, rank, surplus: surplus.get(item.table?.id ?? "") ?? 0 }));
  return ranked
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        b.surplus - a.surplus ||
        (a.item.since ?? "9").localeCompare(b.item.since ?? "9") ||
        agendaName(a.item).localeCompare(agendaName(b.item)),
    )
    .map(({ item }) => item);
}

/**
 * What of a long agenda finds room: all of twelve, else of each owner the five gravest, the owners with the gravest first. The rest is
 * counted by owner. Pure.
 */
export function boundAgenda(items: readonly AgendaItem[]): ReviewView["agenda"] {
  if (items.length <= ITEMS_FLAT_MAX) return { items: [...items], left: [] };
  const owners = [...Map.groupBy(items, ({ owner }) => owner)];
  const shown = new Set(owners.slice(0, OWNERS_MAX).flatMap(([, of]) => of.slice(0, ITEMS_OF_OWNER_MAX)));
  const left = owners.map(([owner, of]) => ({ owner, count: of.filter((item) => !shown.has(item)).length }));
  return { items: items.filter((item) => shown.has(item)), left: left.filter(({ count }) => count > 0) };
}

/** Items by owner, in the order of their gravest one. Pure. */
export function groupByOwner<Owned extends { owner: string | null }>(items: readonly Owned[]): { owner: string | null; items: Owned[] }[] {
  return [...Map.groupBy(items, ({ owner }) => owner)].map(([owner, of]) => ({ owner, items: of }));
}

const RANKS: Record<AgendaKind, number> = {
  open: 0,
  reopened: 1,
  alert: 2,
  no_result: 3,
  untrusted: 4,
  warning: 6,
  accepted: 7,
  resolved: 8,
};
const WARNING_RANK = 5;

/** `keys`: of an incident that ended, to say what is accepted. */
function rankIncident(incident: ReviewIncident, keys: readonly ReviewKey[] = []): Pick<Ranked, "item" | "rank"> {
  const { check, severity, ended, reopened } = incident;
  const kind = ended !== null ? ended.as : check === "runs" || check === "catalog" ? "no_result" : reopened ? "reopened" : "open";
  const isWarning = severity === "warn" && (kind === "open" || kind === "reopened");
  const state =
    kind === "resolved" ? "ok" : kind === "accepted" ? "accepted" : kind === "no_result" ? "unknown" : isWarning ? "warning" : "alert";
  const { id, number, table, catalog, owner, sentence, why, key, metric, snapshot, onIt, silence } = incident;
  const since = ended?.at.toISOString() ?? incident.since?.at ?? null;
  const orEarlier = ended === null && incident.since?.orEarlier === true;
  const proposal = ended === null ? incident.proposal : null;
  const ofIncident = { table, catalog, owner, sentence, why, incident: { id, number }, key, metric, snapshot };
  return {
    item: {
      kind,
      state,
      ...ofIncident,
      since,
      orEarlier,
      onIt,
      silence,
      accepted: kind === "accepted" ? levelsOf(table, keys) : [],
      proposal,
    },
    rank: isWarning ? WARNING_RANK : RANKS[kind],
  };
}

/** What no incident says about a table: its verdict is an alert or a warning, a level is accepted, it has no result or cannot be trusted. */
function itemsOfTable(
  keys: readonly ReviewKey[],
  incidents: { standing: readonly ReviewIncident[]; isAcceptedAlready: boolean },
  failing: ReadonlyMap<string, FailedRuns>,
): Pick<Ranked, "item" | "rank">[] {
  // Facts without a verdict are older than verdicts are: nobody judges them now.
  const verdicts = keys
    .filter(({ verdict, end }) => verdict !== null || end === null)
    .map((key) => ({ key, verdict: verdictThen(key, failing.get(key.table.id)) }));
  const worst = (["alert", "warning", "unknown", "accepted"] as const)
    .map((state) => verdicts.find(({ verdict }) => verdict.state === state))
    .find((found) => found !== undefined);
  if (worst === undefined) return [];
  const { key, verdict } = worst;
  const { table, end } = key;
  const isUnknown = verdict.state === "unknown";
  // An incident says it already; what is not known beside it is said.
  if (incidents.standing.some(({ check }) => (check === "runs") === isUnknown)) return [];
  if (isUnknown && table.paused) return [];
  const kind = verdict.state === "unknown" ? (end?.trustLevel === "untrusted" ? "untrusted" : "no_result") : verdict.state;
  if (kind === "ok" || (kind === "accepted" && incidents.isAcceptedAlready)) return [];
  const since = markSince(verdict.since);
  const item: AgendaItem = {
    kind,
    state: verdict.state,
    table: { id: table.id, name: table.name },
    catalog: null,
    owner: table.owner,
    sentence: verdict.sentence,
    why: null,
    incident: null,
    key: keys.length > 1 ? key.key.name : null,
    metric: verdict.metric,
    snapshot: end?.snapshotId ?? null,
    since: since?.at ?? null,
    orEarlier: since?.orEarlier ?? false,
    onIt: null,
    silence: null,
    accepted: verdict.accepted.map(viewAccepted),
    proposal: null,
  };
  return [{ item, rank: RANKS[kind] }];
}

/** The stored verdict by then, with what was known about the table's runs. */
function verdictThen({ table, verdict }: ReviewKey, failing: FailedRuns | undefined) {
  return showVerdict({
    verdict,
    overdueMs: null,
    paused: table.paused,
    lastRun: failing === undefined ? null : { state: "failed", errorMessage: failing.lastError },
  });
}

function levelsOf(table: ReviewIncident["table"], keys: readonly ReviewKey[]): AgendaItem["accepted"] {
  return keys.filter((key) => key.table.id === table?.id).flatMap(({ verdict }) => verdict?.accepted.map(viewAccepted) ?? []);
}

function surplusOf(keys: readonly ReviewKey[]): number {
  const known = keys.flatMap(({ key, end }) => (key.promise === "unique" ? (end?.values.surplus_rows ?? []) : []));
  return Math.max(0, ...known);
}
