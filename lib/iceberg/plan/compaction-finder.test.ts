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
const isCompacted = compactionFinder([snapshot("1", "append"), snapshot("2", "replace"), snapshot("3", "overwrite")]);

test("a file that a replace added was written by a compaction, and one that another commit added was not", () => {
  const added = (addedBy: string | null) => isCompacted(aDataFile("a.parquet", { addedBy }));
  expect([added("1"), added("2"), added("3"), added("9"), added(null)]).toEqual([false, true, false, false, false]);
});

test("a file that keeps a data sequence number from before the commit that added it was written by a compaction, though that is not retained", () => {
  const numbered = (sequenceNumber: bigint, fileSequenceNumber: bigint | null) =>
    isCompacted(aDataFile("a.parquet", { addedBy: "9", sequenceNumber, fileSequenceNumber }));
  expect([numbered(4n, 7n), numbered(7n, 7n), numbered(4n, null), numbered(0n, 0n)]).toEqual([true, false, false, false]);
});
