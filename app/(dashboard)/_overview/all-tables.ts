import type { Db } from "#db/client.ts";
import { listIllCatalogs, type IllCatalog } from "#db/queries/ill-catalogs.ts";
import { listKeyMarks } from "#db/queries/overview-marks.ts";
import { listPastFacts, type PastFacts } from "#db/queries/overview-past.ts";
import { listTableOverview, type OverviewRow } from "#db/queries/overview.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { viewTable, type TableView } from "./overview-view.ts";
import { OVERVIEW_METRICS, type OverviewMetricName } from "#lib/metrics.ts";

const PAST_DAYS = 7;
const SHARED_MS = 1000;
/** Facts of the past come and go without a mark: after this time a table is read again all the same, a few tables at a time. */
const KEEP_MS = 60_000;
const AGED_MAX = 50;

export interface AllTables {
  /** By name. */
  all: TableView[];
  now: Date;
  /** Catalogs that are ill, by name in lower case, with who works on their incidents now. */
  ill: ReadonlyMap<string, IllCatalog>;
}

interface Kept {
  mark: string;
  readAt: number;
  rows: OverviewRow<OverviewMetricName>[];
  past: Map<string, PastFacts<OverviewMetricName>>;
  view: TableView | null;
}

interface Shared {
  readAt: number;
  reading: Promise<AllTables>;
  kept: ReadonlyMap<string, Kept>;
}

const shared = globalThis as typeof globalThis & { bergwatchAllTables?: Shared };

/**
 * How all tables stand. Everybody looks at the same tables, so those who ask within a second share one reading; and a reading asks only for the
 * tables of which something was written since the one before: with 1,000 tables an hour that is one in a few seconds.
 */
export async function readAllTables(db: Db): Promise<AllTables> {
  const before = shared.bergwatchAllTables;
  if (before !== undefined && Math.abs(Date.now() - before.readAt) < SHARED_MS) return await before.reading;
  const now: Shared = {
    readAt: Date.now(),
    reading: Promise.resolve({ all: [], now: new Date(), ill: new Map() }),
    kept: before?.kept ?? new Map(),
  };
  now.reading = readAll(db, now);
  shared.bergwatchAllTables = now;
  try {
    return await now.reading;
  } catch (error) {
    // Who asks next tries anew; what was read before stays.
    now.readAt = 0;
    throw error;
  }
}

async function readAll(db: Db, reading: Shared): Promise<AllTables> {
  const [keys, configuration, ill] = await Promise.all([listKeyMarks(db), findServiceState(db, "configuration"), listIllCatalogs(db)]);
  const { overdueFactor } = configuration?.service ?? SERVICE_DEFAULTS;
  const marks = [...Map.groupBy(keys, ({ tableId }) => tableId)].map(([id, of]): [string, string] => [
    id,
    of.map(({ keyId, mark }) => `${keyId} ${mark}`).join(", "),
  ]);
  const fresh = await readChanged(db, listChanged(marks, reading.kept));
  const now = new Date();
  const kept = new Map<string, Kept>();
  const all: TableView[] = [];
  for (const [id, mark] of marks) {
    const known = fresh.get(id) ?? reading.kept.get(id);
    // It was archived between the two queries.
    if (known === undefined) continue;
    const view =
      known.view !== null && isSame(known.view, now, ill) ? known.view : viewTable(known.rows, known.past, { now, overdueFactor, ill });
    if (view !== null) all.push(view);
    kept.set(id, { ...known, mark: fresh.has(id) ? mark : known.mark, view });
  }
  reading.kept = kept;
  return { all, now, ill };
}

/** The tables whose mark is another one, and the longest known of those that are known for long; undefined: all. */
function listChanged(marks: readonly [id: string, mark: string][], kept: ReadonlyMap<string, Kept>): string[] | undefined {
  const before = Date.now() - KEEP_MS;
  const changed: string[] = [];
  const aged: { id: string; readAt: number }[] = [];
  for (const [id, mark] of marks) {
    const known = kept.get(id);
    if (known?.mark !== mark) changed.push(id);
    else if (known.readAt < before) aged.push({ id, readAt: known.readAt });
  }
  if (changed.length === marks.length) return undefined;
  const oldest = aged.toSorted((a, b) => a.readAt - b.readAt).slice(0, AGED_MAX);
  return [...changed, ...oldest.map(({ id }) => id)];
}

/** Two queries, for each key seven index look-ups. */
async function readChanged(db: Db, tableIds: string[] | undefined): Promise<Map<string, Kept>> {
  if (tableIds?.length === 0) return new Map();
  const readAt = Date.now();
  const asked = { metrics: OVERVIEW_METRICS, ...(tableIds && { tableIds }) };
  const [rows, past] = await Promise.all([
    listTableOverview(db, { ...asked, days: PAST_DAYS }),
    listPastFacts(db, { ...asked, days: PAST_DAYS }),
  ]);
  const byTable = Map.groupBy(rows, ({ table }) => table.id);
  return new Map([...byTable].map(([id, of]) => [id, { mark: "", readAt, rows: of, past, view: null }]));
}

/** What is seen of a table changes without a word of its own by an observation that is missing, and by the illness of its catalog. */
function isSame({ overdue, dueAt, catalog, waits }: TableView, now: Date, ill: ReadonlyMap<string, IllCatalog>): boolean {
  const isWaiting = ill.get(catalog ?? "");
  return waits?.sentence === isWaiting?.sentence && !overdue && (dueAt === null || dueAt >= now);
}
