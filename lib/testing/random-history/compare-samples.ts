import type { SampledKey, SampleRow } from "#lib/iceberg/contract.ts";
import { leavesOf } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { LiveRow } from "#lib/testing/iceberg-writer/live-rows.ts";
import { shownText } from "#lib/testing/random-history/expected-facts.ts";
import type { ExpectedFacts, ExpectedKey } from "#lib/testing/random-history/expected-facts.ts";
import type { Inquiry } from "#lib/testing/random-history/inquiry.ts";

/** Of a nested value only whether it is NULL: its text is DuckDB's own. */
const NESTED = "nested";

/** A sampled key is really duplicated, with all its rows counted, its rows are the model's, and the worst keys come first. */
export function compareSamples(samples: readonly SampledKey[], expected: ExpectedFacts, inquiry: Inquiry): string[] {
  const { keysMax } = inquiry.request.sample;
  const duplicated = [...expected.keys.values()].filter(({ rows }) => rows.length > 1);
  const worst = duplicated.map(({ rows }) => rows.length).toSorted((a, b) => b - a);
  const wrong: string[] = [];
  const counts = JSON.stringify(samples.map(({ rowCount }) => rowCount));
  const wanted = JSON.stringify(worst.slice(0, keysMax));
  // Explained, each cause has its share of the sample.
  const isShared = inquiry.request.explain !== undefined && duplicated.length > keysMax;
  if (counts !== wanted && !isShared) wrong.push(`the samples have ${counts} rows, the model says ${wanted}`);
  if (new Set(samples.map(({ key }) => JSON.stringify(key))).size !== samples.length) wrong.push("a key is sampled twice");
  for (const sample of samples) {
    const key = duplicated.find((candidate) => JSON.stringify(candidate.key) === JSON.stringify(sample.key));
    if (key === undefined) wrong.push(`the sampled key ${JSON.stringify(sample.key)} is not duplicated`);
    else wrong.push(...compareKey(sample, key, expected, inquiry).map((fault) => `sample ${JSON.stringify(sample.key)}: ${fault}`));
  }
  return wrong;
}

function compareKey(sample: SampledKey, key: ExpectedKey, expected: ExpectedFacts, inquiry: Inquiry): string[] {
  const wrong: string[] = [];
  const same = (name: string, got: unknown, want: unknown): void => {
    if (JSON.stringify(got) !== JSON.stringify(want))
      wrong.push(`${name} is ${JSON.stringify(got)}, the model says ${JSON.stringify(want)}`);
  };
  same("rowCount", sample.rowCount, key.rows.length);
  same("partitions", sample.partitions, key.partitions);
  same("keyBytesHex", sample.keyBytesHex, key.keyBytesHex);
  same("rows.length", sample.rows.length, Math.min(key.rows.length, inquiry.request.sample.rowsPerKeyMax));
  const left = key.rows.map((row) => JSON.stringify(shown(row, expected, inquiry)));
  for (const row of sample.rows) {
    const text = JSON.stringify(inOrder(row, inquiry.fields));
    const index = left.indexOf(text);
    if (index < 0) wrong.push(`the row ${text} is none of the key's: ${left.join(" ")}`);
    else left.splice(index, 1);
  }
  return wrong;
}

function inOrder({ values, topic, partition, offset, keyBytesHex, file, position }: SampleRow, fields: readonly Field[]): unknown[] {
  const nested = new Set(fields.filter(({ type }) => typeof type !== "string").map(({ name }) => name));
  const compared = Object.entries(values).map(([name, value]) => [name, value !== null && nested.has(name) ? NESTED : value] as const);
  return [Object.fromEntries(compared), topic, partition, offset, keyBytesHex, file, position];
}

/** The row as a sample shows it; of a file that is registered twice both copies look the same. */
function shown(row: LiveRow, expected: ExpectedFacts, { fields, roles }: Inquiry): unknown[] {
  const role = (id: number | undefined): string | null => (id === undefined ? null : expected.value(row, id));
  const values = Object.fromEntries(fields.map((field) => [field.name, shownValue(field, row, expected)]));
  return [
    values,
    role(roles.kafkaTopic),
    role(roles.kafkaPartition),
    role(roles.kafkaOffset),
    role(roles.kafkaKey),
    row.file,
    String(row.position),
  ];
}

function shownValue(field: Field, row: LiveRow, expected: ExpectedFacts): string | null {
  if (typeof field.type !== "string") return leavesOf([field]).every(({ id }) => expected.value(row, id) === null) ? null : NESTED;
  return shownText(field.type, expected.value(row, field.id));
}
