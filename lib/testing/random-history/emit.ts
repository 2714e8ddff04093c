import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { leavesOf } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { valueOf } from "#lib/testing/iceberg-writer/live-rows.ts";
import { anyHistory } from "#lib/testing/random-history/history-arbitrary.ts";
import { javaText } from "#lib/testing/random-history/java-text.ts";
import { playHistory } from "#lib/testing/random-history/play-history.ts";
import type { Play } from "#lib/testing/random-history/play.ts";

const COMMANDS_MAX = 14;

/**
 * Writes random histories as tables below the directory, for Iceberg's own reader to compare (e2e/writer/run.sh verify). Each folder holds
 * the history, the table, and the rows that the model expects: `expected.jsonl` of the head and `expected-<id>.jsonl` of every retained
 * snapshot, a JSON array of column texts a row, under the table's current schema. Out: the folders.
 */
export async function emitHistories(seed: number, count: number, directory: string): Promise<string[]> {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const folders: string[] = [];
  for (const [index, history] of fc.sample(anyHistory(COMMANDS_MAX), { seed, numRuns: count }).entries()) {
    const folder = join(directory, `history-${seed}-${index}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "history.json"), `${JSON.stringify(history)}\n`);
    // The writer of the other manifests is held to the reader alone.
    const play = await playHistory(connection, folder, { ...history, writers: "one" });
    if (play.notForJava.size === 0 && !javaDiffers(play)) writeExpectations(play, folder);
    folders.push(folder);
  }
  instance.closeSync();
  return folders;
}

/**
 * Where Iceberg's own reader goes another way than the specification: it refuses a delete by a column that was dropped since ("Cannot find
 * required field"), and to it a struct that is NULL is not the struct whose columns are NULL.
 */
function javaDiffers({ table, modelled }: Play): boolean {
  const leaves = new Map(leavesOf(table.schema.fields).map((leaf) => [leaf.id, leaf]));
  const entries = table.state.snapshots.flatMap(({ id }) => table.liveEntries(id));
  return entries.some(({ file }) => {
    const rows = modelled.contents.equalityDeletes.get(file.path) ?? [];
    return (file.equalityIds ?? []).some((id) => {
      const leaf = leaves.get(id);
      return leaf === undefined || (leaf.path.length > 1 && rows.some((row) => row.get(id) === null));
    });
  });
}

function writeExpectations({ modelled, table }: Play, folder: string): void {
  const leaves = leavesOf(table.schema.fields);
  const head = table.head();
  for (const { id } of table.state.snapshots) {
    const lines = modelled.liveRows(id).map(({ row }) => {
      return `${JSON.stringify(leaves.map((leaf) => javaText(leaf.type, valueOf(modelled.contents, row, leaf.id))))}\n`;
    });
    writeFileSync(join(folder, `expected-${id}.jsonl`), lines.join(""));
    if (id === head) writeFileSync(join(folder, "expected.jsonl"), lines.join(""));
  }
}

if (import.meta.main) {
  const [seed = "1", count = "50", directory] = process.argv.slice(2);
  if (directory === undefined) throw new Error("usage: node lib/testing/random-history/emit.ts <seed> <count> <directory>");
  await emitHistories(Number(seed), Number(count), directory);
}
