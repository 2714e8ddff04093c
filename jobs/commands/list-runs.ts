import { listRuns as listStoredRuns } from "#db/queries/runs.ts";
import { getTableByName, listTables } from "#db/queries/tables.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed, toRunDocument } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { RunsDocument } from "#lib/contracts/service-documents.ts";
import type { RunState } from "#lib/names.ts";

export interface ListRunsInput {
  table?: string;
  state?: RunState[];
  limit: number;
}

/** Runs, newest first: one JSON document. Throws AppError unknown_table. */
export async function listRuns({ database }: Service, { table, state, limit }: ListRunsInput): Promise<CommandResult> {
  const { db } = database;
  const tableId = table === undefined ? undefined : (await getTableByName(db, table)).id;
  const names = new Map((await listTables(db, { archived: true })).map(({ id, name }) => [id, name]));
  const runs = await listStoredRuns(db, { tableId, states: state, limit });
  const document = RunsDocument.parse({ runs: runs.map((run) => toRunDocument(run, names.get(run.tableId) ?? run.tableId)) });
  return { output: printed(document), exitCode: 0 };
}
