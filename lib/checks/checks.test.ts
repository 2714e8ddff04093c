import { expect, test } from "vitest";
import { readChecks } from "#lib/checks/registry.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { MetricName } from "#lib/metrics.ts";
import { someFacts } from "#lib/testing/facts.ts";

const NOW = new Date("2026-03-01T10:05:00.250Z");

function read(facts: Facts): Partial<Record<MetricName, unknown>> {
  return Object.fromEntries(readChecks(facts, NOW).map(({ name, reading }) => [name, reading]));
}

test("rows without a key count neither as surplus nor in the duplicate factor", () => {
  const metrics = read(someFacts({ keyProfile: { rows: 29, nullKeyRows: 4, distinctKeys: 20, duplicatedKeys: 4, rowsPerKeyMax: 3 } }));
  expect(metrics).toMatchObject({
    rows: 29,
    null_key_rows: 4,
    distinct_keys: 20,
    duplicated_keys: 4,
    surplus_rows: 5,
    duplicate_factor: 1.25,
    rows_per_key_max: 3,
  });
});

test("a ratio without anything to divide by has a reason and no number", () => {
  const metrics = read(
    someFacts({ keyProfile: { rows: 2, nullKeyRows: 2, distinctKeys: 0 }, plan: { data: { files: 0, rows: 0, bytes: 0 } } }),
  );
  expect(metrics).toMatchObject({
    surplus_rows: 0,
    duplicate_factor: { notComputed: expect.stringMatching(/divide/) as string },
    delete_ratio: { notComputed: expect.stringMatching(/divide/) as string },
  });
});

test("the delete ratio counts the rows of all three kinds of deletes", () => {
  const plan = {
    data: { files: 2, rows: 100, bytes: 1 },
    positionDeletes: { files: 1, rows: 5, bytes: 10 },
    equalityDeletes: { files: 2, rows: 7, bytes: 20 },
    deletionVectors: { files: 3, rows: 8, bytes: 30 },
  };
  expect(read(someFacts({ plan }))).toMatchObject({
    delete_ratio: 0.2,
    position_delete_rows: 5,
    equality_delete_files: 2,
    deletion_vectors: 3,
    deletion_vector_bytes: 30,
  });
});

test("rows with unavailable values are as many as the reading counted", () => {
  expect(read(someFacts({ rowFacts: { unavailableValueRows: { value: 7 } } }))).toMatchObject({ unavailable_value_rows: 7 });
});

test("the reason of a fact that is not known travels on", () => {
  const reason = "No --kafka-partition column was given.";
  const unknown = { value: null, reason };
  const metrics = read(
    someFacts({
      keyProfile: { multiPartitionKeys: unknown, rawRows: unknown },
      rowFacts: { ghostRows: unknown, unavailableValueRows: unknown },
      plan: { danglingDeleteFiles: unknown },
    }),
  );
  for (const name of ["multi_partition_keys", "raw_rows", "ghost_rows", "unavailable_value_rows", "dangling_delete_files"] as const) {
    expect(metrics[name]).toEqual({ notComputed: reason });
  }
});

test("ages are measured from UTC times to the clock in seconds, to the millisecond", () => {
  const table = { ...someFacts().table, lastCompactionAt: "2026-03-01T09:05:00Z" };
  expect(read(someFacts({ table }))).toMatchObject({
    snapshot_age_seconds: 300.25,
    source_lag_seconds: 360.25,
    seconds_since_compaction: 3600.25,
    commit_lag_seconds: 60,
  });
});

test("a table without a compaction or a snapshot has no age, and says why", () => {
  expect(read(someFacts({ snapshot: null }))).toMatchObject({
    snapshot_age_seconds: { notComputed: expect.stringMatching(/no snapshot/) as string },
    seconds_since_compaction: { notComputed: expect.stringMatching(/compaction/) as string },
  });
});
