import type { RunServiceCase } from "#e2e/bench/service-case.ts";

export interface ServiceCase {
  title: string;
  /** What it is compared with. */
  other: string;
  load: () => Promise<RunServiceCase>;
}

/** By the name for `--only` and JSON. They make their own tables and data folders. */
export const SERVICE_CASES: Readonly<Record<string, ServiceCase>> = {
  "first-facts": {
    title: "npm start, fresh data folder, to the first stored facts",
    other: "starting Node and a new Postgres",
    load: async () => (await import("#e2e/bench/cases/first-facts.ts")).firstFacts,
  },
  "runs-per-minute": {
    title: "60 runs of small tables, stored",
    other: "the same readings by the bare reader",
    load: async () => (await import("#e2e/bench/cases/runs-per-minute.ts")).runsPerMinute,
  },
  polling: {
    title: "processor time of a minute of polling 1,000 tables of one catalog",
    other: "asking for all of them once, without the marks of former answers",
    load: async () => (await import("#e2e/bench/cases/polling.ts")).polling,
  },
  "plan-many-files": {
    title: "planning 50,000 data files under 4,000 delete files",
    other: "one statement of DuckDB that counts the same entries",
    load: async () => (await import("#e2e/bench/cases/plan-many-files.ts")).planManyFiles,
  },
  "plan-many-remote-files": {
    title: "the same plan from a store that takes 20 ms for an answer",
    other: "from this machine",
    load: async () => (await import("#e2e/bench/cases/plan-many-files.ts")).planManyRemoteFiles,
  },
};
