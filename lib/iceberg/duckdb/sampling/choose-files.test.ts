import { expect, test } from "vitest";
import { areDeletesCheap, chooseFiles } from "#lib/iceberg/duckdb/sampling/choose-files.ts";
import type { DataFile, DeleteFile } from "#lib/iceberg/plan/entries.ts";
import { aDataFile } from "#lib/testing/live-files.ts";

function file(sequence: number, recordCount: number): DataFile {
  return aDataFile(`s3://lake/data/${sequence}.parquet`, { sequenceNumber: BigInt(sequence), recordCount });
}

const many = (count: number, rows: number): DataFile[] => Array.from({ length: count }, (_, at) => file(at + 1, rows));

test("of large files four are opened, from the whole span of commits", () => {
  const { files, rowsOfEach } = chooseFiles(many(1000, 10_000_000), 100_000);
  const sequences = files.map(({ sequenceNumber }) => Number(sequenceNumber)).toSorted((a, b) => a - b);
  expect(sequences).toHaveLength(4);
  expect(rowsOfEach).toBe(25_000);
  expect((sequences.at(-1) ?? 0) - (sequences[0] ?? 0)).toBeGreaterThan(300);
});

test("of tiny files no more than thirty-two are opened, and none without rows", () => {
  expect(chooseFiles(many(10_000, 10), 100_000).files).toHaveLength(32);
  expect(chooseFiles([file(1, 0), file(2, 5)], 100_000).files.map(({ recordCount }) => recordCount)).toEqual([5]);
  expect(chooseFiles([], 100_000)).toEqual({ files: [], rowsOfEach: 100_000 });
});

test("the same table gives the same files, however its manifests list them", () => {
  const files = many(200, 1000);
  const paths = (list: DataFile[]) => chooseFiles(list, 5000).files.map(({ path }) => path);
  expect(paths(files.toReversed())).toEqual(paths(files));
});

test("deletes are applied while they are few and small", () => {
  const deletion = (sizeBytes: number): DeleteFile => ({ ...file(1, 1), kind: "position", referencedDataFile: null, sizeBytes });
  expect(areDeletesCheap([deletion(1000)])).toBe(true);
  expect(areDeletesCheap([deletion(100 * 1024 ** 2)])).toBe(false);
  expect(areDeletesCheap(Array.from({ length: 201 }, () => deletion(1)))).toBe(false);
});
