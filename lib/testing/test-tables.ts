import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The project's root: the tables' own paths are relative to it, so whoever reads them has it as working directory. */
export const TEST_TABLES_ROOT = join(import.meta.dirname, "../..");

/** What a call of `check` must come to. Without metrics: an exit code, a message, and no number. */
export interface ExpectedAnswer {
  exit: number;
  trust?: string;
  /** A text that one of the reasons holds. */
  reason?: string;
  /** null: the table was never written. */
  snapshotId?: string | null;
  metrics?: Record<string, number | null>;
  partitionsPerKey?: Record<string, number>;
  /** Every duplicated key as JSON text of its parts. */
  duplicatedKeyTexts?: string[];
  /** Duplicated keys by cause. Where it is there, so are the three after it. */
  causes?: Record<string, number>;
  /** The cause of each duplicated key. */
  cause_of_key?: Record<string, string>;
  /** In any order. */
  undecided?: { cause: string; missing: string[]; keys: number }[];
  /** The right row of each duplicated key, by file name and position; null: it is undecided. */
  winners?: Record<string, { file: string; position: number } | null>;
}

/** An entry of e2e/testdata/truth.json; README.md of e2e/writer says what each field means. */
export interface TestTableCase {
  name: string;
  about: string;
  args: string[];
  expect: ExpectedAnswer;
  /** Answers that are honest as well; the first is better. */
  or?: (ExpectedAnswer & { why: string })[];
}

/** All questions about the committed tables, in the order of the file. */
export function listTestTableCases(): TestTableCase[] {
  return JSON.parse(readFileSync(join(TEST_TABLES_ROOT, "e2e/testdata/truth.json"), "utf8")) as TestTableCase[];
}

/** The folder of a committed table, relative to the project's root. */
export const testTableLocation = (table: string): string => `e2e/testdata/tables/${table}`;
