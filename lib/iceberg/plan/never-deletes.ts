import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { fileLiteral, literalList } from "#lib/iceberg/duckdb/sql.ts";
import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import type { LocatedTable } from "#lib/iceberg/plan/locate.ts";
import { mapAtOnce } from "#lib/map-at-once.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";
import { saysNoDeletion, tellsTotals } from "#lib/iceberg/plan/summary-deletes.ts";

/** Whether a table never deletes, and sentences on what was not looked at. */
export interface NeverDeletes {
  /** null: an older snapshot was not looked at, and no other one decides it. */
  value: boolean | null;
  notes: string[];
}

/** Measured: 1.2 ms of processor time a list on a local disk, so that this many take 12 s. */
const SNAPSHOTS_MAX = 10_000;
const LISTS_PER_STATEMENT = 25;
const STATEMENTS_AT_ONCE = 4;
const MEND = "Expire the snapshots that need it, or restore it from a backup.";

/** Names of the counts in format version 2, and as older writers have them. */
const LIST_TYPES = {
  manifest_path: "VARCHAR",
  content: "INTEGER",
  added_snapshot_id: "BIGINT",
  added_files_count: "INTEGER",
  added_data_files_count: "INTEGER",
  existing_files_count: "INTEGER",
  existing_data_files_count: "INTEGER",
  deleted_files_count: "INTEGER",
  deleted_data_files_count: "INTEGER",
};
const ENTRY_TYPES = { status: "INTEGER", snapshot_id: "BIGINT" };

/** A manifest that shows a deletion, or that has to be opened to say whether it does. */
const suspect = z.object({ list: count, path: z.string(), deletes: z.boolean(), shown: z.boolean() });
type Suspect = z.infer<typeof suspect>;

/** Files that differ in their columns, each read by the names it has; a column that none has is NULL. `number` says which file. */
function unitedSql(paths: readonly string[], types: Readonly<Record<string, string>>): string {
  const names = literalList(Object.keys(types));
  const none = Object.entries(types).map(([name, type]) => `NULL::${type} AS ${name}`);
  const each = paths.map(
    (path, number) => `SELECT ${number} AS number, COLUMNS(lambda c: list_contains(${names}, c)) FROM read_avro(${fileLiteral(path)})`,
  );
  return [`SELECT 0 AS number, ${none.join(", ")} WHERE false`, ...each].join(" UNION ALL BY NAME ");
}

/** Manifests of these snapshots with live delete files, or with data files that the snapshot itself removed; also those whose list counts nothing. */
function suspectsSql(paths: readonly string[], snapshots: readonly Snapshot[]): string {
  const own = `(added_snapshot_id IS NULL OR added_snapshot_id = [${snapshots.map((one) => `${one["snapshot-id"]}::BIGINT`).join(", ")}][number + 1])`;
  const replaces = `[${snapshots.map(isReplace).join(", ")}][number + 1]`;
  const live = "(coalesce(added_files_count, added_data_files_count) + coalesce(existing_files_count, existing_data_files_count))";
  const removed = "coalesce(deleted_files_count, deleted_data_files_count)";
  return `SELECT number AS list, manifest_path AS path, (coalesce(content, 0) <> 0) AS deletes, (n IS NOT NULL) AS shown
    FROM (SELECT *, CASE WHEN coalesce(content, 0) <> 0 THEN ${live} WHEN ${own} AND NOT ${replaces} THEN ${removed} ELSE 0 END AS n
      FROM (${unitedSql(paths, LIST_TYPES)})) WHERE n IS NULL OR n > 0`;
}

function isReplace({ summary }: Snapshot): boolean {
  return summary?.["operation"] === "replace";
}

/** Those first whose summary speaks of removals (it proves nothing, but may end the search), then the newest. */
function inOrder(snapshots: readonly Snapshot[], pinned: Snapshot | null): Snapshot[] {
  const others = snapshots.filter((one) => one !== pinned).toReversed();
  return [...(pinned ? [pinned] : []), ...others].toSorted((a, b) => Number(hintsAtDeletion(b)) - Number(hintsAtDeletion(a)));
}

function hintsAtDeletion({ summary }: Snapshot): boolean {
  return Object.keys(summary ?? {}).some((name) => /delete/.test(name) && !name.startsWith("total-") && summary?.[name] !== "0");
}

class Search {
  readonly #database: Database;
  readonly #table: Pick<LocatedTable, "relocate">;
  readonly #opened = new Set<string>();
  /** What went wrong, a message a snapshot that could not be looked at. */
  readonly faults: string[] = [];

  constructor(database: Database, table: Pick<LocatedTable, "relocate">) {
    this.#database = database;
    this.#table = table;
  }

  /** Whether one of the snapshots deletes; what cannot be read is told in `faults`. */
  async deletes(snapshots: readonly Snapshot[]): Promise<boolean> {
    try {
      const suspects = await this.#suspects(snapshots);
      if (suspects.some(({ shown }) => shown)) return true;
      for (const one of suspects) if (await this.#opensToDeletion(one, snapshots[one.list])) return true;
      return false;
    } catch (cause) {
      const error = readError("A manifest list of an older snapshot", MEND, cause);
      if (!(error instanceof AppError)) throw error;
      const [only, ...others] = snapshots;
      if (only && others.length === 0) {
        this.faults.push(error.message);
        return false;
      }
    }
    for (const one of snapshots) if (await this.deletes([one])) return true;
    return false;
  }

  async #suspects(snapshots: readonly Snapshot[]): Promise<Suspect[]> {
    const paths = snapshots.map((snapshot) => {
      const list = snapshot["manifest-list"];
      if (list !== undefined) return this.#table.relocate(list);
      throw new AppError("table_unreadable", `Snapshot ${snapshot["snapshot-id"]} has no manifest list (format version 1).`);
    });
    return await this.#database.rows(suspectsSql(paths, snapshots), suspect);
  }

  async #opensToDeletion({ path, deletes }: Suspect, snapshot: Snapshot | undefined): Promise<boolean> {
    const id = snapshot?.["snapshot-id"] ?? "NULL";
    const asked = `${path} ${deletes ? "" : id}`;
    if (this.#opened.has(asked)) return false;
    this.#opened.add(asked);
    const wanted = deletes ? "status <> 2" : `status = 2 AND coalesce(snapshot_id, ${id}) = ${id}`;
    const { found } = await this.#database.row(
      `SELECT count(*) > 0 AS found FROM (${unitedSql([this.#table.relocate(path)], ENTRY_TYPES)}) WHERE ${wanted}`,
      z.object({ found: z.boolean() }),
    );
    return found;
  }
}

function notesOf(faults: readonly string[], open: number): string[] {
  const notes: string[] = [];
  if (open > SNAPSHOTS_MAX) {
    notes.push(
      `The table retains ${open} snapshots whose summaries do not say whether they deleted, of which ${SNAPSHOTS_MAX} were read: whether an older one deleted is not known. Expire old snapshots.`,
    );
  }
  if (faults.length > 0) {
    notes.push(`It is not known whether the table ever deleted, since ${faults.length} of its snapshots could not be read. ${faults[0]}`);
  }
  return notes;
}

/** The first alone where its summary says that it deletes: of a table that deletes one list is then enough. */
function batchesOf([first, ...others]: readonly Snapshot[]): Snapshot[][] {
  if (first === undefined) return [];
  const alone = hintsAtDeletion(first);
  const rest = alone ? others : [first, ...others];
  const batches = Array.from({ length: Math.ceil(rest.length / LISTS_PER_STATEMENT) }, (_, at) =>
    rest.slice(at * LISTS_PER_STATEMENT, (at + 1) * LISTS_PER_STATEMENT),
  );
  return alone ? [[first], ...batches] : batches;
}

/**
 * True when no retained snapshot has a live delete file, and none removed data files but by `replace`. Where the pinned snapshot's summary has the totals
 * of its manifests, a snapshot whose own says so is taken for one without; of all others the manifest lists are read, and manifests where a list counts
 * nothing. Ends at the first snapshot that decides it; a table whose own snapshot has delete files is decided without a read.
 */
export async function readNeverDeletes(
  database: Database,
  { metadata, relocate }: Pick<LocatedTable, "metadata" | "relocate">,
  pinned: { snapshot: Snapshot | null; files: Pick<LiveFiles, "data" | "deletes"> },
): Promise<NeverDeletes> {
  if (pinned.files.deletes.length > 0) return { value: false, notes: [] };
  const believed = tellsTotals(pinned.snapshot, pinned.files);
  const open = metadata.snapshots.filter((snapshot) => !believed || !saysNoDeletion(snapshot));
  const search = new Search(database, { relocate });
  const [first = [], ...batches] = batchesOf(inOrder(open, pinned.snapshot).slice(0, SNAPSHOTS_MAX));
  let found = first.length > 0 && (await search.deletes(first));
  await mapAtOnce(batches, { itemsMax: STATEMENTS_AT_ONCE }, async (batch) => {
    if (!found && (await search.deletes(batch))) found = true;
  });
  if (found) return { value: false, notes: [] };
  const notes = notesOf(search.faults, open.length);
  return { value: notes.length > 0 ? null : true, notes };
}
