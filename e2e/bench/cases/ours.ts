import type { RunCase } from "#e2e/bench/bench-case.ts";
import { openReader, readTable } from "#e2e/bench/read-facts.ts";

/** A check as the reader process makes it, from process start to end. */
export const ours: RunCase = async (table) => {
  const started = performance.now();
  const database = await openReader();
  const opened = performance.now() - started;
  const { answer, parts } = await readTable(database, table);
  return { answer, parts: { open: opened, ...parts } };
};
