import { cache } from "react";
import type { Db } from "#db/client.ts";
import { listIllCatalogs, withCatalogIncident } from "#db/queries/ill-catalogs.ts";
import { listIncidentMarks, type IncidentMark } from "#db/queries/incident-marks.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { listNewestVerdicts } from "#db/queries/verdicts.ts";
import { catalogOf } from "#lib/catalog-table.ts";
import { isOverdue } from "#lib/config/schedule.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { showVerdict } from "#lib/judging/shown-verdict.ts";

/** The state of a table now, and who works on it. */
export interface TableStanding {
  /** In the table's order: the stored verdict of each key, with what is known now. */
  keys: { key: TableKeyRow; verdict: Verdict }[];
  /** Unresolved incidents with who works on them, and the active silence. */
  mark: IncidentMark;
  /** How long an observation has been missing; null: none is. */
  overdueMs: number | null;
}

/** The state that every page of a table shows, read once per request; `now`: the machine's clock. */
export const readStanding = cache(async (db: Db, table: TableWithKeys, now: Date): Promise<TableStanding> => {
  const versions = table.keys.flatMap(({ currentVersionId }) => currentVersionId ?? []);
  const [configuration, marks, ill, stored] = await Promise.all([
    findServiceState(db, "configuration"),
    listIncidentMarks(db, [table.id], now),
    listIllCatalogs(db),
    listNewestVerdicts(db, versions),
  ]);
  const waits = ill.get(catalogOf(table.definition)?.toLowerCase() ?? "") ?? null;
  const { overdueFactor } = configuration?.service ?? SERVICE_DEFAULTS;
  const known = {
    overdueMs: missingFor(table, now, overdueFactor),
    waits: waits?.sentence ?? null,
    paused: table.paused,
    lastRun: table.lastRunState && { state: table.lastRunState, errorMessage: table.lastErrorMessage },
  };
  return {
    keys: table.keys.map((key) => ({ key, verdict: showVerdict({ verdict: stored.get(key.currentVersionId ?? -1) ?? null, ...known }) })),
    mark: withCatalogIncident(marks.get(table.id), waits),
    overdueMs: known.overdueMs,
  };
});

function missingFor(table: TableWithKeys, now: Date, factor: number): number | null {
  const dueAt = table.paused || table.archivedAt !== null ? null : table.nextObservationDueAt;
  if (dueAt === null || dueAt >= now) return null;
  return isOverdue(table.definition.schedule, table.lastSucceededAt ?? table.createdAt, now, factor)
    ? now.getTime() - dueAt.getTime()
    : null;
}
