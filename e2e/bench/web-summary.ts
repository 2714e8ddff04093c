import { median } from "#e2e/bench/summary.ts";
import type { Figure } from "#e2e/bench/web-case.ts";
import { WEB_CASES } from "#e2e/bench/web-registry.ts";
import { formatBytes } from "#lib/units.ts";

/** Medians over the rounds. */
export interface WebSummary {
  case: string;
  title: string;
  fleet: string;
  /** `met` is null where there is no bar. */
  figures: (Figure & { met: boolean | null })[];
}

/** The medians of one case's rounds, of which there is at least one. */
export function summarizeWeb(id: string, fleet: string, rounds: readonly (readonly Figure[])[]): WebSummary {
  const figures = (rounds[0] ?? []).map((figure, at) => {
    const value = median(rounds.map((round) => round[at]?.value ?? Number.NaN));
    return { ...figure, value, met: figure.bar === undefined ? null : meets(value, figure.bar) };
  });
  return { case: id, title: WEB_CASES[id]?.title ?? id, fleet, figures };
}

/** The numbers for a person. */
export function reportWeb({ title, fleet, figures }: WebSummary, rounds: number): string {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return [
    `${title}; a ${fleet} of 1,000 tables, medians of ${rounds} rounds`,
    "",
    ...figures.map(({ name, value, unit, bar, met }) => {
      const said = `${name.padEnd(width)}  ${say(value, unit).padStart(9)}`;
      if (bar === undefined) return said;
      const what = "atMost" in bar ? `at most ${say(bar.atMost, unit)}` : `at least ${say(bar.atLeast, unit)}`;
      return `${said}  bar: ${what}, ${met === true ? "met" : "missed"}`;
    }),
    "",
  ].join("\n");
}

function meets(value: number, bar: NonNullable<Figure["bar"]>): boolean {
  return "atMost" in bar ? value <= bar.atMost : value >= bar.atLeast;
}

function say(value: number, unit: Figure["unit"]): string {
  if (unit === "bytes") return formatBytes(value);
  if (unit === "ms") return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
  return unit === "ratio" ? value.toFixed(2) : String(Math.round(value));
}
