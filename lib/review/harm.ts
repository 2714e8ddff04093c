import { MOVER_METRICS, type Mover, type MoverMetric, type ReviewView } from "#lib/contracts/review.ts";
import type { TrustDirection } from "#lib/names.ts";
import type { FactsAt, ReviewKey } from "./review-facts.ts";

const MOVERS_MAX = 5;
const OWNERS_MAX = 8;

/** Surplus rows where a key promises that there are none; null: not known, or not to be trusted. Pure. */
function knownSurplus(facts: FactsAt | null): number | null {
  return facts === null || facts.trustLevel === "untrusted" ? null : (facts.values.surplus_rows ?? null);
}

/** Surplus rows over all keys that promise uniqueness, of those whose number is known. Pure. */
export function sumSurplus(keys: readonly ReviewKey[]): ReviewView["numbers"]["surplusRows"] {
  const promised = keys.filter(({ key }) => key.promise === "unique");
  const known = promised.filter(({ end }) => knownSurplus(end) !== null);
  const bounds = new Set(known.flatMap(({ end }) => end?.trustDirection ?? []));
  const unknown = promised.filter((key) => !known.includes(key));
  return {
    now: sum(promised.map(({ end }) => knownSurplus(end))),
    was: sum(promised.map(({ before }) => knownSurplus(before))),
    bound: bounds.size === 1 ? ([...bounds][0] as TrustDirection) : null,
    unknownTables: new Set(unknown.map(({ table }) => table.id)).size,
  };
}

/** Surplus rows by the owners of their tables, most first; of several keys of a table the worst counts. Pure. */
export function listOwners(keys: readonly ReviewKey[]): ReviewView["owners"] {
  const tables = [...Map.groupBy(keys, ({ table }) => table.id).values()].flatMap((of) => {
    const known = of.flatMap(({ key, end }) => (key.promise === "unique" ? (knownSurplus(end) ?? []) : []));
    return of[0] === undefined || known.length === 0 ? [] : [{ owner: of[0].table.owner, surplusRows: Math.max(...known) }];
  });
  const owners = [...Map.groupBy(tables, ({ owner }) => owner)].map(([owner, of]) => ({
    owner,
    surplusRows: sum(of.map(({ surplusRows }) => surplusRows)) ?? 0,
    tables: of.filter(({ surplusRows }) => surplusRows > 0).length,
  }));
  const harmed = owners
    .filter(({ surplusRows }) => surplusRows > 0)
    .toSorted((a, b) => b.surplusRows - a.surplusRows || (a.owner ?? "").localeCompare(b.owner ?? ""));
  const clean = tables.filter(({ surplusRows }) => surplusRows === 0);
  return {
    list: harmed.slice(0, OWNERS_MAX),
    left: Math.max(0, harmed.length - OWNERS_MAX),
    clean: { tables: clean.length, owners: new Set(clean.map(({ owner }) => owner)).size },
  };
}

/** The numbers that changed most within the week, for the worse and for the better, each list with the greatest change first. Pure. */
export function listMovers(keys: readonly ReviewKey[]): ReviewView["movers"] {
  const counts = new Map([...Map.groupBy(keys, ({ table }) => table.id)].map(([id, of]) => [id, of.length]));
  const moved = keys.flatMap((key) => MOVER_METRICS.flatMap((metric) => moverOf(key, metric, (counts.get(key.table.id) ?? 1) > 1) ?? []));
  const order = (movers: Mover[]) => movers.toSorted((a, b) => compare(a, b));
  const worse = order(moved.filter(({ from, to }) => to > from));
  const better = order(moved.filter(({ from, to }) => to < from));
  return {
    worse: worse.slice(0, MOVERS_MAX),
    better: better.slice(0, MOVERS_MAX),
    leftWorse: Math.max(0, worse.length - MOVERS_MAX),
    leftBetter: Math.max(0, better.length - MOVERS_MAX),
  };
}

/** Broken promises before work left to do; then what changed by the greater factor, since rows, files and ratios have no common unit. */
function compare(a: Mover, b: Mover): number {
  const promise = Number(b.metric === "surplus_rows") - Number(a.metric === "surplus_rows");
  if (promise !== 0) return promise;
  const size = ({ from, to }: Mover) => Math.abs(to - from);
  if (a.metric === "surplus_rows") return size(b) - size(a) || a.table.name.localeCompare(b.table.name);
  const factor = ({ from, to, metric }: Mover) => {
    // Below these a change is no news: a handful of files, a hundredth.
    const least = metric === "delete_files" ? 10 : 0.01;
    return Math.max(from, to, least) / Math.max(Math.min(from, to), least);
  };
  return factor(b) - factor(a) || size(b) - size(a) || a.table.name.localeCompare(b.table.name);
}

function moverOf({ table, key, start, end }: ReviewKey, metric: MoverMetric, isOneOfSeveral: boolean): Mover | null {
  // Deletes belong to the table, and every key's facts repeat them.
  if (metric === "surplus_rows" ? key.promise !== "unique" : key.position !== 0) return null;
  const [from, to] = [readMover(start, metric), readMover(end, metric)];
  if (from === null || to === null || from === to) return null;
  const named = metric === "surplus_rows" && isOneOfSeveral ? key.name : null;
  return { table: { id: table.id, name: table.name }, owner: table.owner, key: named, metric, from, to };
}

const DELETE_FILES = ["position_delete_files", "equality_delete_files", "deletion_vectors"] as const;

function readMover(facts: FactsAt | null, metric: MoverMetric): number | null {
  if (facts === null) return null;
  if (metric === "surplus_rows") return knownSurplus(facts);
  if (metric === "delete_ratio") return facts.values.delete_ratio ?? null;
  const counts = DELETE_FILES.map((name) => facts.values[name] ?? null);
  return counts.includes(null) ? null : sum(counts);
}

/** null: there is none. */
function sum(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((number) => number !== null);
  return known.length === 0 ? null : known.reduce((total, number) => total + number, 0);
}
