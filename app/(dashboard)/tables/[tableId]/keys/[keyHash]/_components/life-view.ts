import type { SnapshotRow } from "#db/queries/snapshots.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import { capital } from "#lib/words.ts";
import { writtenOf, type Written } from "../../../_why/written.ts";
import type { Comparison, RowStanding } from "./comparison.ts";

/** Lanes beyond these are said and not drawn. */
const ROWS_MAX = 12;
/** What is left free before the first commit, so that it is seen that there was nothing, and after the last, so that what it brought is seen. */
const LEAD = 0.1;
const TAIL = 0.08;

export interface LifeBar {
  /** From the left, in percent; below `known`: it came at some time between the two. */
  begin: number;
  /** Where it is certain that the row was there; the same as `begin` where its commit is known. */
  known: number;
  standing: RowStanding;
}

export interface Life {
  from: Date;
  to: Date;
  /** A lane for each place, with a bar for each of its rows, in the order of the comparison. */
  lanes: { title: string; bars: LifeBar[] }[];
  /** How many of the rows that are there now were there, from the left; the last reaches to the end. */
  counts: { begin: number; rows: number }[];
  /** True: all commits are known, so the counts are those of the rows; else they are at least so many. */
  isWhole: boolean;
  /** What is not known, in sentences. */
  notes: string[];
}

interface LifeInput {
  comparison: Pick<Comparison, "heads">;
  rows: readonly SampleRow[];
  rowCount: number;
  writtenBy: readonly SnapshotRow[];
  /** The commit of the snapshot at which the rows were read. */
  at: Date | null;
}

/**
 * When each of a key's rows came, by the commits that wrote their files. What was replaced before is not in it. null: no commit is known, or there
 * is no time between them. Pure.
 */
export function viewLife({ comparison: { heads }, rows, rowCount, writtenBy, at }: LifeInput): Life | null {
  const placed = heads.map((head, place) => {
    const row = rows[place];
    return { head, written: row === undefined ? UNKNOWN : writtenOf(row, writtenBy) };
  });
  const times = placed.flatMap(({ written }) => written.snapshot?.committedAt.getTime() ?? []);
  const first = Math.min(...times);
  const head = at?.getTime() ?? Math.max(...times);
  if (times.length === 0 || head <= first) return null;
  const from = first - (head - first) * LEAD;
  const end = head + (head - first) * TAIL;
  const percent = (time: number): number => Math.min(Math.max(((time - from) / (end - from)) * 100, 0), 100);
  const lanes = new Map<string, LifeBar[]>();
  for (const { head, written } of placed.slice(0, ROWS_MAX)) {
    const known = written.snapshot === null ? 100 : percent(written.snapshot.committedAt.getTime());
    const bar: LifeBar = { begin: written.by === "commit" ? known : 0, known, standing: head.standing };
    const lane = head.where === "" ? head.title : head.where;
    lanes.set(lane, [...(lanes.get(lane) ?? []), bar]);
  }
  return {
    from: new Date(from),
    to: new Date(end),
    lanes: [...lanes].map(([title, bars]) => ({ title, bars })),
    counts: countsOf(times.map(percent)),
    isWhole: rows.length === rowCount && placed.every(({ written }) => written.by === "commit"),
    notes: notesOf(placed, rowCount - rows.length),
  };
}

const UNKNOWN: Written = { by: "unknown", snapshot: null };

function countsOf(begins: readonly number[]): Life["counts"] {
  const counts: Life["counts"] = [];
  for (const begin of begins.toSorted((a, b) => a - b)) {
    const last = counts.at(-1);
    if (last?.begin === begin) last.rows += 1;
    else counts.push({ begin, rows: (last?.rows ?? 0) + 1 });
  }
  return counts;
}

function notesOf(placed: readonly { written: Written }[], left: number): string[] {
  const unknown = placed.filter(({ written }) => written.by === "unknown").length;
  const compacted = placed.filter(({ written }) => written.by === "compaction").length;
  const expired = placed.filter(({ written }) => written.by === "commit" && written.snapshot.expiredAt !== null).length;
  const drawn = placed.length - Math.min(placed.length, ROWS_MAX);
  const count = (rows: number): string => (rows === 1 ? "one row" : `${rows} rows`);
  return [
    ...(compacted > 0
      ? [`A compaction rewrote ${count(compacted)}: which commit brought ${compacted === 1 ? "it" : "them"} is not known.`]
      : []),
    ...(unknown > 0 ? [`The commit that added ${count(unknown)} is unknown: the table no longer lists it.`] : []),
    ...(expired > 0 ? [capital(`${count(expired)} came with a snapshot that has expired; its time was kept.`)] : []),
    ...(drawn > 0 ? [`${drawn} more ${drawn === 1 ? "row is" : "rows are"} counted below and not drawn.`] : []),
    ...(left > 0
      ? [
          left === 1
            ? "One of its rows was not kept, and is not counted here."
            : `${left} of its rows were not kept, and are not counted here.`,
        ]
      : []),
  ];
}
