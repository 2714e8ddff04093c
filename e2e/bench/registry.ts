import type { RunCase } from "#e2e/bench/bench-case.ts";
import type { Shape } from "#e2e/bench/bench-table.ts";

export interface BenchCase {
  title: string;
  /** Tables that it is measured on; not given: all. */
  shapes?: readonly Shape[];
  /** Loaded by its own process alone, so that no case pays for the start of another. */
  load: () => Promise<RunCase>;
}

/** Beside 10,000 delete files, iceberg_scan is asked one statement: it takes long enough. */
const WITHOUT_DELETES = ["few", "half"] as const;

/** By the name for `--only` and JSON, in the order in which a round runs them. */
export const CASES: Readonly<Record<string, BenchCase>> = {
  "reading-key": {
    title: "reading key and partition",
    load: async () => (await import("#e2e/bench/cases/reading-key.ts")).readingKey,
  },
  "reading-own": {
    title: "the same by Bergwatch's own plan",
    load: async () => (await import("#e2e/bench/cases/reading-own.ts")).readingOwn,
  },
  reading: {
    title: "reading key, partition and key bytes",
    shapes: WITHOUT_DELETES,
    load: async () => (await import("#e2e/bench/cases/reading.ts")).reading,
  },
  seeds: {
    title: "three statements by hand",
    shapes: WITHOUT_DELETES,
    load: async () => (await import("#e2e/bench/cases/seeds.ts")).seeds,
  },
  "one-grouping": {
    title: "one exact grouping",
    shapes: WITHOUT_DELETES,
    load: async () => (await import("#e2e/bench/cases/one-grouping.ts")).oneGrouping,
  },
  "dbt-unique": {
    title: "dbt's unique test",
    shapes: WITHOUT_DELETES,
    load: async () => (await import("#e2e/bench/cases/dbt-unique.ts")).dbtUnique,
  },
  ours: {
    title: "Bergwatch",
    load: async () => (await import("#e2e/bench/cases/ours.ts")).ours,
  },
  "ours-explained": {
    title: "Bergwatch with the cause of every duplicated key",
    load: async () => (await import("#e2e/bench/cases/ours-explained.ts")).oursExplained,
  },
  "ours-small-memory": {
    title: "the same in 1 GiB of memory",
    shapes: ["half"],
    load: async () => (await import("#e2e/bench/cases/ours-small-memory.ts")).oursSmallMemory,
  },
  "ours-in-process": {
    title: "Bergwatch without process start",
    load: async () => (await import("#e2e/bench/cases/ours-in-process.ts")).oursInProcess,
  },
};
