import { expect, test } from "vitest";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { scopeSayer } from "#lib/iceberg/plan/scope-sayer.ts";

const SPECS: [number, PartitionSpec["fields"]][] = [
  [0, [{ "source-id": 2, transform: "day", name: "event_ts_day" }]],
  [
    1,
    [
      { "source-id": 1, transform: "void", name: "gone" },
      { "source-id": 1, transform: "identity", name: "city" },
      { "source-id": 1, transform: "identity", name: "shop" },
    ],
  ],
  [2, [{ "source-id": 1, transform: "void", name: "gone" }]],
];
const say = scopeSayer({ specs: new Map(SPECS.map(([id, fields]) => [id, { "spec-id": id, fields }])), schemas: [] });
const said = (specId: number, ...values: (string | null)[]) => say({ specId, tuple: JSON.stringify(values) });

test("a scope is its spec and the partition as a person writes it", () => {
  expect(said(0, "20731")).toBe("spec 0, event_ts_day=2026-10-05");
  expect(said(1, null, "Bonn", "7")).toBe("spec 1, city=Bonn, shop=7");
});

test("an unpartitioned spec reaches the whole table, which has no scope", () => {
  expect(said(2, null)).toBeNull();
});

test("different partitions have different texts, whatever their values hold", () => {
  const tuples: [string | null, string | null][] = [
    [null, "a"],
    ["NULL", "a"],
    ["", "a"],
    ["b, shop=a", "a"],
    ["b", "a, shop=a"],
    ["b", "a"],
    [" b", "a"],
  ];
  const texts = tuples.map((tuple) => said(1, null, ...tuple));
  expect(new Set(texts).size).toBe(tuples.length);
  expect(texts[0]).toBe("spec 1, city=NULL, shop=a");
});
