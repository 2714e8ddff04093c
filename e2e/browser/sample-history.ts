import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { HistoryDocument } from "#lib/contracts/service-documents.ts";

const PROJECT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

interface Truth {
  table: string;
  snapshotIds: string[];
}

/** Returns when the service that `variables` name has the numbers of every snapshot of every sample table; throws when that takes too long. */
export async function untilHistoryIsThere(variables: Record<string, string>, msMax: number): Promise<void> {
  const truths = JSON.parse(readFileSync(join(PROJECT, "db/seed/samples/truth.json"), "utf8")) as Truth[];
  const deadline = performance.now() + msMax;
  for (const { table, snapshotIds } of truths) {
    // All keys of a table are read by one run, so the first tells of the others.
    while ((await countPoints(table, variables)) < snapshotIds.length) {
      if (performance.now() > deadline) throw new Error(`The history of ${table} was not there after ${msMax / 1000} s.`);
      await sleep(1000);
    }
  }
}

async function countPoints(table: string, variables: Record<string, string>): Promise<number> {
  // oxlint-disable-next-line bergwatch/process-env-only-in-env -- a test stands in for the person's shell
  const env = { ...process.env, ...variables };
  const args = ["jobs/cli.ts", "history", table, "--metric", "rows", "--points", "1000"];
  try {
    const { stdout } = await run(process.execPath, args, { cwd: PROJECT, env });
    return HistoryDocument.parse(JSON.parse(stdout)).points.length;
  } catch {
    // Until the worker has written the table down, nobody knows it.
    return 0;
  }
}
