import type { DataFile, DeletionVector, EqualityDeleteFile, PositionDeleteFile } from "#lib/iceberg/plan/entries.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { isUnpartitioned } from "#lib/iceberg/plan/partition-tuple.ts";
import { storePath } from "#lib/store-place.ts";

/**
 * Which live delete may touch which live data file, by the specification ("Scan Planning"). Pure.
 * An equality delete: smaller data sequence number, and the same spec and tuple, or any where its own spec is unpartitioned.
 * A position delete or vector: its path, and a data sequence number not above its own.
 */

export interface Scope {
  specId: number;
  tuple: string;
}

/** One text a (spec, tuple). */
export function scopeKey(file: Scope): string {
  return `${file.specId} ${file.tuple}`;
}

/** The scope of an equality delete; null when it applies to the whole table. */
export function equalityScope(file: EqualityDeleteFile, specs: ReadonlyMap<number, PartitionSpec>): string | null {
  const spec = specs.get(file.specId);
  return spec && isUnpartitioned(spec) ? null : scopeKey(file);
}

/** The smallest data sequence number of live data, for the whole table (null) and by scope. */
export function smallestSequenceNumbers(data: readonly DataFile[]): Map<string | null, bigint> {
  const smallest = new Map<string | null, bigint>();
  for (const file of data) {
    for (const key of [null, scopeKey(file)]) {
      const known = smallest.get(key);
      if (known === undefined || file.sequenceNumber < known) smallest.set(key, file.sequenceNumber);
    }
  }
  return smallest;
}

/** A delete that names a live data file by another path: equal but for scheme or authority. */
export interface OtherPath {
  deleteFile: string;
  /** As the delete names the data file. */
  named: string;
  /** As the manifest names it. */
  dataFile: string;
}

/** Live data files by path, found by the exact path first, else by the path without scheme spelling and name-node authority. */
export class LivePaths {
  readonly #exact = new Map<string, number[]>();
  readonly #store = new Map<string, number[]>();
  readonly #data: readonly DataFile[];

  constructor(data: readonly DataFile[]) {
    this.#data = data;
    for (const [index, file] of data.entries()) {
      addTo(this.#exact, file.path, index);
      addTo(this.#store, storePath(file.path), index);
    }
  }

  /** Indexes of the live entries of a path. `ambiguous`: several live paths differ from it only in scheme or authority. */
  find(path: string): { files: number[]; exact: boolean; ambiguous: boolean } {
    const exact = this.#exact.get(path);
    if (exact) return { files: exact, exact: true, ambiguous: false };
    const files = this.#store.get(storePath(path)) ?? [];
    return { files, exact: false, ambiguous: new Set(files.map((index) => this.#data[index]?.path)).size > 1 };
  }
}

function addTo(map: Map<string, number[]>, key: string, index: number): void {
  const known = map.get(key);
  if (known) known.push(index);
  else map.set(key, [index]);
}

/** True when a position delete or vector reaches a data file of its path. */
export function reachesByPosition(file: PositionDeleteFile | DeletionVector, data: DataFile): boolean {
  return data.sequenceNumber <= file.sequenceNumber;
}
