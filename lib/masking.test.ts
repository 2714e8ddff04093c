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
