import type { Db } from "#db/client.ts";
import { listPastFacts } from "#db/queries/overview-past.ts";
import { listTableOverview } from "#db/queries/overview.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { OverviewQuery, OverviewTable } from "#lib/contracts/overview.ts";
import { OVERVIEW_METRICS, viewTables, type TableView } from "./overview-view.ts";
import { readOverviewQuery, type SearchParams } from "./search-params.ts";
import { selectTables, type Selection } from "./select-tables.ts";
import { readSparklines } from "./sparkline-cache.ts";
import { viewTableRow } from "./table-row-view.ts";

const PAST_DAYS = 7;
const SHARED_MS = 1000;

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
  const { all, now } = await readAllShared(db);
  const owners = new Set(all.flatMap(({ owner }) => owner ?? []));
  const tags = new Set(all.flatMap((table) => table.tags));
  const { query, ignored } = readOverviewQuery(params, { owners, tags });
  const selection = selectTables(all, query);
  if (selection.page < query.page) ignored.push(`There is no page ${query.page}; this is the last.`);
  const sparklines = await readSparklines(
    db,
    selection.tables.flatMap(({ shown: { id, observedAt } }) => (observedAt === null ? [] : [{ tableKeyId: id, now: observedAt }])),
  );
  return {
    now,
    all,
    query,
    ignored,
    selection,
    rows: selection.tables.map((table) => viewTableRow(table, sparklines.get(table.shown.id) ?? null)),
  };
}

interface AllTables {
  all: TableView[];
  now: Date;
}

const shared = globalThis as typeof globalThis & { bergwatchAllTables?: { readAt: number; reading: Promise<AllTables> } };

/** Everybody looks at the same tables, so those who ask within a second share one reading. */
async function readAllShared(db: Db): Promise<AllTables> {
  const known = shared.bergwatchAllTables;
  if (known !== undefined && Date.now() - known.readAt < SHARED_MS) return await known.reading;
  const reading = readAll(db);
  shared.bergwatchAllTables = { readAt: Date.now(), reading };
  try {
    return await reading;
  } catch (error) {
    if (shared.bergwatchAllTables?.reading === reading) delete shared.bergwatchAllTables;
    throw error;
  }
}

/** Three queries: for each key four index look-ups. */
async function readAll(db: Db): Promise<AllTables> {
  const [rows, past, configuration] = await Promise.all([
    listTableOverview(db, { metrics: OVERVIEW_METRICS }),
    listPastFacts(db, { metrics: OVERVIEW_METRICS, days: PAST_DAYS }),
    findServiceState(db, "configuration"),
  ]);
  const now = new Date();
  const { overdueFactor } = configuration?.service ?? SERVICE_DEFAULTS;
  return { all: viewTables(rows, past, { now, overdueFactor }), now };
}
