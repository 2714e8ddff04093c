import type { RunCase } from "#e2e/bench/bench-case.ts";
import { openReader, readTable } from "#e2e/bench/read-facts.ts";

/** As `ours`, and every duplicated key under its cause, from process start to end. */
export const oursExplained: RunCase = async (table) => {
  const started = performance.now();
  const database = await openReader();
  const opened = performance.now() - started;
  const { answer, parts } = await readTable(database, table, { explain: true });
  return { answer, parts: { open: opened, ...parts } };
};
