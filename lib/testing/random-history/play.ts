import { isDeletionVector } from "#lib/testing/iceberg-writer/content-file.ts";
import type { ContentFile, LiveEntry } from "#lib/testing/iceberg-writer/content-file.ts";
import type { Commit } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import type { Row } from "#lib/testing/iceberg-writer/write-parquet.ts";
import type { History, RowSeed } from "#lib/testing/random-history/history.ts";
import { rowOf } from "#lib/testing/random-history/row-values.ts";

export const SIDE_BRANCH = "audit";

/** A history while it is played: the table, and what the commands share. */
export class Play {
  readonly modelled: ModelledTable;
  readonly history: History;
  /** Every data file that was ever committed, by path. */
  readonly everData = new Map<string, ContentFile>();
  /** Reasons why Iceberg's own reader refuses the table or disagrees with the specification about it. */
  readonly notForJava = new Set<string>();
  private offset = 0;

  constructor(modelled: ModelledTable, history: History) {
    this.modelled = modelled;
    this.history = history;
  }

  get table(): ModelledTable["table"] {
    return this.modelled.table;
  }

  /** The next rows, as the given schema writes them. */
  rows(fields: readonly Field[], seeds: readonly RowSeed[]): Row[] {
    return seeds.map((seed) => rowOf(fields, seed, this.offset++));
  }

  entries(branch?: string): LiveEntry[] {
    const head = this.table.head(branch);
    return head === null ? [] : this.table.liveEntries(head);
  }

  /** Distinct paths of main's live data files; those that the numbers choose, or all when they choose none. */
  dataPaths(choices: readonly number[]): Set<string> {
    const paths = [...new Set(this.entries().flatMap(({ file }) => (file.content === "data" ? [file.path] : [])))];
    return new Set(choices.length === 0 ? paths : choices.flatMap((choice) => paths[choice % Math.max(1, paths.length)] ?? []));
  }

  commit(commit: Commit): void {
    const add = (commit.add ?? []).map((file) => (this.history.statistics ? file : withoutStatistics(file)));
    for (const file of add) if (file.content === "data") this.everData.set(file.path, file);
    this.table.commit({ ...commit, add });
  }
}

/** Whether the entry leaves with the data files: the files themselves and their vectors, which may not outlive them. */
export function belongsTo(paths: ReadonlySet<string>, { file }: LiveEntry): boolean {
  return paths.has(file.path) || (isDeletionVector(file) && paths.has(file.referencedDataFile ?? ""));
}

function withoutStatistics(file: ContentFile): ContentFile {
  const { valueCounts: _counts, nullValueCounts: _nulls, lowerBounds: _lower, upperBounds: _upper, ...rest } = file;
  return rest;
}
