import { setTimeout as sleep } from "node:timers/promises";
import { askCommandLine } from "#e2e/helpers/command-line.ts";
import { readSampleTruth } from "#e2e/helpers/sample-truth.ts";
import type { HistoryDocument } from "#lib/contracts/service-documents.ts";

/** Returns when the service that `variables` name has the numbers of every snapshot of every sample table; throws when that takes too long. */
export async function untilHistoryIsThere(variables: Record<string, string>, msMax: number): Promise<void> {
  const deadline = performance.now() + msMax;
  for (const { table, snapshotIds } of readSampleTruth()) {
    // All keys of a table are read by one run, so the first tells of the others.
    while ((await countPoints(table, variables)) < snapshotIds.length) {
      if (performance.now() > deadline) throw new Error(`The history of ${table} was not there after ${msMax / 1000} s.`);
      // Each question costs a second of a processor that the readers want.
      await sleep(4000);
    }
  }
}

/** 0 until the worker has written the table down: nobody knows it before. */
async function countPoints(table: string, variables: Record<string, string>): Promise<number> {
  const history = await askCommandLine<HistoryDocument>(["history", table, "--metric", "rows", "--points", "1000"], variables);
  return history?.points.length ?? 0;
}
