import {
  BACKLOG_AGES,
  type Backlog,
  type BacklogAge,
  type DanglingReason,
  type DeleteTotals,
  type FileTotals,
  type PartitionBacklog,
} from "#lib/iceberg/contract-backlog.ts";
import { DELETE_KINDS, type DeleteKind } from "#lib/names.ts";
import type { PartitionSort } from "../search-params.ts";

const PAGE_PARTITIONS = 25;

/** How a kind is named, and what it costs a reader. */
export const KIND_WORDS: Readonly<Record<DeleteKind, { label: string; cost: string }>> = {
  equality: { label: "equality deletes", cost: "compared by value with every older row of their partition" },
  position: { label: "position deletes", cost: "merged with their data files by row number" },
  vector: { label: "deletion vectors", cost: "one bitmap for each data file" },
};

/** Why a delete file touches nothing. */
export const DANGLING_WORDS: Readonly<Record<DanglingReason, string>> = {
  no_data: "their partition no longer has a data file",
  only_newer_data: "all data that they could touch is younger",
  data_file_gone: "the data file that they name is gone",
  rows_gone: "none of the files whose rows they name is live and old enough",
};

export const AGE_WORDS: Readonly<Record<BacklogAge, string>> = {
  "below 1 h": "less than an hour",
  "below 1 d": "less than a day",
  "below 7 d": "less than 7 days",
  "below 30 d": "less than 30 days",
  older: "30 days and more",
  unknown: "not known: the commit has expired",
};

const NOTHING: FileTotals = { files: 0, rows: 0, bytes: 0 };

/** The sum of totals. Pure, as all here. */
export function sumTotals(totals: readonly FileTotals[]): FileTotals {
  return totals.reduce((sum, one) => ({ files: sum.files + one.files, rows: sum.rows + one.rows, bytes: sum.bytes + one.bytes }), NOTHING);
}

/** All deletes of a part. */
export function deletesOf(deletes: DeleteTotals): FileTotals {
  return sumTotals(Object.values(deletes));
}

/** Live deletes by kind, the dearest first; kinds without files are left out. */
export function byKind({ partitions, otherPartitions }: Backlog): { kind: DeleteKind; totals: FileTotals }[] {
  const parts = [...partitions, ...(otherPartitions === null ? [] : [otherPartitions])];
  return DELETE_KINDS.flatMap((kind) => {
    const totals = sumTotals(parts.map(({ deletes }) => deletes[kind] ?? NOTHING));
    return totals.files === 0 ? [] : [{ kind, totals }];
  });
}

/** Every age from the youngest on; `unknown` only where there is some. */
export function byAge({ ages }: Backlog): { age: BacklogAge; deletes: DeleteTotals; totals: FileTotals }[] {
  return BACKLOG_AGES.flatMap((age) => {
    const deletes = ages[age] ?? {};
    const totals = deletesOf(deletes);
    return age === "unknown" && totals.files === 0 ? [] : [{ age, deletes, totals }];
  });
}

export interface PartitionRow {
  /** `day=2026-11-24/bucket=3`; null: of no partition. */
  text: string | null;
  /** null: the table has one spec only. */
  specId: number | null;
  deletes: DeleteTotals;
  totals: FileTotals;
  data: FileTotals;
  /** Data files that a compaction rewrites, and how many come out at most; null: not known, or none. */
  compaction: { files: number; filesAfterMax: number } | null;
  /** Deleted rows for each physical row; null: no data is left there. */
  ratio: number | null;
}

export interface PartitionPage {
  rows: PartitionRow[];
  page: number;
  pages: number;
  /** The most delete rows of one partition, for bars. */
  rowsMax: number;
}

/** One page of the partitions that have deletes, in an order; ties by their text. A page beyond the last is the last. */
export function viewPartitions({ partitions }: Backlog, { sort, page }: { sort: PartitionSort; page: number }): PartitionPage {
  const specs = new Set(partitions.map(({ specId }) => specId)).size;
  const rows = partitions.map((one) => toRow(one, specs > 1)).toSorted((a, b) => compare(a, b, sort));
  const pages = Math.max(1, Math.ceil(rows.length / PAGE_PARTITIONS));
  const shown = Math.min(page, pages);
  return {
    rows: rows.slice((shown - 1) * PAGE_PARTITIONS, shown * PAGE_PARTITIONS),
    page: shown,
    pages,
    rowsMax: rows.reduce((most, { totals }) => Math.max(most, totals.rows), 0),
  };
}

/** A partition as its path would be written, with `%`, `/` and `=` of values escaped; null for none. */
export function partitionText(values: PartitionBacklog["values"]): string | null {
  if (values.length === 0) return null;
  const escape = (text: string) => text.replaceAll(/[%/=]/g, encodeURIComponent);
  return values.map(({ field, value }) => `${field}=${value === null ? "null" : escape(value)}`).join("/");
}

function toRow({ values, specId, deletes, data, compaction }: PartitionBacklog, severalSpecs: boolean): PartitionRow {
  const totals = deletesOf(deletes);
  const files = compaction?.rewritten.files ?? 0;
  return {
    text: partitionText(values),
    specId: severalSpecs ? specId : null,
    deletes,
    totals,
    data,
    compaction: compaction === undefined || files === 0 ? null : { files, filesAfterMax: compaction.filesAfterMax },
    ratio: data.rows > 0 ? totals.rows / data.rows : null,
  };
}

function compare(a: PartitionRow, b: PartitionRow, sort: PartitionSort): number {
  const texts = (a.text ?? "").localeCompare(b.text ?? "", "en", { numeric: true });
  switch (sort) {
    case "rows":
    case "files":
    case "bytes":
      return b.totals[sort] - a.totals[sort] || texts;
    case "ratio":
      // Deletes without any data are the strangest, so they come first.
      return (b.ratio ?? Infinity) === (a.ratio ?? Infinity) ? texts : (b.ratio ?? Infinity) - (a.ratio ?? Infinity);
    case "partition":
      return texts;
  }
}
