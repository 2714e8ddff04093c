import { createHash } from "node:crypto";
import type { TestTableCase } from "#lib/testing/test-tables.ts";

/** What two readers are compared by. Of rows whose key has no NULL: the last three. */
export const COMPARED = ["rows", "null_key_rows", "distinct_keys", "duplicated_keys", "surplus_rows"] as const;
export type Numbers = Readonly<Record<(typeof COMPARED)[number], number>>;

/** One key of one snapshot of one table: five numbers. */
export interface WitnessQuestion {
  /** Of the first question of the truth that asks for it. */
  name: string;
  table: string;
  /** null: the table was never written. */
  snapshotId: string | null;
  /** Columns as the command line takes them. */
  key: readonly string[];
  /** What the writer of the table knows. */
  truth: Numbers;
}

/** Why a question of the truth is not asked of the witness. */
export const LEFT_OUT = {
  condition: "have a condition, which each reader writes in its own SQL",
  refused: "must be refused by Bergwatch: there is no number to compare",
  relocated: "ask for a relocated table, which Trino does not support",
  catalog: "ask for a table in a folder of odd characters, whose files Apache's catalog server does not find in Versity's gateway",
  repeated: "ask for the same table, snapshot and key as another one, with other columns of Kafka",
} as const;
export type LeftOut = keyof typeof LEFT_OUT;

/** The questions of the truth that another reader can be asked, and how many are left out, each for its first reason. Pure. */
export function chooseQuestions(cases: readonly TestTableCase[]): { asked: WitnessQuestion[]; leftOut: Record<LeftOut, number> } {
  const asked = new Map<string, WitnessQuestion>();
  const leftOut = { condition: 0, refused: 0, relocated: 0, catalog: 0, repeated: 0 };
  for (const one of cases) {
    const question = toQuestion(one);
    if (typeof question === "string") leftOut[question]++;
    else {
      const what = JSON.stringify([question.table, question.snapshotId, question.key]);
      if (asked.has(what)) leftOut.repeated++;
      else asked.set(what, question);
    }
  }
  return { asked: [...asked.values()], leftOut };
}

function toQuestion({ name, args, expect }: TestTableCase): WitnessQuestion | LeftOut {
  const { metrics, snapshotId } = expect;
  if (metrics === undefined || snapshotId === undefined) return "refused";
  if (args.includes("--where")) return "condition";
  if (args.includes("--relocated")) return "relocated";
  const table = /\/tables\/([^/]+)/.exec(valuesOf(args, "--location")[0] ?? "")?.[1];
  if (table === undefined) throw new Error(`${name} names no test table`);
  if (table.includes("#")) return "catalog";
  const truth = Object.fromEntries(
    COMPARED.map((metric) => {
      const value = metrics[metric];
      if (typeof value !== "number") throw new Error(`the truth of ${name} has no ${metric}`);
      return [metric, value];
    }),
  ) as Numbers;
  return { name, table, snapshotId, key: valuesOf(args, "--key"), truth };
}

function valuesOf(args: readonly string[], flag: string): string[] {
  return args.filter((_, at) => args[at - 1] === flag);
}

/** Tells whether questions and their right answers are those of an earlier time. */
export function markOf(asked: readonly WitnessQuestion[]): string {
  return createHash("sha256").update(JSON.stringify(asked)).digest("hex").slice(0, 16);
}

/**
 * The five numbers in Trino's SQL, at the snapshot. It has no condition on a column, since Trino refuses one on a `fixed` column. In: the key's columns
 * by their names there, each from the top level down.
 */
export function witnessStatement(table: string, snapshotId: string | null, key: readonly (readonly string[])[]): string {
  const parts = key.map((path, at) => `${path.map(quoted).join(".")} AS k${at}`);
  const names = key.map((_, at) => `k${at}`);
  const list = names.join(", ");
  const version = snapshotId === null ? "" : ` FOR VERSION AS OF ${snapshotId}`;
  return [
    `WITH live AS (SELECT ${parts.join(", ")} FROM lake.witness.${quoted(table)}${version}),`,
    `marked AS (SELECT ${list}, ${names.map((name) => `${name} IS NOT NULL`).join(" AND ")} AS whole FROM live),`,
    `counted AS (SELECT count(*) AS n, whole FROM marked GROUP BY ${list}, whole),`,
    `everything AS (SELECT count(*) AS rows, count_if(NOT whole) AS null_key_rows, count(DISTINCT IF(whole, ROW(${list}))) AS distinct_keys FROM marked),`,
    `duplicated AS (SELECT count_if(whole AND n > 1) AS keys, coalesce(sum(IF(whole, n - 1, 0)), 0) AS surplus FROM counted)`,
    `SELECT rows, null_key_rows, distinct_keys, keys, surplus FROM everything CROSS JOIN duplicated`,
  ].join(" ");
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The levels of a key's column as the command line takes it: `a."b.c"`. */
export function levelsOf(column: string): string[] {
  return [...column.matchAll(/"((?:[^"]|"")*)"|[^."]+/g)].map(([whole, inQuotes]) => inQuotes?.replaceAll('""', '"') ?? whole);
}
