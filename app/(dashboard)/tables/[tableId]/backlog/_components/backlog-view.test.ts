import { expect, test } from "vitest";
import type { Backlog, PartitionBacklog } from "#lib/iceberg/contract-backlog.ts";
import { someFacts } from "#lib/testing/facts.ts";
import { byAge, byKind, partitionText, viewPartitions } from "./backlog-view.ts";

const totals = (rows: number, files = 1, bytes = rows * 10) => ({ files, rows, bytes });
const value = (said: string | null, field = "day") => ({ field, columns: ["at"], value: said });

function aPartition(day: string | null, rows: number, changes: Partial<PartitionBacklog> = {}): PartitionBacklog {
  return { specId: 0, values: [value(day)], data: totals(100), deletes: { equality: totals(rows) }, ...changes };
}
function aBacklog(changes: Partial<Backlog>): Backlog {
  return { ...someFacts().plan.backlog, ...changes };
}

test("a partition reads as its path; NULL is said, and signs of the path in values are escaped", () => {
  expect(partitionText([value("2026-11-24"), value("3", "bucket")])).toBe("day=2026-11-24/bucket=3");
  expect(partitionText([value(null), value("a/b=c%", "who")])).toBe("day=null/who=a%2Fb%3Dc%25");
  expect(partitionText([])).toBeNull();
});

test("kinds add up over all partitions, those beyond the listed ones too", () => {
  const backlog = aBacklog({
    partitions: [aPartition("1", 5), aPartition("2", 3, { deletes: { vector: totals(3), equality: totals(1) } })],
    otherPartitions: { partitions: 2, data: totals(1), deletes: { vector: totals(10, 2) } },
  });
  expect(byKind(backlog)).toEqual([
    { kind: "equality", totals: totals(6, 2) },
    { kind: "vector", totals: totals(13, 3) },
  ]);
});

test("every age has its row, and the unknown one only where there is some", () => {
  expect(byAge(aBacklog({})).map(({ age }) => age)).toEqual(["below 1 h", "below 1 d", "below 7 d", "below 30 d", "older"]);
  const known = byAge(aBacklog({ ages: { unknown: { vector: totals(2) } } }));
  expect(known.at(-1)).toMatchObject({ age: "unknown", totals: totals(2) });
});

test.each([
  ["rows", ["b", "c", "a"]],
  ["files", ["a", "b", "c"]],
  ["ratio", ["c", "b", "a"]],
  ["partition", ["a", "b", "c"]],
] as const)("partitions are ordered by %s", (sort, order) => {
  const partitions = [
    aPartition("a", 1, { deletes: { equality: totals(1, 9) } }),
    aPartition("b", 9),
    aPartition("c", 5, { data: totals(0, 0) }),
  ];
  expect(viewPartitions(aBacklog({ partitions }), { sort, page: 1 }).rows.map(({ text }) => text?.slice(4))).toEqual(order);
});

test("pages neither repeat nor lose a partition, and one beyond the last is the last", () => {
  const backlog = aBacklog({ partitions: Array.from({ length: 60 }, (_, n) => aPartition(String(n), n)) });
  const pages = [1, 2, 3].map((page) => viewPartitions(backlog, { sort: "rows", page }).rows);
  expect(pages.map((rows) => rows.length)).toEqual([25, 25, 10]);
  expect(new Set(pages.flat().map(({ text }) => text)).size).toBe(60);
  expect(viewPartitions(backlog, { sort: "rows", page: 99 })).toMatchObject({ page: 3, pages: 3, rowsMax: 59 });
});

test("the spec is named only where there are several", () => {
  const specs = (...ids: number[]) =>
    viewPartitions(aBacklog({ partitions: ids.map((specId) => aPartition(String(specId), 1, { specId })) }), {
      sort: "partition",
      page: 1,
    }).rows.map(({ specId }) => specId);
  expect([specs(0, 0), specs(0, 1)]).toEqual([
    [null, null],
    [0, 1],
  ]);
});
