import { mark, type RunCase } from "#e2e/bench/bench-case.ts";
import { openReader, readTable } from "#e2e/bench/read-facts.ts";

/** As `ours`, counted from an open database on: what is left when nothing has to be started. */
export const oursInProcess: RunCase = async (table) => {
  const database = await openReader();
  const from = mark();
  return { ...(await readTable(database, table)), from };
};
