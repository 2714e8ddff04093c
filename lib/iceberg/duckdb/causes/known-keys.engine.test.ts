import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ColumnsByRole } from "#lib/column-roles.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

/** Small tables of which the cause of each key, what stays undecided, and the right row are known. */

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const COLUMNS = {
  id: aField(1, "id"),
  at: aField(2, "at", "timestamptz"),
  part: aField(3, "part", "int"),
  off: aField(4, "off"),
  bytes: aField(5, "bytes", "string"),
  topic: aField(6, "topic", "string"),
};
type Values = Partial<Record<keyof typeof COLUMNS, string | null>>;

const KAFKA: Partial<ColumnsByRole> = { kafkaPartition: "part", kafkaOffset: "off", kafkaKey: "bytes", kafkaTopic: "topic" };
const EXPLAIN: ExplainRequest = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null };

const newTable = () => engine.newTable({ fields: Object.values(COLUMNS) });

async function fileOf(table: ModelledTable, ...rows: Values[]): Promise<ContentFile> {
  const written = rows.map((row) =>
    aRow(Object.fromEntries(Object.entries(row).map(([name, value]) => [COLUMNS[name as keyof Values].id, value]))),
  );
  return await table.dataFile(written, ANYWHERE);
}

const at = (hour: number) => `2026-10-05 0${hour}:00:00`;
/** A record of Kafka. */
const record = (id: string, off: string, more: Values = {}): Values => ({ id, at: at(1), part: "0", off, bytes: id, topic: "t", ...more });
/** A row of a load that knows no Kafka. */
const loaded = (id: string, hour: number): Values => ({ id, at: at(hour) });

async function read(table: ModelledTable, columns: Partial<ColumnsByRole>, explain: Partial<ExplainRequest> = {}): Promise<Facts> {
  return await engine.facts(table, { columns: { eventTime: "at", lsn: [], ...columns }, explain: { ...EXPLAIN, ...explain } });
}

/** Cause, what is undecided, what it may be instead, and the event time of the right row, by key. */
function told({ samples }: Facts): Record<string, { cause?: string; undecided?: string[]; instead?: string[]; right: string | null }> {
  return Object.fromEntries(
    samples.map(({ key, rows, verdict }) => [
      key.join(),
      {
        cause: verdict?.cause ?? "",
        undecided: verdict?.undecided.map(({ cause }) => cause) ?? [],
        instead: verdict?.doubt?.alternatives ?? [],
        right: verdict?.winner == null ? null : (rows[verdict.winner]?.values["at"] ?? null),
      },
    ]),
  );
}

const causesOf = (facts: Facts) => Object.fromEntries(Object.entries(told(facts)).map(([key, { cause }]) => [key, cause]));

describe("a key that one commit wrote more than once", () => {
  test("is repeated in it, where a MERGE also removes rows", async () => {
    const table = newTable();
    const old = await fileOf(table, loaded("1", 1), loaded("2", 1), loaded("4", 1));
    table.table.commit({ operation: "append", add: [old] });
    const deletes = await table.positionDeleteFile([{ file: old.path, position: 0 }], ANYWHERE, true);
    table.table.commit({
      operation: "overwrite",
      add: [await fileOf(table, loaded("1", 2), loaded("3", 2)), await fileOf(table, loaded("1", 3), loaded("3", 3)), deletes],
    });
    const facts = await read(table, {});
    expect(told(facts)).toMatchObject({
      1: { cause: "repeated_in_commit", right: expect.stringContaining("03:00:00") },
      3: { cause: "repeated_in_commit", right: expect.stringContaining("03:00:00") },
    });
    expect(told(facts)["1"]?.undecided).toEqual([
      "offset_replayed",
      "unkeyed",
      "key_encoding",
      "key_is_not_business_key",
      "several_topics",
      "partition_drift",
    ]);
    expect(told(facts)["1"]?.instead).not.toContain("several_topics");
  });

  test("has its upsert off, where the writer is a sink that only appends", async () => {
    const table = newTable();
    table.table.commit({ operation: "append", add: [await fileOf(table, record("1", "4"), record("1", "9", { at: at(2) }))] });
    expect(told(await read(table, KAFKA))).toEqual({
      1: { cause: "upsert_off", undecided: [], instead: [], right: expect.stringContaining("02:00:00") },
    });
  });

  test("is not repeated in it after a compaction, which writes rows of several commits", async () => {
    const table = newTable();
    table.table.commit({ operation: "append", add: [await fileOf(table, loaded("1", 1))] });
    table.table.commit({ operation: "append", add: [await fileOf(table, loaded("1", 2))] });
    const whole = await fileOf(table, loaded("1", 1), loaded("1", 2));
    table.table.commit({ operation: "replace", add: [whole], remove: () => true });
    expect(causesOf(await read(table, {}))).toEqual({ 1: "upsert_off" });
  });
});

test("two MERGE statements that insert a key at the same time look like an upsert that is off", async () => {
  const table = newTable();
  for (const hour of [1, 2]) table.table.commit({ operation: "append", add: [await fileOf(table, loaded("1", hour))] });
  expect(causesOf(await read(table, {}))).toEqual({ 1: "upsert_off" });
});

describe("files that a rewrite replaced", () => {
  const rewritten = async () => {
    const table = newTable();
    const sources = [await fileOf(table, record("1", "1")), await fileOf(table, record("2", "2"))];
    table.table.commit({ operation: "append", add: sources });
    const result = await fileOf(table, record("1", "1"), record("2", "2"));
    const rewrite = table.table.commit({ operation: "replace", add: [result], remove: () => true });
    return { table, sources, rewrite };
  };

  test("are blamed where they are live again next to its result, and the trust names the rewrite", async () => {
    const { table, sources, rewrite } = await rewritten();
    table.table.commit({ operation: "append", add: sources.slice(0, 1) });
    const facts = await read(table, KAFKA);
    expect(causesOf(facts)).toEqual({ 1: "rewrite_sources_live" });
    expect(facts.trust.level).toBe("exact");
    expect(facts.trust.reasons.join(" ")).toContain(`rewrite of snapshot ${rewrite.id}`);
  });

  test("are not where a record was written again after the rewrite", async () => {
    const { table } = await rewritten();
    table.table.commit({ operation: "append", add: [await fileOf(table, record("1", "1"))] });
    const facts = await read(table, KAFKA);
    expect(causesOf(facts)).toEqual({ 1: "offset_replayed" });
    expect(facts.trust.reasons).toEqual([]);
  });
});

test("one file that is listed under two spellings of its path is registered twice", async () => {
  const table = newTable();
  const file = await fileOf(table, record("1", "1"), record("2", "2"));
  table.table.commit({ operation: "append", add: [file] });
  table.table.commit({ operation: "append", add: [{ ...file, path: `file://${file.path}` }] });
  const facts = await read(table, KAFKA);
  expect(causesOf(facts)).toEqual({ 1: "file_registered_twice", 2: "file_registered_twice" });
  expect(facts.plan.filesRegisteredTwice).toBe(1);
});

describe("what two rows of a key show", () => {
  const NEVER: Values = { part: null, off: null, bytes: null, topic: null, at: at(3) };

  test("stands though a third row was never in Kafka", async () => {
    const table = newTable();
    const rows = [record("1", "1"), record("1", "2", { part: "4" }), record("1", "3", NEVER)];
    const topics = [record("2", "1"), record("2", "2", { topic: "u" }), record("2", "3", NEVER)];
    const bytes = [record("3", "1"), record("3", "2", { bytes: '"3"' }), record("3", "3", NEVER)];
    for (const row of [...rows, ...topics, ...bytes]) table.table.commit({ operation: "append", add: [await fileOf(table, row)] });
    const facts = await read(table, KAFKA);
    expect(causesOf(facts)).toEqual({ 1: "partition_drift", 2: "several_topics", 3: "key_encoding" });
    expect(told(facts)["1"]?.instead).toContain("key_encoding");
  });

  test("is nothing where their key bytes are not known to be equal", async () => {
    const table = newTable();
    for (const row of [record("1", "1"), record("1", "2", { part: "4", bytes: null })])
      table.table.commit({ operation: "append", add: [await fileOf(table, row)] });
    expect(told(await read(table, KAFKA))["1"]).toMatchObject({
      cause: "upsert_off",
      instead: expect.arrayContaining(["partition_drift"]),
    });
  });
});

test("a column that the table is declared not to have puts no cause in doubt", async () => {
  const table = newTable();
  for (const hour of [1, 2]) table.table.commit({ operation: "append", add: [await fileOf(table, loaded("1", hour))] });
  const facts = await read(table, {}, { absent: ["kafkaKey", "kafkaOffset", "kafkaPartition", "kafkaTopic"] });
  expect(facts.causes.value?.provisional).toEqual([]);
  expect(facts.causes.value?.undecided).toEqual([]);
  const without = await read(table, {});
  expect(without.causes.value?.provisional).toEqual([
    {
      cause: "upsert_off",
      keys: 1,
      alternatives: ["offset_replayed", "unkeyed", "key_encoding", "key_is_not_business_key", "partition_drift"],
      missing: ["kafka-key", "kafka-offset", "kafka-partition"],
    },
  ]);
  expect(without.causes.value?.notes.join(" ")).toContain("count as one topic's");
});

describe("a compacted table that once deleted rows by position", () => {
  /** Two appends of a key that lie in one compacted file, and a row that was deleted by position before. */
  async function compacted() {
    const table = newTable();
    const gone = await fileOf(table, record("9", "9"));
    const first = table.table.commit({ operation: "append", add: [await fileOf(table, record("1", "1")), gone] });
    table.table.commit({ operation: "delete", add: [await table.positionDeleteFile([{ file: gone.path, position: 0 }], ANYWHERE, true)] });
    table.table.commit({ operation: "append", add: [await fileOf(table, record("1", "2", { at: at(2) }))] });
    const whole = await fileOf(table, record("1", "1"), record("1", "2", { at: at(2) }));
    table.table.commit({ operation: "replace", add: [whole], remove: () => true });
    return { table, first };
  }

  test("shows that rows were appended, where its whole history has no equality delete that the compaction could have dropped", async () => {
    const { table } = await compacted();
    expect(told(await read(table, KAFKA))).toMatchObject({ 1: { cause: "appended_without_delete", undecided: [], instead: [] } });
  });

  test("shows nothing where a snapshot before the compaction had an equality delete", async () => {
    const { table } = await compacted();
    const deletes = await table.equalityDeleteFile([aRow({ 1: "7" })], ANYWHERE, { equalityIds: [1], fields: [COLUMNS.id] });
    table.table.commit({ operation: "delete", add: [deletes] });
    const again = await fileOf(table, record("1", "1"), record("1", "2", { at: at(2) }));
    table.table.commit({ operation: "replace", add: [again], remove: () => true });
    expect(causesOf(await read(table, KAFKA))).toEqual({ 1: "unknown" });
  });

  test("shows nothing where the first of its snapshots expired", async () => {
    const { table, first } = await compacted();
    table.table.expire(new Set([first.id]));
    expect(causesOf(await read(table, KAFKA))).toEqual({ 1: "unknown" });
  });
});
