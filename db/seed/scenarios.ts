import type { Db } from "../client.ts";
import { seedYear, type YearOptions } from "./year.ts";

interface Scenario {
  name: string;
  /** A sentence for `seed list`. */
  about: string;
  tables: number;
  days: number;
  run: (db: Db, options: YearOptions) => Promise<{ facts: number }>;
}

/** The named states of the store for work on the pages, for tests and for the bench. */
export const SCENARIOS: readonly Scenario[] = [
  {
    name: "year",
    about: "1,000 tables, a commit and its facts every hour for a year: 8.8 million rows.",
    tables: 1000,
    days: 365,
    run: seedYear,
  },
  {
    name: "month",
    about: "The same for 30 days only: 720,000 rows, in a minute or two.",
    tables: 1000,
    days: 30,
    run: seedYear,
  },
];
