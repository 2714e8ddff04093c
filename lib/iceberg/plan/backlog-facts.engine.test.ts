import { afterAll, beforeAll, expect, test } from "vitest";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";
import { readFacts } from "#lib/iceberg/duckdb/read-facts.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";
import { listTestTableCases, TEST_TABLES_ROOT, testTableLocation } from "#lib/testing/test-tables.ts";
import { someRequest } from "#lib/testing/facts.ts";

let engine: TestEngine;
const before = process.cwd();
beforeAll(async () => {
  engine = await TestEngine.open();
  process.chdir(TEST_TABLES_ROOT);
});
afterAll(() => {
  process.chdir(before);
  engine.close();
});

/** The key of the table's first case. */
function keyOf(table: string): string[] {
  const args = listTestTableCases().find(({ args: given }) => given.includes(testTableLocation(table)))?.args ?? [];
  return args.filter((_, at) => args[at - 1] === "--key");
}

async function read(table: string): Promise<{ backlog: Backlog; plan: Awaited<ReturnType<typeof readFacts>>["plan"] }> {
  const { plan } = await readFacts(engine.database, someRequest({ location: testTableLocation(table), key: keyOf(table) }), () => {});
  return { backlog: plan.backlog, plan };
}

test.each([
  "position_deletes_partitioned",
  "upserts_bucketed",
  "upserts_v3",
  "vectors",
  "delete_in_other_spec",
  "dangling_deletes",
  "clean",
])("the parts of %s add up to its counts, by partition and by age", async (table) => {
  const { backlog, plan } = await read(table);
  for (const [kind, totals] of [
    ["position", plan.positionDeletes],
    ["equality", plan.equalityDeletes],
    ["vector", plan.deletionVectors],
  ] as const) {
    const sum = (parts: (typeof totals | undefined)[], what: "files" | "rows"): number =>
      parts.reduce((all, part) => all + (part?.[what] ?? 0), 0);
    for (const what of ["files", "rows"] as const) {
      expect(
        sum(
          backlog.partitions.map(({ deletes }) => deletes[kind]),
          what,
        ),
      ).toBe(totals[what]);
      expect(
        sum(
          Object.values(backlog.ages).map((deletes) => deletes[kind]),
          what,
        ),
      ).toBe(totals[what]);
    }
  }
  const dangling = Object.values(backlog.dangling).reduce((sum, files) => sum + files, 0);
  expect(dangling).toBe(plan.danglingDeleteFiles.value);
});

test("partitions of a real table are said by their spec's fields", async () => {
  const { backlog } = await read("upserts_bucketed");
  expect(backlog.partitions.length).toBeGreaterThan(0);
  for (const { values } of backlog.partitions)
    expect(values).toEqual([
      { field: expect.any(String) as string, columns: [expect.any(String)], value: expect.stringMatching(/^\d+$/) as string },
    ]);
});
