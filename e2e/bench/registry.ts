import type { RunCase } from "#e2e/bench/bench-case.ts";

export interface BenchCase {
  title: string;
  /** Loaded by its own process alone, so that no case pays for the start of another. */
  load: () => Promise<RunCase>;
}

/** By the name for `--only` and JSON, in the order in which a round runs them. */
export const CASES: Readonly<Record<string, BenchCase>> = {
  "reading-key": {
    title: "reading key and partition",
    load: async () => (await import("#e2e/bench/cases/reading-key.ts")).readingKey,
  },
  reading: {
    title: "reading key, partition and key bytes",
    load: async () => (await import("#e2e/bench/cases/reading.ts")).reading,
  },
  seeds: {
    title: "three statements by hand",
    load: async () => (await import("#e2e/bench/cases/seeds.ts")).seeds,
  },
  "one-grouping": {
    title: "one exact grouping",
    load: async () => (await import("#e2e/bench/cases/one-grouping.ts")).oneGrouping,
  },
  "dbt-unique": {
    title: "dbt's unique test",
    load: async () => (await import("#e2e/bench/cases/dbt-unique.ts")).dbtUnique,
  },
  ours: {
    title: "Bergwatch",
    load: async () => (await import("#e2e/bench/cases/ours.ts")).ours,
  },
  "ours-in-process": {
    title: "Bergwatch without process start",
    load: async () => (await import("#e2e/bench/cases/ours-in-process.ts")).oursInProcess,
  },
};
