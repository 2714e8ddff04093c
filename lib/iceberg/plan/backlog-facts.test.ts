import { describe, expect, test } from "vitest";
import { backlogFacts } from "#lib/iceberg/plan/backlog-facts.ts";
import type { DataFile, DeleteFile } from "#lib/iceberg/plan/entries.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";
import { aDataFile, anEqualityDelete, aPositionDelete, aVector, specs } from "#lib/testing/live-files.ts";

const SPECS = specs({ 0: [], 1: [[5, "bucket[16]"]] });
const SCHEMAS = [{ "schema-id": 0, fields: [{ id: 5, name: "id", type: "long" }] }];
const HOUR = 3_600_000;

function commits(hoursBySequence: Record<string, number>): Snapshot[] {
  return Object.entries(hoursBySequence).map(([sequence, hours]) => ({
    "snapshot-id": sequence,
    "sequence-number": sequence,
    "timestamp-ms": hours * HOUR,
  }));
}

function facts(
  data: DataFile[],
  deletes: DeleteFile[],
  { snapshots = commits({}), danglingFiles = null as number | null, targetFileBytes = 1500 } = {},
) {
  const metadata = { specs: SPECS, schemas: SCHEMAS, snapshots };
  return backlogFacts({ data, deletes, doubts: [] }, { metadata, snapshot: snapshots.at(-1) ?? null, danglingFiles, targetFileBytes });
}

const bucket = (value: number) => ({ specId: 1, tuple: `["${value}"]` });

describe("by partition", () => {
  test("each partition with deletes has its data and its deletes by kind, most delete rows first", () => {
    const backlog = facts(
      [aDataFile("a", bucket(1)), aDataFile("b", bucket(2)), aDataFile("c", bucket(2)), aDataFile("d", bucket(3))],
      [
        anEqualityDelete("e", [5], { ...bucket(1), recordCount: 2, sizeBytes: 20 }),
        aVector("v", "b", { ...bucket(2), recordCount: 5, contentSize: 50 }),
        aPositionDelete("p", { ...bucket(2), recordCount: 1, sizeBytes: 10 }),
      ],
    );
    expect(backlog.partitions).toEqual([
      {
        specId: 1,
        values: [{ field: "bucket[16]_5", columns: ["id"], value: "2" }],
        data: { files: 2, rows: 20, bytes: 2000 },
        deletes: { position: { files: 1, rows: 1, bytes: 10 }, vector: { files: 1, rows: 5, bytes: 50 } },
        compaction: { rewritten: { files: 2, rows: 20, bytes: 2000 }, filesAfterMax: 2 },
      },
      {
        specId: 1,
        values: [{ field: "bucket[16]_5", columns: ["id"], value: "1" }],
        data: { files: 1, rows: 10, bytes: 1000 },
        deletes: { equality: { files: 1, rows: 2, bytes: 20 } },
        compaction: { rewritten: { files: 0, rows: 0, bytes: 0 }, filesAfterMax: 0 },
      },
    ]);
    expect([backlog.partitionCount, backlog.otherPartitions]).toEqual([3, null]);
  });

  test("an unpartitioned table is one partition without values", () => {
    const { partitions } = facts([aDataFile("a")], [aPositionDelete("p")]);
    expect(partitions).toMatchObject([{ specId: 0, values: [], deletes: { position: { files: 1 } } }]);
  });

  test("beyond a hundred partitions the rest is one sum", () => {
    const deletes = Array.from({ length: 103 }, (_, n) => anEqualityDelete(`e${n}`, [5], { ...bucket(n), recordCount: n + 1 }));
    const { partitions, otherPartitions } = facts([aDataFile("a", bucket(0)), aDataFile("b", bucket(99))], deletes);
    expect(partitions).toHaveLength(100);
    expect(otherPartitions).toEqual({
      partitions: 3,
      data: { files: 1, rows: 10, bytes: 1000 },
      deletes: { equality: { files: 3, rows: 1 + 2 + 3, bytes: 3000 } },
    });
  });
});

test("a delete is as old as the commit of its sequence number was at the snapshot; a commit that is listed no more leaves it unknown", () => {
  const snapshots = commits({ 1: 0, 2: 24 * 29, 3: 24 * 31 - 2, 4: 24 * 31 - 1, 9: 24 * 31 });
  const of = (sequenceNumber: bigint, recordCount: number) => aPositionDelete(`p${sequenceNumber}`, { sequenceNumber, recordCount });
  const { ages } = facts([], [of(1n, 1), of(2n, 2), of(3n, 3), of(4n, 4), of(5n, 5), of(9n, 9)], { snapshots });
  const rows = Object.fromEntries(Object.entries(ages).map(([age, deletes]) => [age, deletes.position?.rows]));
  expect(rows).toEqual({ "below 1 h": 9, "below 1 d": 3 + 4, "below 7 d": 2, older: 1, unknown: 5 });
});

describe("what a reader pays", () => {
  const at = (sequenceNumber: bigint) => ({ sequenceNumber });

  test("an equality delete is matched with older data of its partition, an unpartitioned one with all older data", () => {
    const { reading } = facts(
      [
        aDataFile("a", { ...bucket(1), ...at(1n) }),
        aDataFile("b", { ...bucket(1), ...at(3n) }),
        aDataFile("c", { ...bucket(2), ...at(1n) }),
      ],
      [anEqualityDelete("e", [5], { ...bucket(1), ...at(3n), sizeBytes: 7 }), anEqualityDelete("f", [5], { ...at(2n), sizeBytes: 5 })],
    );
    expect(reading).toMatchObject({
      matches: 3,
      deletesPerDataFileMax: 2,
      deletes: { files: 2, bytes: 12 },
      dataWithDeletes: { files: 2 },
    });
  });

  test("a position delete is matched with the data file that its entry names, else with its partition's that are not younger", () => {
    const data = [aDataFile("a", at(2n)), aDataFile("b", at(2n)), aDataFile("c", at(3n)), aDataFile("d", { ...bucket(1), ...at(1n) })];
    const named = facts(data, [aPositionDelete("p", { ...at(2n), referencedDataFile: "b" })]);
    expect(named.reading).toMatchObject({ matches: 1, dataWithDeletes: { files: 1 } });
    const unnamed = facts(data, [aPositionDelete("p", at(2n))]);
    expect(unnamed.reading).toMatchObject({ matches: 2, dataWithDeletes: { files: 2 } });
  });

  test("where a vector is, position deletes are not opened", () => {
    const { reading } = facts(
      [aDataFile("a", at(1n))],
      [
        aPositionDelete("p", { ...at(2n), referencedDataFile: "a" }),
        aPositionDelete("q", at(2n)),
        aVector("v", "a", { ...at(3n), contentSize: 40 }),
      ],
    );
    expect(reading).toMatchObject({ matches: 1, deletesPerDataFileMax: 1, deletes: { files: 1, bytes: 40 } });
  });

  test("deletes that can touch nothing are not opened, and are counted by why", () => {
    const backlog = facts(
      [aDataFile("a", { ...bucket(1), ...at(5n) })],
      [
        anEqualityDelete("e", [5], { ...bucket(2), ...at(9n) }),
        anEqualityDelete("f", [5], { ...bucket(1), ...at(5n) }),
        aVector("v", "gone", at(9n)),
        aPositionDelete("p", { ...at(4n), referencedDataFile: "a" }),
        aPositionDelete("q", at(9n)),
        aPositionDelete("r", { ...bucket(1), ...at(9n) }),
      ],
      { danglingFiles: 5 },
    );
    expect(backlog.dangling).toEqual({ no_data: 1, only_newer_data: 2, data_file_gone: 1, rows_gone: 1 });
    expect(backlog.reading).toMatchObject({ matches: 1, deletes: { files: 1 } });
  });

  test("without deletes nothing is paid", () => {
    expect(facts([aDataFile("a")], [])).toMatchObject({
      partitions: [],
      ages: {},
      dangling: {},
      reading: { deletes: { files: 0 }, dataWithDeletes: { files: 0 }, deletesPerDataFileMax: 0, matches: 0 },
    });
  });
});

describe("a compaction rewrites", () => {
  test("the data files that have to be matched with a delete and no other, into files of the target size, partition by partition", () => {
    const data = [
      ...["a", "b", "c"].map((path) => aDataFile(path, { ...bucket(1), sequenceNumber: 1n })),
      aDataFile("young", { ...bucket(1), sequenceNumber: 9n }),
      aDataFile("d", { ...bucket(2), sequenceNumber: 1n }),
      aDataFile("untouched", { ...bucket(3), sequenceNumber: 1n }),
    ];
    const deletes = [1, 2].map((n) => anEqualityDelete(`e${n}`, [5], { ...bucket(n), sequenceNumber: 5n }));
    const { compaction, partitions } = facts(data, deletes);
    expect(partitions.map((one) => one.compaction)).toEqual([
      { rewritten: { files: 3, rows: 30, bytes: 3000 }, filesAfterMax: 2 },
      { rewritten: { files: 1, rows: 10, bytes: 1000 }, filesAfterMax: 1 },
    ]);
    expect(compaction).toEqual({ rewritten: { files: 4, rows: 40, bytes: 4000 }, filesAfterMax: 3, targetFileBytes: 1500 });
  });

  test("nothing where no delete touches live data", () => {
    const { compaction } = facts([aDataFile("a", { sequenceNumber: 5n })], [anEqualityDelete("e", [5], { sequenceNumber: 1n })]);
    expect(compaction).toMatchObject({ rewritten: { files: 0, rows: 0, bytes: 0 }, filesAfterMax: 0 });
  });
});
