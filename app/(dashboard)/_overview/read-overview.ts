import type { Db } from "#db/client.ts";
import { withCatalogIncident } from "#db/queries/ill-catalogs.ts";
import { listIncidentMarks } from "#db/queries/incident-marks.ts";
import type { OverviewQuery } from "#lib/contracts/overview-query.ts";
import type { OverviewTable } from "#lib/contracts/overview.ts";
import { readAllTables } from "./all-tables.ts";
import type { TableView } from "./overview-view.ts";
import { readOverviewQuery, type SearchParams } from "./search-params.ts";
import { selectTables, type Selection } from "./select-tables.ts";
import { readSparklines } from "./sparkline-cache.ts";
import { viewTableRow } from "./table-row-view.ts";

export interface Overview {
  now: Date;
  /** All tables, by name. */
  all: TableView[];
  query: OverviewQuery;
  /** What of the address was not understood, a sentence each. */
  ignored: string[];
  selection: Selection;
  /** Those of the page asked for. */
  rows: OverviewTable[];
}

/** How all tables stand, and the page of them that an address asks for. */
export async function readOverview(db: Db, params: SearchParams): Promise<Overview> {
  const { all, now, ill } = await readAllTables(db);
  const owners = new Set(all.flatMap(({ owner }) => owner ?? []));
  const tags = new Set(all.flatMap((table) => table.tags));
  const { query, ignored } = readOverviewQuery(params, { owners, tags });
  const selection = selectTables(all, query);
  if (selection.page < query.page) ignored.push(`There is no page ${query.page}; this is the last.`);
  const [sparklines, incidents] = await Promise.all([
    readSparklines(
      db,
      selection.tables.flatMap(({ shown: { id, observedAt } }) => (observedAt === null ? [] : [{ tableKeyId: id, now: observedAt }])),
    ),
    listIncidentMarks(
      db,
      selection.tables.map(({ id }) => id),
      now,
    ),
  ]);
  return {
    now,
    all,
    query,
    ignored,
    selection,
    rows: selection.tables.map((table) =>
      viewTableRow(
        table,
        sparklines.get(table.shown.id) ?? null,
        withCatalogIncident(incidents.get(table.id), ill.get(table.catalog ?? "") ?? null),
      ),
    ),
  };
}
