import { expect, test } from "vitest";
import type { SampledKey } from "#lib/iceberg/contract.ts";
import { hiddenKeyColumns, isMasked, maskSamples, unknownMasked } from "#lib/masking.ts";

const ROW = { topic: "orders", partition: "3", offset: "17", file: null, position: null, sequenceNumber: null };
const SAMPLE: SampledKey = {
  key: ["ann@example.org", "7"],
  rowCount: 3,
  partitions: ["orders/3"],
  keyBytesHex: ["aa", "bb"],
  rows: [
    { values: { email: "ann@example.org", line: "7", address: "{street: A}", raw: "aa", note: null }, keyBytesHex: "aa", ...ROW },
    { values: { email: "ann@example.org", line: "7", address: "{street: B}", raw: "bb", note: "x" }, keyBytesHex: "bb", ...ROW },
    { values: { email: "ann@example.org", line: "7", address: "{street: A}", raw: "aa", note: "x" }, keyBytesHex: "aa", ...ROW },
  ],
};
const COLUMNS = {
  key: ["email", "line"],
  kafkaKey: "raw",
  kafkaTopic: "kafka.topic",
  kafkaPartition: "kafka.partition",
  kafkaOffset: "kafka.offset",
  kafkaTimestamp: "kafka.timestamp",
  eventTime: "changed_at",
  sourceTime: "source.ts",
  op: "source.op",
  lsn: ["source.file", "source.pos"],
  deleted: "is_deleted",
};
const mask = (...masked: string[]) => maskSamples([SAMPLE], masked, COLUMNS);

test("without masked columns a sample stays as it is", () => {
  expect(mask()).toEqual({ samples: [SAMPLE], unknown: [] });
});

test("a masked column shows which rows agree and nothing else", () => {
  const [sample] = mask("address.street").samples;
  expect(sample?.rows.map(({ values }) => values["address"])).toEqual(["masked 1", "masked 2", "masked 1"]);
  expect(sample?.key).toEqual(SAMPLE.key);
  expect(sample?.keyBytesHex).toEqual(["aa", "bb"]);
});

test("NULL is no value to hide", () => {
  expect(mask("note").samples[0]?.rows.map(({ values }) => values["note"])).toEqual([null, "masked 1", "masked 1"]);
});

test.each(["email", "EMAIL", ' "email" '])("a masked key column (%s) hides the key and the bytes that it was sent with", (column) => {
  const text = JSON.stringify(mask(column));
  expect(text).not.toMatch(/ann|"aa"|"bb"/);
  expect(mask(column).samples[0]).toMatchObject({ key: ["masked", "7"], keyBytesHex: ["masked 1", "masked 2"] });
});

test("a masked Kafka key hides its bytes wherever they stand", () => {
  const { samples } = mask("raw");
  expect(JSON.stringify(samples)).not.toMatch(/"aa"|"bb"/);
  expect(samples[0]?.key).toEqual(SAMPLE.key);
});

test("no sample is shown when a masked column is not among the columns of the rows", () => {
  expect(mask("email", "phone")).toEqual({ samples: [], unknown: ["phone"] });
});

test("the hidden columns of a key are named as the key names them, nested ones by the column that they lie in", () => {
  expect(hiddenKeyColumns(["EMAIL", "address"], ["Email", "line", "address.street"])).toEqual(["Email", "address.street"]);
});

test("a masked column that the table does not have is told, whatever the case and the nesting", () => {
  expect(unknownMasked(["EMAIL", "address.street", "phone"], [{ name: "email" }, { name: "address" }])).toEqual(["phone"]);
});

test("masking what is masked already changes nothing, and masked texts are known as such", () => {
  const once = mask("email", "note").samples;
  expect(maskSamples(once, ["email", "note"], COLUMNS).samples).toEqual(once);
  expect(["masked", "masked 12", "masked x", ""].map(isMasked)).toEqual([true, true, false, false]);
});

test("masked Kafka columns hide the coordinates that were taken from them, and no others", () => {
  const rows = SAMPLE.rows.map((row) => ({ ...row, values: { ...row.values, kafka: "{topic: orders}" } }));
  const [sample] = maskSamples([{ ...SAMPLE, rows }], ["kafka"], COLUMNS).samples;
  expect(sample?.partitions).toEqual(["masked 1/masked 1"]);
  expect(sample?.rows[0]).toMatchObject({ topic: "masked 1", partition: "masked 1", offset: "masked 1", keyBytesHex: "aa" });
  const topicless = { ...SAMPLE, partitions: ["3"] };
  const only = { ...COLUMNS, kafkaTopic: null, kafkaPartition: "line" };
  expect(maskSamples([topicless], ["line"], only).samples[0]?.partitions).toEqual(["masked 1"]);
  expect(mask("note").samples[0]).toMatchObject({
    partitions: ["orders/3"],
    rows: [{ topic: "orders", partition: "3", offset: "17" }, {}, {}],
  });
});

test("a masked column by which files are partitioned is not told by their paths", () => {
  const file = "/lake/orders/data/email=ann%40example.org/email_bucket=7/day=2026-03-01/00000-ann.parquet";
  const rows = SAMPLE.rows.map((row) => ({ ...row, file }));
  expect(maskSamples([{ ...SAMPLE, rows }], ["email"], COLUMNS).samples[0]?.rows[0]?.file).toBe(
    "/lake/orders/data/email=masked/email_bucket=masked/day=2026-03-01/00000-ann.parquet",
  );
});

const EVIDENT: SampledKey = {
  ...SAMPLE,
  rows: SAMPLE.rows.map((row, at) => ({
    ...row,
    values: { ...row.values, kafka: "{}", source: "{}", changed_at: "x", is_deleted: "true" },
    evidence: {
      kafkaTimestamp: "111",
      eventTime: `22${at}`,
      sourceTime: "333",
      op: "d",
      lsn: ["bin.444", "555"],
      deleted: true,
      payload: 1,
      content: 2,
      keyReads: true,
      keyReadAs: "text",
      compacted: false,
      scope: `spec 0, day=2026-10-05, email_bucket=66${at}, line=77`,
      addedBy: "888",
    },
  })),
  verdict: {
    cause: "delete_in_other_partition",
    retry: null,
    undecided: [],
    winner: 0,
    winnerBy: "event_time",
    tied: [],
    deletes: [{ file: "data/email=ann/d.parquet", sequenceNumber: "4", scope: "spec 1, email=Ann, day=1", columns: ["email"], names: [1] }],
    drift: null,
    rowsSeen: 3,
  },
};
const maskEvident = (...masked: string[]) => maskSamples([EVIDENT], masked, COLUMNS).samples[0];

test("masked CDC and time columns are not told by the evidence that was taken from them, and rows that agree are still seen", () => {
  const sample = maskEvident("source", "changed_at", "is_deleted", "kafka");
  expect(JSON.stringify(sample)).not.toMatch(/111|22\d|333|444|555|"d"/);
  expect(sample?.rows.map(({ evidence }) => evidence?.eventTime)).toEqual(["masked 1", "masked 2", "masked 3"]);
  expect(sample?.rows[0]?.evidence).toMatchObject({
    op: "masked 1",
    lsn: ["masked 1", "masked 1"],
    deleted: null,
    payload: 1,
    keyReadAs: "text",
  });
});

test("one masked part of a log position hides that part alone", () => {
  const flat = { ...COLUMNS, lsn: ["note", "pos"] };
  expect(maskSamples([EVIDENT], ["note"], flat).samples[0]?.rows[0]?.evidence?.lsn).toEqual(["masked 1", "555"]);
});

test("a masked column by which a table is partitioned is told neither by a row's partition nor by the deletes", () => {
  const sample = maskEvident("email");
  expect(JSON.stringify(sample)).not.toMatch(/66\d|77|[aA]nn/);
  expect(sample?.rows.map(({ evidence }) => evidence?.scope)).toEqual(
    [1, 2, 3].map((n) => `spec 0, day=2026-10-05, email_bucket=masked ${n}`),
  );
  expect(sample?.verdict?.deletes).toEqual([
    { file: "data/email=masked/d.parquet", sequenceNumber: "4", scope: "spec 1, email=masked 1", columns: ["email"], names: [1] },
  ]);
});

test("evidence stays whole where nothing of it is masked, and masking it twice changes nothing", () => {
  expect(maskEvident("note")?.rows[0]?.evidence).toEqual(EVIDENT.rows[0]?.evidence);
  const all = ["source", "changed_at", "is_deleted", "kafka", "email", "raw"];
  const once = maskSamples([EVIDENT], all, COLUMNS).samples;
  expect(maskSamples(once, all, COLUMNS).samples).toEqual(once);
});
