import { expect, test } from "vitest";
import { compactionFinder } from "#lib/iceberg/plan/compaction-finder.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";
import { aDataFile } from "#lib/testing/live-files.ts";

const snapshot = (id: string, operation: string): Snapshot => ({
  "snapshot-id": id,
  "sequence-number": "1",
  "timestamp-ms": 0,
  summary: { operation },
});
const SNAPSHOTS = [snapshot("1", "append"), snapshot("2", "replace"), snapshot("3", "overwrite")];

function finder(changes: Partial<Parameters<typeof compactionFinder>[0]> = {}): (addedBy: string | null) => boolean | null {
  const isCompacted = compactionFinder({ snapshots: SNAPSHOTS, deletes: [], expired: new Map(), ...changes });
  return (addedBy) => isCompacted(aDataFile("a.parquet", { addedBy, sequenceNumber: 5n, fileSequenceNumber: 5n }));
}

test("a file that a replace added was written by a compaction, and one that another commit added was not", () => {
  expect(["1", "2", "3"].map(finder())).toEqual([false, true, false]);
});

test("whether a compaction wrote a file is not known where its commit is no longer retained, or not named", () => {
  expect(["9", null].map(finder())).toEqual([null, null]);
});

test("an earlier metadata file tells the operation of a commit that expired", () => {
  const expired = new Map([
    ["8", "append"],
    ["9", "replace"],
  ]);
  expect(["8", "9", "10"].map(finder({ expired }))).toEqual([false, true, null]);
});

test("a commit that expired and added an equality delete is no compaction; a delete by position may be a compaction's", () => {
  const deletes = [{ kind: "equality", addedBy: "8" } as const, { kind: "position", addedBy: "9" } as const];
  expect(["8", "9"].map(finder({ deletes }))).toEqual([false, null]);
});

test("a file that keeps a data sequence number from before the commit that added it was written by a compaction, though that is not retained", () => {
  const isCompacted = compactionFinder({ snapshots: SNAPSHOTS, deletes: [], expired: new Map() });
  const numbered = (sequenceNumber: bigint, fileSequenceNumber: bigint | null) =>
    isCompacted(aDataFile("a.parquet", { addedBy: "9", sequenceNumber, fileSequenceNumber }));
  expect([numbered(4n, 7n), numbered(7n, 7n), numbered(4n, null)]).toEqual([true, null, null]);
});

test("a file of format version 1 has lost no delete to a compaction, since that version has none", () => {
  const isCompacted = compactionFinder({ snapshots: SNAPSHOTS, deletes: [], expired: new Map() });
  expect(isCompacted(aDataFile("a.parquet", { addedBy: "9", sequenceNumber: 0n, fileSequenceNumber: 0n }))).toBe(false);
});
