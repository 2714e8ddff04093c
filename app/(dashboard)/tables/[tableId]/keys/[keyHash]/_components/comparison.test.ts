import { expect, test } from "vitest";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";
import { aKeyDelete } from "#lib/testing/causes.ts";
import { someTable } from "#lib/testing/table-definition.ts";
import { compareRows, orderSample, type Comparison } from "./comparison.ts";

const { columns } = someTable({
  columns: { kafkaTopic: "meta.topic", kafkaPartition: "meta.partition", kafkaKey: "k", op: "__op", eventTime: "at" },
});
const row = (values: SampleRow["values"], more: Partial<SampleRow> = {}): SampleRow => ({
  values,
  topic: "orders",
  partition: "4",
  offset: "1",
  keyBytesHex: "312d",
  file: "s3://lake/00001.parquet",
  position: "17",
  sequenceNumber: "11",
  ...more,
});
const ROWS = [
  row(
    { id: "1", at: "2026-11-26 15:31:02+00", note: "", status: "masked 1", meta: "{x}", __op: "u", k: "312d" },
    { partition: "10", sequenceNumber: "12" },
  ),
  row({ id: "1", at: "2026-11-23 20:05:17+00", note: null, status: "masked 2", meta: "{y}", __op: "u", k: "312d" }),
];
const SCHEMA = ["id", "status", "note", "at", "__op", "meta", "k"].map((name, fieldId) => ({
  name,
  type: `type of ${name}`,
  fieldId,
  required: false,
}));
const SNAPSHOT = {
  snapshotId: "665",
  parentId: null,
  sequenceNumber: 12,
  committedAt: new Date("2026-11-26T15:44:00Z"),
  expiredAt: null,
  schemaId: 0,
  operation: "append",
  committedBy: null,
  addedFiles: null,
  addedRows: null,
};
const compared = (verdict: KeyVerdict | null = null): Comparison =>
  compareRows({
    sample: orderSample({ key: ["1"], rowCount: 2, partitions: [], keyBytesHex: [], rows: ROWS, verdict }, columns),
    columns,
    schema: SCHEMA,
    writtenBy: [SNAPSHOT],
  });
const lineOf = (name: string) =>
  compared()
    .sections.flatMap((section) => section.columns)
    .find((one) => one.name === name);

test("rows stand in the order of their events, each under its partition", () => {
  expect(compared().heads).toEqual([
    { title: "Row 1", where: "partition 4", at: "2026-11-23T20:05:17.000Z", standing: null },
    { title: "Row 2", where: "partition 10", at: "2026-11-26T15:31:02.000Z", standing: null },
  ]);
});

test("the right row and the stale one are named in whatever order they stand, and a tie names none", () => {
  const standings = (verdict: KeyVerdict) => compared(verdict).heads.map(({ title, standing }) => [title, standing]);
  expect(standings(someVerdict({ winner: 0 }))).toEqual([
    ["Row 1", "stale"],
    ["Row 2", "winner"],
  ]);
  expect(standings(someVerdict({ winner: null, winnerBy: "undecided", tied: [0, 1] }))).toEqual([
    ["Row 1", "tied"],
    ["Row 2", "tied"],
  ]);
  expect(standings(someVerdict({ winner: 7, rowsSeen: 90 }))).toEqual([
    ["Row 1", "stale"],
    ["Row 2", "stale"],
  ]);
  expect(standings(someVerdict({ winner: 0, cause: "by_design" }))).toEqual([
    ["Row 1", null],
    ["Row 2", null],
  ]);
});

test("a verdict's places go with the rows when these are put in order", () => {
  const verdict = someVerdict({ winner: 0, deletes: [aKeyDelete({ names: [0] })] });
  const ordered = orderSample({ key: ["1"], rowCount: 2, partitions: [], keyBytesHex: [], rows: ROWS, verdict }, columns);
  expect(ordered.verdict).toMatchObject({ winner: 1, deletes: [{ names: [1] }] });
});

test("an envelope is unwrapped: what it was before stands apart, and its change fields with the change", () => {
  const nested = [
    row({ op: "u", before: "{'id': 1, 'status': new}", after: "{'id': 1, 'status': paid, '__deleted': false}" }),
    row({ op: "c", before: null, after: "{'id': 1, 'status': new, '__deleted': false}" }),
  ];
  const { sections, differing } = compareRows({
    sample: { key: ["1"], rowCount: 2, partitions: [], keyBytesHex: [], rows: nested },
    columns: { ...columns, op: "op", deleted: "after.__deleted" },
    schema: null,
    writtenBy: [],
  });
  const named = Object.fromEntries(sections.map((section) => [section.title, section.columns.map(({ name }) => name)]));
  expect(named["Business columns"]).toEqual(["after.id", "after.status"]);
  expect(named["Before the change"]).toEqual(["before.id", "before.status"]);
  expect(named["Change record"]).toEqual(["after.__deleted", "op"]);
  expect(differing).toEqual(["after.status"]);
});

test("columns come in the schema's order with their types, Kafka's and the change's apart", () => {
  const { sections } = compared();
  expect(sections.map(({ title, columns }) => [title, ...columns.map(({ name }) => name)])).toEqual([
    ["Business columns", "id", "status", "note", "at"],
    ["Change record", "__op"],
    ["Kafka record", "topic", "partition", "key bytes", "meta"],
    ["Iceberg", "written by", "data file", "position", "sequence number"],
  ]);
  expect(lineOf("status")?.type).toBe("type of status");
});

test("NULL is not empty text, and masked values still differ", () => {
  expect(lineOf("note")).toMatchObject({ cells: [{ kind: "null" }, { kind: "empty" }], differs: true });
  expect(lineOf("status")).toMatchObject({
    cells: [
      { kind: "masked", text: "masked 2" },
      { kind: "masked", text: "masked 1" },
    ],
    differs: true,
  });
  expect(lineOf("id")?.differs).toBe(false);
  expect(compared().differing).toEqual(["status", "note", "at"]);
});

test("key bytes are told in pairs with their length", () => {
  expect(lineOf("key bytes")).toMatchObject({ type: "2 bytes", cells: [{ text: "31 2D" }, { text: "31 2D" }] });
});

test("a snapshot that is not known wrote nothing, and none is made up", () => {
  expect(lineOf("written by")?.cells).toEqual([{ kind: "unknown" }, { kind: "text", text: "665", at: "2026-11-26T15:44:00.000Z" }]);
});

test("of columns that a table does not have there is no line", () => {
  const plain = row(
    { id: "1" },
    { topic: null, partition: null, offset: null, keyBytesHex: null, file: null, position: null, sequenceNumber: null },
  );
  const bare = compareRows({
    sample: { key: ["1"], rowCount: 2, partitions: [], keyBytesHex: [], rows: [plain, plain] },
    columns: someTable().columns,
    schema: null,
    writtenBy: [],
  });
  expect(bare.heads.map(({ title, where }) => [title, where])).toEqual([
    ["Row 1", ""],
    ["Row 2", ""],
  ]);
  expect(bare.sections.map(({ title }) => title)).toEqual(["Business columns"]);
});
