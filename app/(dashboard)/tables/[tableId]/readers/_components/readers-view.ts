import type { VerdictState } from "#lib/contracts/verdict.ts";
import { READER_ENGINES, type ReaderDoes, type ReaderEngine } from "#lib/readers/engines.ts";
import { isAlike, liveKinds, shownByReader, type Numbers, type Shown, type TableNow } from "#lib/readers/shown-by-reader.ts";
import type { DeleteKind } from "#lib/names.ts";
import { formatCount } from "#lib/units.ts";

export const DOES_WORDS: Readonly<Record<ReaderDoes, string>> = {
  applies: "applies",
  ignores: "ignores",
  refuses: "refuses",
  "not supported": "does not apply",
  unknown: "not known",
};

export const KIND_NAMES: Readonly<Record<DeleteKind, string>> = {
  equality: "equality deletes",
  position: "position deletes",
  vector: "deletion vectors",
};

/** Those that show too much first, the right ones last. */
const RANKS: Readonly<Record<Shown["state"], number>> = {
  raw: 0,
  between: 1,
  otherwise: 2,
  "fails or raw": 3,
  refuses: 4,
  unknown: 5,
  right: 6,
};

export const SHOWN_STATES: Readonly<Record<Shown["state"], VerdictState>> = {
  right: "ok",
  raw: "alert",
  between: "warning",
  otherwise: "warning",
  "fails or raw": "unknown",
  refuses: "unknown",
  unknown: "unknown",
};

export interface ReaderRow {
  engine: ReaderEngine;
  shown: Shown;
}

/** Every engine with what it shows of the table, those that differ first. Pure, as all here. */
export function viewReaders(table: TableNow, engines: readonly ReaderEngine[] = READER_ENGINES): ReaderRow[] {
  const rows = engines.map((engine) => ({ engine, shown: shownByReader(engine, table) }));
  return rows.toSorted((a, b) => RANKS[a.shown.state] - RANKS[b.shown.state]);
}

/** What a reader shows, in a few words. */
export function sayShown(shown: Shown): string {
  switch (shown.state) {
    case "right":
      return sayNumbers(shown.numbers);
    case "raw":
      return `Without deletes applied: ${sayNumbers(shown.numbers)}`;
    case "between":
      return `It leaves ${sayKinds(shown.kinds)} out: ${sayRange(shown.least, shown.most)}`;
    case "fails or raw":
      return `An error, or what was deleted by ${sayKinds(shown.kinds)} as well: ${sayRange(shown.least, shown.most)}`;
    case "refuses":
      return `An error: it refuses ${sayKinds(shown.kinds)}`;
    case "otherwise":
      return "Differs from the specification";
    case "unknown":
      return `No source describes what it does with ${sayKinds(shown.kinds)}`;
  }
}

function sayKinds(kinds: readonly DeleteKind[]): string {
  return kinds.map((kind) => KIND_NAMES[kind]).join(" and ");
}

function sayNumbers({ rows, duplicatedKeys }: Numbers): string {
  return `${sayCount(duplicatedKeys, "duplicated key")}, ${sayCount(rows, "row")}`;
}

function sayCount(count: number | null, what: string): string {
  return count === null ? `${what}s not counted` : `${formatCount(count)} ${what}${count === 1 ? "" : "s"}`;
}

function sayRange(least: Numbers, most: Numbers): string {
  const range = (from: number | null, to: number | null, what: string): string =>
    from === null || to === null || from === to
      ? sayCount(from === to ? from : null, what)
      : `${formatCount(from)} to ${formatCount(to)} ${what}s`;
  return `${range(least.duplicatedKeys, most.duplicatedKeys, "duplicated key")}, ${range(least.rows, most.rows, "row")}`;
}

/** The page's sentence: how many engines show the right numbers, and what the others do. */
export function sayReaders(rows: readonly ReaderRow[], table: TableNow): { state: VerdictState; word: string; verdict: string } {
  const count = (...states: Shown["state"][]): number => rows.filter(({ shown }) => states.includes(shown.state)).length;
  const right = count("right");
  if (liveKinds(table).length === 0 && right === rows.length)
    return { state: "ok", word: "Alike", verdict: "No delete is live, so all engines see the same." };
  if (right === rows.length)
    return { state: "ok", word: "Alike", verdict: "All engines apply the deletes that are live here, so they see the same." };
  const parts = [
    [count("raw", "between"), "shows rows that were deleted", "show rows that were deleted"],
    [count("fails or raw"), "fails or shows rows that were deleted", "fail or show rows that were deleted"],
    [count("refuses"), "refuses to read it", "refuse to read it"],
    [count("otherwise"), "has a fault on it", "have a fault on it"],
    [count("unknown"), "is not known", "are not known"],
  ] as const;
  const said = parts.flatMap(([n, one, many]) => (n === 0 ? [] : [`${formatCount(n)} ${n === 1 ? one : many}`]));
  const changes = isAlike(table) ? " The deletes change no number here." : "";
  return {
    state: count("raw", "between", "otherwise") > 0 ? "warning" : "unknown",
    word: "Differ",
    verdict: `${formatCount(right)} of ${formatCount(rows.length)} engines show this table as specified; ${said.join(", ")}.${changes}`,
  };
}
