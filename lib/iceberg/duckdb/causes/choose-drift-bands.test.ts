import { expect, test } from "vitest";
import { BAND_ROWS, chooseDriftBands } from "#lib/iceberg/duckdb/causes/choose-drift-bands.ts";
import type { DataFile } from "#lib/iceberg/plan/entries.ts";

function file(sequence: number, recordCount: number): DataFile {
  const path = `s3://lake/data/${String(sequence).padStart(5, "0")}.parquet`;
  const shared = { format: "PARQUET", specId: 0, tuple: "[]", sizeBytes: 1000, columnBytes: null };
  const number = BigInt(sequence);
  return { ...shared, path, openPath: path, sequenceNumber: number, fileSequenceNumber: number, addedBy: null, recordCount };
}

const many = (count: number, rows: number): DataFile[] => Array.from({ length: count }, (_, at) => file(at + 1, rows));

test("a small table is read whole", () => {
  expect(chooseDriftBands(many(3, 50_000), [])).toEqual({
    bands: [0, 1, 2].map((at) => ({ file: at, from: 0, to: 50_000 })),
    whole: true,
  });
});

test("of large files eight are opened, from the whole span of commits", () => {
  const { bands, whole } = chooseDriftBands(many(200, 5_000_000), []);
  const files = new Set(bands.map((band) => band.file));
  expect([files.size, whole]).toEqual([8, false]);
  expect(Math.max(...files) - Math.min(...files)).toBeGreaterThan(100);
  expect(bands.every(({ from, to }) => to - from === BAND_ROWS)).toBe(true);
  expect(bands).toHaveLength(16);
});

test("of many small files no more than sixty-four are opened", () => {
  const { bands } = chooseDriftBands(many(100_000, 100), []);
  expect(new Set(bands.map(({ file: number }) => number)).size).toBe(64);
});

test("files with rows of drifted keys are among them, there where these lie", () => {
  const { bands } = chooseDriftBands(many(200, 5_000_000), [
    { file: 17, band: 401 },
    { file: 17, band: 3 },
  ]);
  expect(bands).toContainEqual({ file: 17, from: 401 * BAND_ROWS, to: 402 * BAND_ROWS });
});

test("one large file is looked at in several places", () => {
  const { bands } = chooseDriftBands([file(1, 20_000_000)], []);
  expect(bands).toHaveLength(8);
  expect(bands.at(-1)?.from).toBeGreaterThan(17_000_000);
});
