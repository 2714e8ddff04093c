import type { ReaderDoes, ReaderEngine } from "#lib/readers/engines.ts";
import { DELETE_KINDS, type DeleteKind } from "#lib/names.ts";

/** What is stored of a table's snapshot for one key. */
export interface TableNow {
  /** Live delete files by kind. */
  deleteFiles: Readonly<Record<DeleteKind, number>>;
  /** Deletes applied by the specification; null: not computed. */
  rows: number | null;
  duplicatedKeys: number | null;
  /** Deletes ignored; null: not computed. */
  rawRows: number | null;
  rawDuplicatedKeys: number | null;
  /** Sentences on what DuckDB's iceberg_scan does otherwise on this very table. */
  scanFaults: readonly string[];
}

export interface Numbers {
  rows: number | null;
  duplicatedKeys: number | null;
}

/**
 * What a reader shows of a table.
 * `right`: the numbers that the specification gives. `raw`: no delete is applied. `between`: some are, so that it shows from `least` to `most`.
 * `refuses`: its query fails. `fails or raw`: it does not apply some of the deletes, and whether it says so is not known; what it shows then is from
 * `least` to `most`. `otherwise`: a fault of it is known on this table, and what it shows is not. `unknown`: no source says what it does.
 */
export type Shown =
  | { state: "right" | "raw"; numbers: Numbers }
  | { state: "between" | "fails or raw"; least: Numbers; most: Numbers; kinds: DeleteKind[] }
  | { state: "refuses" | "unknown"; kinds: DeleteKind[] }
  | { state: "otherwise"; reasons: readonly string[] };

/** The kinds of which the table has live files. Pure, as all here. */
export function liveKinds({ deleteFiles }: Pick<TableNow, "deleteFiles">): DeleteKind[] {
  return DELETE_KINDS.filter((kind) => deleteFiles[kind] > 0);
}

/** True when reading the table with its deletes and without them gives one answer, as far as rows and duplicated keys tell. */
export function isAlike({ rows, rawRows, duplicatedKeys, rawDuplicatedKeys }: TableNow): boolean {
  return rows !== null && rows === rawRows && duplicatedKeys === rawDuplicatedKeys;
}

/**
 * What a reader shows of the table, by what is known of the reader and stored of the table. A number stands there only where it follows: all
 * deletes applied or none; for a reader that ignores some kinds, its rows lie between the two and so do its duplicated keys, since more rows take
 * away no duplicate.
 */
export function shownByReader({ id, deletes }: Pick<ReaderEngine, "id" | "deletes">, table: TableNow): Shown {
  const live = liveKinds(table);
  if (id === "duckdb" && table.scanFaults.length > 0) return { state: "otherwise", reasons: table.scanFaults };
  const right = { rows: table.rows, duplicatedKeys: table.duplicatedKeys };
  const raw = { rows: table.rawRows, duplicatedKeys: table.rawDuplicatedKeys };
  const that = (does: ReaderDoes): DeleteKind[] => live.filter((kind) => deletes[kind].does === does);
  const refused = that("refuses");
  if (refused.length > 0) return { state: "refuses", kinds: refused };
  const unknown = that("unknown");
  if (unknown.length > 0) return { state: "unknown", kinds: unknown };
  const unsupported = that("not supported");
  const ignored = that("ignores");
  if (unsupported.length > 0) {
    const least = unsupported.length + ignored.length === live.length ? raw : right;
    return { state: "fails or raw", least, most: raw, kinds: unsupported };
  }
  if (ignored.length === 0 || isAlike(table)) return { state: "right", numbers: right };
  if (ignored.length === live.length) return { state: "raw", numbers: raw };
  return { state: "between", least: right, most: raw, kinds: ignored };
}
