import { findServiceState } from "#db/queries/service-states.ts";
import { listTables as listStoredTables, type TableWithKeys } from "#db/queries/tables.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { isOverdue } from "#lib/config/schedule.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { TablesDocument } from "#lib/contracts/service-documents.ts";

/** Every table that is watched, by name, with its latest run and observation: one JSON document. */
export async function listTables({ database }: Service, now: Date): Promise<CommandResult> {
  const configuration = await findServiceState(database.db, "configuration");
  const factor = (configuration?.service ?? SERVICE_DEFAULTS).overdueFactor;
  const tables = await listStoredTables(database.db);
  const document = TablesDocument.parse({
    configuration: configuration && { file: configuration.file, state: configuration.state, message: configuration.message },
    tables: tables.map((table) => describe(table, now, factor)),
  });
  return { output: printed(document), exitCode: 0 };
}

function describe(table: TableWithKeys, now: Date, factor: number): TablesDocument["tables"][number] {
  const { definition, lastRunId, lastRunState, lastRunReason, lastRunAt, lastErrorCode, lastErrorMessage, lastObservedAt } = table;
  const due = table.nextObservationDueAt;
  return {
    name: table.name,
    kind: table.kind,
    source: table.source,
    location: definition.location,
    owner: table.owner,
    tags: table.tags,
    paused: table.paused,
    keys: table.keys.map(({ name, columns, promise }) => ({ name, columns, promise })),
    schedule: definition.schedule,
    lastRun:
      lastRunId === null || lastRunState === null || lastRunReason === null || lastRunAt === null
        ? null
        : {
            id: lastRunId,
            state: lastRunState,
            reason: lastRunReason,
            at: lastRunAt.toISOString(),
            error: lastErrorMessage === null ? null : { code: lastErrorCode ?? lastRunState, message: lastErrorMessage },
          },
    lastObservation: lastObservedAt && { at: lastObservedAt.toISOString(), snapshotId: table.lastSnapshotId, trust: table.lastTrustLevel },
    nextObservationDueAt: due?.toISOString() ?? null,
    overdue:
      !table.paused && due !== null && due < now && isOverdue(definition.schedule, table.lastSucceededAt ?? table.createdAt, now, factor),
  };
}
