import type { Memory } from "#e2e/bench/soak/memory.ts";
import { median } from "#e2e/bench/summary.ts";
import { formatBytes } from "#lib/units.ts";

export const PROGRAMS = ["web", "worker"] as const;
export type Program = (typeof PROGRAMS)[number];

export interface Sample {
  /** Since the people came. */
  seconds: number;
  memory: Record<Program, Memory>;
}

/** Medians of the first, second and last third of the samples. */
type Thirds = [number, number, number];

export interface SoakSummary {
  program: Program;
  /** Of the samples; null when there are fewer than three. */
  resident: Thirds | null;
  heap: Thirds | null;
  external: Thirds | null;
  /** Last third / first third of the heap; null without one. */
  growth: number | null;
  restarts: number;
}

/** How much more heap the last third may have than the first. */
const GROWTH_MAX = 1.1;

/** One summary a program, from samples in the order of their time. Pure. */
export function summarizeSoak(samples: readonly Sample[]): SoakSummary[] {
  return PROGRAMS.map((program) => {
    const memory = samples.map((sample) => sample.memory[program]);
    const heap = thirdsOf(memory.map(({ heapBytes }) => heapBytes));
    return {
      program,
      resident: thirdsOf(memory.map(({ residentBytes }) => residentBytes)),
      heap,
      external: thirdsOf(memory.map(({ externalBytes }) => externalBytes)),
      growth: heap === null ? null : heap[2] / heap[0],
      restarts: new Set(memory.map(({ pid }) => pid)).size - 1,
    };
  });
}

function thirdsOf(values: readonly (number | null)[]): Thirds | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 3) return null;
  const [first, second] = [Math.round(known.length / 3), Math.round((2 * known.length) / 3)];
  return [median(known.slice(0, first)), median(known.slice(first, second)), median(known.slice(second))];
}

/** The numbers for a person. */
export function reportSoak(summaries: readonly SoakSummary[]): string {
  return summaries
    .flatMap(({ program, resident, heap, external, growth, restarts }) => [
      `${program}: medians of the first, second and last third of the time${restarts === 0 ? "" : `; restarted ${restarts} times`}`,
      `resident memory       ${sayThirds(resident)}`,
      `heap after collection ${sayThirds(heap)}`,
      `outside of the heap   ${sayThirds(external)}`,
      growth === null
        ? "too few samples of the heap for a ratio"
        : `heap, last / first: ${growth.toFixed(2)}  bar: at most ${GROWTH_MAX}, ${growth <= GROWTH_MAX ? "met" : "missed"}`,
      "",
    ])
    .join("\n");
}

function sayThirds(thirds: Thirds | null): string {
  return thirds === null ? "too few samples" : thirds.map((bytes) => formatBytes(bytes)).join(" → ");
}
