import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { say } from "#e2e/integration/programs.ts";
import type { WitnessCount } from "#e2e/integration/witness.ts";
import { markOf, type WitnessQuestion } from "#e2e/integration/witness/questions.ts";
import { fillWitnessDocs, WITNESS_DOCS, type WitnessRecord } from "#e2e/integration/witness/witness-docs.ts";

const RECORD = join(import.meta.dirname, "record.json");
const PROJECT = join(import.meta.dirname, "../../..");

/** The record as it is committed. */
export function readRecord(): WitnessRecord {
  return JSON.parse(readFileSync(RECORD, "utf8")) as WitnessRecord;
}

/** How many tables and snapshots are asked about. A table that was never written has none. Pure. */
export function sizeOf(asked: readonly WitnessQuestion[]): { tables: number; snapshots: number; questions: number } {
  return {
    tables: new Set(asked.map(({ table }) => table)).size,
    snapshots: new Set(asked.flatMap(({ table, snapshotId }) => (snapshotId === null ? [] : [`${table} ${snapshotId}`]))).size,
    questions: asked.length,
  };
}

/** Writes the record and the documentation. In: all questions. Throws while a difference is unexplained. */
export async function recordWitness(
  asked: readonly WitnessQuestion[],
  { agreed, explained, unexplained }: WitnessCount,
  { trino, iceberg }: { trino: string; iceberg: string },
): Promise<void> {
  if (unexplained > 0) throw new Error("nothing is recorded while a difference is unexplained");
  const packages = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8")) as { dependencies: Record<string, string> };
  const pom = await readFile(join(PROJECT, "e2e/writer/pom.xml"), "utf8");
  const record: WitnessRecord = {
    date: new Date().toISOString().slice(0, 10),
    versions: {
      trino,
      icebergInTrino: iceberg,
      icebergOfWriter: /<iceberg\.version>([^<]+)</.exec(pom)?.[1] ?? "",
      duckdb: packages.dependencies["@duckdb/node-api"] ?? "",
    },
    ...sizeOf(asked),
    agreed,
    explained,
    mark: markOf(asked),
  };
  await writeFile(RECORD, `${JSON.stringify(record, null, 2)}\n`);
  await writeFile(WITNESS_DOCS, fillWitnessDocs(await readFile(WITNESS_DOCS, "utf8"), record));
  say("   the comparison is recorded in e2e/integration/witness/record.json and docs/explanation/witness.md");
}
