import { listIllCatalogs, withCatalogIncident, type IllCatalog } from "#db/queries/ill-catalogs.ts";
import { listIncidentMarks, type IncidentMark } from "#db/queries/incident-marks.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { listTables as listStoredTables, type TableWithKeys } from "#db/queries/tables.ts";
import { listNewestVerdicts } from "#db/queries/verdicts.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { toVerdictDocument } from "#jobs/commands/verdict-documents.ts";
import { catalogOf } from "#lib/catalog-table.ts";
import { isOverdue } from "#lib/config/schedule.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { TablesDocument } from "#lib/contracts/service-documents.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { showVerdict, worstState } from "#lib/judging/shown-verdict.ts";

/** Every table that is watched, by name, with its latest run and observation: one JSON document. */
export async function listTables({ database }: Service, now: Date): Promise<CommandResult> {
  const configuration = await findServiceState(database.db, "configuration");
  const factor = (configuration?.service ?? SERVICE_DEFAULTS).overdueFactor;
  const { db } = database;
  const tables = await listStoredTables(db);
  const [verdicts, marks, ill] = await Promise.all([
    listNewestVerdicts(
      db,
      tables.flatMap(({ keys }) => keys.flatMap(({ currentVersionId }) => currentVersionId ?? [])),
    ),
    listIncidentMarks(
      db,
      tables.map(({ id }) => id),
      now,
    ),
    listIllCatalogs(db),
  ]);
  const document = TablesDocument.parse({
    configuration: configuration && { file: configuration.file, state: configuration.state, message: configuration.message },
    tables: tables.map((table) => {
      const waits = ill.get(catalogOf(table.definition)?.toLowerCase() ?? "") ?? null;
      return describe(table, { now, factor, verdicts, waits, mark: withCatalogIncident(marks.get(table.id), waits) });
    }),
  });
  return { output: printed(document), exitCode: 0 };
}

interface Known {
  now: Date;
  factor: number;
  verdicts: ReadonlyMap<number, Verdict>;
  waits: IllCatalog | null;
  mark: IncidentMark;
}

function describe(table: TableWithKeys, { now, factor, verdicts, waits, mark }: Known): TablesDocument["tables"][number] {
  const { definition, lastRunId, lastRunState, lastRunReason, lastRunAt, lastErrorCode, lastErrorMessage, lastObservedAt } = table;
  const due = table.nextObservationDueAt;
  const overdue =
    !table.paused && due !== null && due < now && isOverdue(definition.schedule, table.lastSucceededAt ?? table.createdAt, now, factor);
  const keys = table.keys.map(({ name, columns, promise, currentVersionId }) => {
    const verdict = showVerdict({
      verdict: verdicts.get(currentVersionId ?? -1) ?? null,
      overdueMs: overdue && due !== null ? now.getTime() - due.getTime() : null,
      waits: waits?.sentence ?? null,
      paused: table.paused,
      lastRun: lastRunState && { state: lastRunState, errorMessage: lastErrorMessage },
    });
    return { name, columns, promise, verdict: toVerdictDocument(verdict) };
  });
  return {
    name: table.name,
    kind: table.kind,
    source: table.source,
    location: definition.location,
    owner: table.owner,
    tags: table.tags,
    paused: table.paused,
    state: worstState(keys.map(({ verdict }) => verdict.state)),
    keys,
    incidents: mark.incidents.map(({ id, name, onIt }) => ({ id, name, onIt })),
    silence: mark.silence,
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
    overdue,
  };
}
