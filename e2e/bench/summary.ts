import type { BenchTable, Shape } from "#e2e/bench/bench-table.ts";
import type { Measurement } from "#e2e/bench/measure-case.ts";
import { CASES } from "#e2e/bench/registry.ts";
import { medianOf } from "#lib/judging/baseline.ts";

/** Medians over the rounds of one case. */
interface CaseSummary {
  case: string;
  title: string;
  wallMs: number;
  processorMs: number;
  residentBytesMax: number;
  parts: Record<string, number>;
  /** Rounds in which it did not end in time. */
  unended: number;
}

/** How much of another way's cost ours is; `bar` is what it may be, where a table of this size and shape has a bar. */
interface Ratio {
  name: string;
  value: number;
  bar: number | null;
}

export interface Summary {
  table: Pick<BenchTable, "shape" | "rows" | "bytes" | "truth">;
  cases: CaseSummary[];
  ratios: Ratio[];
  /** The greatest share of the machine's processors that other processes took during a case; null when it was not seen. */
  othersShareMax: number | null;
}

type Bars = Partial<Record<string, number>>;

/** One statement over two columns by the own plan, beside the same one by iceberg_scan. */
const OWN_READING = "time of its reading / iceberg_scan's";

/** A check with the cause of every duplicated key, beside one without. */
const EXPLAINED = "processor time with causes / without";

/** By rows and shape. */
const BARS: Partial<Record<number, Partial<Record<Shape, Bars>>>> = {
  1_000_000: { deletes: { [OWN_READING]: 1 } },
  20_000_000: {
    few: { "time / seeds": 0.12, "memory / seeds": 0.1, "time / reading": 2.5, [OWN_READING]: 1.5, [EXPLAINED]: 1.5 },
    half: { "time / seeds": 0.3, "time / one grouping": 1, [OWN_READING]: 1.5, [EXPLAINED]: 3.2 },
    deletes: { [OWN_READING]: 1 },
  },
  100_000_000: { few: { "memory / 1 GB": 1.5 }, half: {} },
};
const GIGABYTE = 1e9;

/** NaN for no values. */
export function median(values: readonly number[]): number {
  return medianOf(values) ?? Number.NaN;
}

function summarizeCase(id: string, runs: readonly Measurement[]): CaseSummary {
  const names = Object.keys(runs[0]?.parts ?? {});
  return {
    case: id,
    title: CASES[id]?.title ?? id,
    wallMs: median(runs.map((run) => run.wallMs)),
    processorMs: median(runs.map((run) => run.processorMs)),
    residentBytesMax: median(runs.map((run) => run.residentBytesMax)),
    unended: runs.filter((run) => !run.ended).length,
    parts: Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run.parts[name] ?? Number.NaN))])),
  };
}

/** The median over rounds of the ratio within a round: what slows a whole round does not move it. */
function ratioTo(rounds: readonly Measurement[][], other: string, of: (run: Measurement) => number, own = "ours"): number {
  const ratios = rounds.flatMap((round) => {
    const ours = round.find((run) => run.case === own);
    const theirs = round.find((run) => run.case === other);
    return ours && theirs ? [of(ours) / of(theirs)] : [];
  });
  return median(ratios);
}

/** Medians and ratios of the rounds of one table. Rounds with a fault in them belong to nobody's median: pass none. */
export function summarize(table: BenchTable, rounds: readonly Measurement[][]): Summary {
  const { shape, rows, bytes, truth } = table;
  const runs = rounds.flat();
  const bars = BARS[rows]?.[shape] ?? {};
  const others = [
    ["seeds", "seeds"],
    ["reading", "reading"],
    ["one grouping", "one-grouping"],
  ] as const;
  const measures = [
    ["time", (run: Measurement) => run.wallMs],
    ["processor time", (run: Measurement) => run.processorMs],
    ["memory", (run: Measurement) => run.residentBytesMax],
  ] as const;
  const compared = others.flatMap(([name, id]) =>
    measures.map(([measure, of]) => ({ name: `${measure} / ${name}`, value: ratioTo(rounds, id, of) })),
  );
  const memory = median(runs.filter((run) => run.case === "ours").map((run) => run.residentBytesMax));
  const readings = [
    { name: OWN_READING, value: ratioTo(rounds, "reading-key", (run) => run.wallMs, "reading-own") },
    { name: EXPLAINED, value: ratioTo(rounds, "ours", (run) => run.processorMs, "ours-explained") },
    { name: "memory with causes / without", value: ratioTo(rounds, "ours", (run) => run.residentBytesMax, "ours-explained") },
    { name: `processor ${OWN_READING}`, value: ratioTo(rounds, "reading-key", (run) => run.processorMs, "reading-own") },
  ];
  const ratios = [...compared, ...readings, { name: "memory / 1 GB", value: memory / GIGABYTE }].map((ratio) => ({
    ...ratio,
    bar: bars[ratio.name] ?? null,
  }));
  const shares = runs.map((run) => run.othersShare).filter((share) => !Number.isNaN(share));
  return {
    table: { shape, rows, bytes, truth },
    cases: [...Map.groupBy(runs, (run) => run.case)].map(([id, ofCase]) => summarizeCase(id, ofCase)),
    ratios: ratios.filter(({ value }) => !Number.isNaN(value)),
    othersShareMax: shares.length > 0 ? Math.max(...shares) : null,
  };
}
