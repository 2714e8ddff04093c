import type { RunCase } from "#e2e/bench/bench-case.ts";
import { openReader, readTable } from "#e2e/bench/read-facts.ts";

/** As `ours-explained`, where DuckDB has a gibibyte and spills what it cannot hold. */
export const oursSmallMemory: RunCase = async (table) => {
  const started = performance.now();
  const database = await openReader(2 ** 30);
  const opened = performance.now() - started;
  const { answer, parts } = await readTable(database, table, { explain: true });
  return { answer, parts: { open: opened, ...parts } };
};
