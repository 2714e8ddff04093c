import { equalityScope, LivePaths, reachesByPosition, scopeKey, smallestSequenceNumbers } from "#lib/iceberg/plan/delete-scope.ts";
import type { DeleteFile, LiveFiles } from "#lib/iceberg/plan/entries.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import type { DanglingReason } from "#lib/iceberg/contract-backlog.ts";

/** What scan planning gives each data file to be matched with. */
export interface DeleteMatches {
  /** Delete files by data file, in the order of the entries. */
  perDataFile: number[];
  /** Delete files that at least one data file is matched with. */
  opened: DeleteFile[];
  /** Delete files that touch nothing, where the entries alone prove it. */
  dangling: Map<DeleteFile, DanglingReason>;
}

/** Sequence numbers of the deletes of one scope, ascending. */
type Scopes = Map<string | null, bigint[]>;

/**
 * Which delete files each live data file has to be matched with, by the specification ("Scan Planning") and the entries alone: equality deletes
 * by scope and age, position deletes and vectors by the data file that their entry names, other position deletes by partition and age. Position
 * deletes do not count where a vector is. Pure; n log n.
 */
export function matchDeletes({ data, deletes }: LiveFiles, specs: ReadonlyMap<number, PartitionSpec>): DeleteMatches {
  const live = new LivePaths(data);
  const vectors = data.map(() => 0);
  const named = data.map(() => 0);
  const opened = new Set<DeleteFile>();
  const dangling = new Map<DeleteFile, DanglingReason>();
  const namedDeletes = deletes.flatMap((file) =>
    file.kind !== "equality" && file.referencedDataFile !== null ? [{ file, path: file.referencedDataFile }] : [],
  );
  for (const { file, path } of namedDeletes.toSorted((a, b) => rank(a.file) - rank(b.file))) {
    const found = live.find(path).files;
    const reached = found.filter((index) => data[index] && reachesByPosition(file, data[index]));
    if (reached.length === 0) dangling.set(file, found.length === 0 ? "data_file_gone" : "only_newer_data");
    const counts = file.kind === "vector" ? vectors : named;
    for (const index of reached) {
      counts[index] = (counts[index] ?? 0) + 1;
      if (file.kind === "vector" || vectors[index] === 0) opened.add(file);
    }
  }
  const byScope = matchScopes({ data, deletes }, specs, vectors);
  for (const [file, reason] of byScope.dangling) dangling.set(file, reason);
  return {
    perDataFile: data.map((_, index) => {
      const vector = vectors[index] ?? 0;
      return (byScope.equality[index] ?? 0) + (vector > 0 ? vector : (named[index] ?? 0) + (byScope.position[index] ?? 0));
    }),
    opened: deletes.filter((file) => opened.has(file) || byScope.opened.has(file)),
    dangling,
  };
}

/** Vectors first: where one is, position deletes do not count. */
function rank({ kind }: DeleteFile): number {
  return kind === "vector" ? 0 : 1;
}

/** Deletes whose entries name no data file: they apply to all of their scope that is old enough. */
function matchScopes({ data, deletes }: Omit<LiveFiles, "doubts">, specs: ReadonlyMap<number, PartitionSpec>, vectors: readonly number[]) {
  const equality: Scopes = new Map();
  const position: Scopes = new Map();
  const oldest = smallestSequenceNumbers(data);
  const oldestPlain = smallestSequenceNumbers(data.filter((_, index) => vectors[index] === 0));
  const opened = new Set<DeleteFile>();
  const dangling = new Map<DeleteFile, DanglingReason>();
  for (const file of deletes) {
    if (file.kind === "equality") {
      const scope = equalityScope(file, specs);
      const first = oldest.get(scope);
      if (first === undefined || first >= file.sequenceNumber) dangling.set(file, first === undefined ? "no_data" : "only_newer_data");
      else {
        opened.add(file);
        add(equality, scope, file.sequenceNumber);
      }
    } else if (file.referencedDataFile === null) {
      const scope = scopeKey(file);
      const first = oldestPlain.get(scope);
      if (first === undefined || first > file.sequenceNumber) continue;
      opened.add(file);
      add(position, scope, file.sequenceNumber);
    }
  }
  for (const numbers of [...equality.values(), ...position.values()]) numbers.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const countsIn = (scopes: Scopes, scope: string | null, from: bigint): number => {
    const numbers = scopes.get(scope) ?? [];
    return numbers.length - firstAtLeast(numbers, from);
  };
  return {
    equality: data.map((file) => {
      const above = file.sequenceNumber + 1n;
      return countsIn(equality, null, above) + countsIn(equality, scopeKey(file), above);
    }),
    position: data.map((file) => countsIn(position, scopeKey(file), file.sequenceNumber)),
    opened,
    dangling,
  };
}

function add(scopes: Scopes, scope: string | null, sequenceNumber: bigint): void {
  const known = scopes.get(scope);
  if (known) known.push(sequenceNumber);
  else scopes.set(scope, [sequenceNumber]);
}

/** The index of the first number that is not below `from`, in ascending numbers; their count when none is. */
function firstAtLeast(numbers: readonly bigint[], from: bigint): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0n) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
