import type { KeySuggestion } from "#lib/contracts/browse-documents.ts";
import { keyCandidates, type SuggestableTable, withoutDoubles } from "#lib/layouts/suggest-keys.ts";

/** What was counted of some columns together. */
export interface SampledColumns {
  columns: string[];
  rows: number;
  /** Rows with a NULL in one of them. */
  nulls: number;
  /** Values among the others. */
  distinct: number;
}

export interface Sample {
  rows: number;
  single: readonly SampledColumns[];
  several: readonly SampledColumns[];
  withDeletes: boolean;
  /** Data files that were looked at. */
  files: number;
}

/** Nearly each row has its own value: some may be the very duplicates that are looked for. */
const UNIQUE_SHARE = 0.98;
/** Of fewer rows nearly every column is unique. */
const ROWS_MIN = 20;
const PAIR_COLUMNS_MAX = 6;
const SUGGESTED_MAX = 8;

/** Combinations of columns that are counted beside single ones: what was suggested, and pairs where no single column serves. At most about twenty. Pure. */
export function pairsWorthTrying(
  table: SuggestableTable,
  suggested: readonly KeySuggestion[],
  single: readonly SampledColumns[],
): string[][] {
  const named = suggested.map((key) => key.columns).filter((names) => names.length > 1);
  const counted = candidatesIn(table, single);
  if (counted.some(isUnique)) return named;
  const best = counted
    .filter(({ nulls, distinct }) => nulls === 0 && distinct > 1)
    .toSorted((a, b) => b.distinct - a.distinct)
    .slice(0, PAIR_COLUMNS_MAX)
    .flatMap((one) => one.columns);
  const pairs = best.flatMap((first, at) => best.slice(at + 1).map((second) => [first, second]));
  return [...new Map([...named, ...pairs].map((names) => [JSON.stringify(names.toSorted()), names])).values()];
}

/** The keys that were suggested, with what the sample says of them, and those that only it speaks for. Those that it speaks against come last. Pure. */
export function suggestFromSample(table: SuggestableTable, suggested: readonly KeySuggestion[], sample: Sample): KeySuggestion[] {
  const all = [...sample.single, ...sample.several];
  const countsOf = (names: readonly string[]): SampledColumns | undefined =>
    all.find(({ columns }) => JSON.stringify(columns) === JSON.stringify(names));
  const told = suggested.map((key) => {
    const counts = countsOf(key.columns);
    return { key: counts === undefined ? key : { ...key, sentence: `${key.sentence} ${say(counts, sample)}` }, counts };
  });
  const isRefuted = ({ key, counts }: (typeof told)[number]): boolean =>
    key.because === "name" && counts !== undefined && counts.rows >= ROWS_MIN && !isLikely(counts);
  const found = sample.rows < ROWS_MIN ? [] : [...candidatesIn(table, sample.single), ...sample.several].filter(isUnique);
  const bySample = found
    .toSorted((a, b) => a.columns.length - b.columns.length || b.distinct - a.distinct)
    .map((counts): KeySuggestion => ({ columns: counts.columns, because: "sample", sentence: say(counts, sample) }));
  const good = told.filter((one) => !isRefuted(one)).map(({ key }) => key);
  const refuted = told.filter(isRefuted).map(({ key }) => key);
  return withoutDoubles([...good, ...bySample, ...refuted]).slice(0, SUGGESTED_MAX);
}

function candidatesIn(table: SuggestableTable, counted: readonly SampledColumns[]): SampledColumns[] {
  const names = new Set(keyCandidates(table).map(({ written }) => written));
  return counted.filter(({ columns: [name = ""] }) => names.has(name));
}

function isUnique({ rows, nulls, distinct }: SampledColumns): boolean {
  return rows >= ROWS_MIN && nulls === 0 && distinct / rows >= UNIQUE_SHARE;
}

/** Duplicates may be many: half of the rows are no reason to doubt a name. */
function isLikely({ rows, nulls, distinct }: SampledColumns): boolean {
  return nulls / rows < 0.5 && distinct / Math.max(1, rows - nulls) >= 0.5;
}

function say({ columns, rows, nulls, distinct }: SampledColumns, { withDeletes, files }: Sample): string {
  const whose = withDeletes ? "sampled rows" : "sampled rows (deletes, which are many, were not applied)";
  if (rows === 0 && files === 0) return "The table has no rows to look at.";
  // Other files may have some.
  if (rows === 0)
    return `${files === 1 ? "The data file that was sampled has" : `The ${files} data files that were sampled have`} no row that was not deleted.`;
  if (nulls === rows) return `None of ${rows} ${whose} has a value of ${columns.join(" with ")}.`;
  const noValue = nulls === 0 ? "" : ` ${nulls} more have no value.`;
  const whole = rows - nulls;
  if (distinct === whole) return `Each of ${whole} ${whose} has its own ${columns.join(" with ")}.${noValue}`;
  return `${whole} ${whose} have ${distinct} different ${columns.join(" with ")}: the rest are duplicates, or it is not a key.${noValue}`;
}
