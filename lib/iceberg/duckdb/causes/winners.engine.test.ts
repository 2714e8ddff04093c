import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { findWinner, survivorOf } from "#lib/causes/winner.ts";
import { ordersByLog } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { rowOrder } from "#lib/iceberg/duckdb/causes/row-order.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { rankWinners, WINNERS } from "#lib/iceberg/duckdb/causes/winners.ts";
import type { ColumnsByRole } from "#lib/column-roles.ts";
import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import { anEvidentRow } from "#lib/testing/causes.ts";
import { keepDuplicatedRows, openCauseReading } from "#lib/testing/cause-reading.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

/** Columns by their names; `id` is the key and `row` tells rows apart. */
const COLUMNS = {
  id: aField(1, "id"),
  row: aField(2, "row", "string"),
  at: aField(3, "at", "timestamptz"),
  topic: aField(4, "topic", "string"),
  part: aField(5, "part", "int"),
  offset: aField(6, "offset"),
  op: aField(7, "op", "string"),
  lsn: aField(8, "lsn", "string"),
  more: aField(9, "more"),
  ts_ms: aField(10, "ts_ms"),
};
type Name = keyof typeof COLUMNS;
type Values = Partial<Record<Name, string | null>>;

const KAFKA: Partial<ColumnsByRole> = { kafkaTopic: "topic", kafkaPartition: "part", kafkaOffset: "offset", eventTime: "at" };
const CDC: Partial<ColumnsByRole> = { ...KAFKA, op: "op", lsn: ["lsn", "more"], sourceTime: "ts_ms" };

async function tableOf(files: Values[][], fields: Field[] = Object.values(COLUMNS)): Promise<ModelledTable> {
  const table = engine.newTable({ fields });
  for (const rows of files) {
    const written = rows.map((row) =>
      aRow(Object.fromEntries(Object.entries(row).map(([name, value]) => [COLUMNS[name as Name].id, value]))),
    );
    table.table.commit({ operation: "append", add: [await table.dataFile(written, ANYWHERE)] });
  }
  return table;
}

const judged = z.object({ key: z.string(), row: z.string(), place: z.coerce.number(), tied: z.boolean(), rule: z.string() });

interface Asked {
  columns?: Partial<ColumnsByRole>;
  explain?: Partial<ExplainRequest>;
}

async function rank(table: ModelledTable, { columns = KAFKA, explain = {} }: Asked) {
  const reading = await openCauseReading(engine, table, { columns, explain });
  await keepDuplicatedRows(reading, "own_rows");
  await rankWinners(reading, "own_rows");
  const row = { alias: "row", field: COLUMNS.row, parents: [] };
  const shown = await engine.database.rows(
    `SELECT key, r.row, place, tied, rule FROM ${WINNERS} w JOIN (${await rowsAtSql(reading, "own_rows", [row])}) r USING (id, file, position) ORDER BY key, place`,
    judged,
  );
  return { reading, shown };
}

/** The rows that are left of the one key, the first of them as the one that the others are held against, and the rule. */
async function winner(rows: Values[], asked: Asked = {}): Promise<string[]> {
  const { shown } = await rank(await tableOf(rows.map((row) => [{ id: "1", ...row }])), asked);
  return [...shown.map(({ row }) => row), shown[0]?.rule ?? ""];
}

const at = (hour: number) => `2026-10-05 0${hour}:00:00`;

describe("of a state table", () => {
  test("the row with the greatest event time is right, and one without a time never", async () => {
    const rows = [
      { row: "old", at: at(1) },
      { row: "new", at: at(2) },
      { row: "none", at: null },
    ];
    expect(await winner(rows)).toEqual(["new", "event_time"]);
    expect(await winner(rows, { explain: { keep: "first" } })).toEqual(["old", "event_time"]);
  });

  test("equal times are told by the offset within one partition, then by the partition", async () => {
    const same = { at: at(1), topic: "t" };
    const rows = [
      { row: "a", ...same, part: "1", offset: "9" },
      { row: "b", ...same, part: "1", offset: "10" },
    ];
    expect(await winner(rows)).toEqual(["b", "offset"]);
    expect(await winner([...rows, { row: "c", ...same, part: "2", offset: "3" }])).toEqual(["c", "partition"]);
    expect(await winner([...rows, { row: "c", ...same, part: "10", offset: "3" }], { explain: { keep: "first" } })).toEqual([
      "a",
      "partition",
    ]);
  });

  test("equal times in two topics are undecided between the last row of each, and the last written stands for them", async () => {
    const same = { at: at(1), part: "1" };
    const rows = [
      { row: "a", ...same, topic: "t", offset: "9" },
      { row: "b", ...same, topic: "u", offset: "10" },
      { row: "c", ...same, topic: "u", offset: "4" },
    ];
    expect(await winner(rows)).toEqual(["b", "a", "undecided"]);
  });

  test("nothing that may be compared leaves all rows", async () => {
    expect(await winner([{ row: "a" }, { row: "b" }], { columns: {} })).toEqual(["b", "a", "undecided"]);
    expect(
      await winner([
        { row: "a", at: at(1) },
        { row: "b", at: at(1) },
      ]),
    ).toEqual(["b", "a", "undecided"]);
  });

  test("a time that never ends is later than any other", async () => {
    const fields = Object.values({ ...COLUMNS, at: { ...COLUMNS.at, type: "date" } });
    const rows = [
      { row: "a", at: "9999-12-31" },
      { row: "b", at: "infinity" },
    ];
    const table = await tableOf(
      rows.map((row) => [{ id: "1", ...row }]),
      fields,
    );
    expect((await rank(table, {})).shown.map(({ row }) => row)).toEqual(["b"]);
  });
});

describe("of a CDC table", () => {
  const cdc = (rows: Values[]) => winner(rows, { columns: CDC, explain: { kind: "cdc" } });

  test("a streamed row beats a snapshot's, whatever its position and time say", async () => {
    expect(
      await cdc([
        { row: "read", op: "r", lsn: "900", at: at(5) },
        { row: "new", op: "c", lsn: "100", at: at(1) },
      ]),
    ).toEqual(["new", "only_streamed"]);
  });

  test.each([
    ["whole numbers", "9", "10"],
    ["Postgres' own writing", "F/FFFFFFFF", "16/B374D848"],
    ["SQL Server's own writing", "00000027:00000ac0:0002", "00000027:00000ac0:0010"],
    ["binlog files", "mysql-bin.999999", "mysql-bin.1000000"],
    ["bytes of any length", "0x0a02", "0x0A0001"],
    ["decimals", "99.75", "100.25"],
    ["SCNs of decimals", "99.0", "100.0"],
  ])("positions are compared as %s", async (_, old, next) => {
    expect(
      await cdc([
        { row: "new", op: "u", lsn: next, at: at(1) },
        { row: "old", op: "u", lsn: old, at: at(2) },
      ]),
    ).toEqual(["new", "log_position"]);
  });

  test("the first part of a position decides before the second", async () => {
    const rows = [
      { row: "b", op: "u", lsn: "bin.000002", more: "4" },
      { row: "a", op: "u", lsn: "bin.000001", more: "900" },
      { row: "c", op: "u", lsn: "bin.000002", more: "30" },
    ];
    expect(await cdc(rows)).toEqual(["c", "log_position"]);
  });

  test("positions of several kinds, and texts that are none, leave it to the source time", async () => {
    const rows = [
      { row: "a", op: "u", lsn: "16/B374D848", ts_ms: "1" },
      { row: "b", op: "u", lsn: "5", ts_ms: "3" },
      { row: "c", op: "u", lsn: "unknown", ts_ms: "2" },
    ];
    expect(await cdc(rows)).toEqual(["b", "source_time"]);
  });

  test("its order holds for a state table too that says an op", async () => {
    const rows = [
      { row: "read", op: "r", at: at(5) },
      { row: "new", op: "c", at: at(1) },
    ];
    expect(await winner(rows, { columns: { ...KAFKA, op: "op" } })).toEqual(["new", "only_streamed"]);
  });
});

describe("SQL and TypeScript", () => {
  const pick = <T>(random: () => number, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;

  /** A generator that gives the same numbers for the same seed. */
  function seeded(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  }

  const LSNS = [
    null,
    "9",
    "10",
    "-3",
    "1.0",
    "16/B374D848",
    "F/1",
    "bin.000009",
    "bin.000010",
    "log.000011",
    "00000027:00000ac0:0002",
    "0x0a02",
    "0x0A0001",
    `0x${"f".repeat(31)}`,
    "1.5",
    "1.25",
    "none",
    "",
  ];

  function someRows(seed: number): Values[][] {
    const random = seeded(seed);
    const files = Array.from({ length: 4 }, (): Values[] => []);
    for (let id = 0; id < 150; id++)
      for (let row = 0; row < 2 + Math.floor(random() * 4); row++)
        pick(random, files).push({
          id: String(id),
          row: `${id}.${row}`,
          at: pick(random, [null, at(1), at(1), at(2)]),
          topic: pick(random, [null, "t", "t", "u"]),
          part: pick(random, [null, "1", "2", "10"]),
          offset: pick(random, [null, "7", "8", "11"]),
          op: pick(random, [null, "r", "c", "u"]),
          lsn: pick(random, LSNS),
          more: pick(random, [null, "4", "30"]),
          ts_ms: pick(random, [null, "1", "2"]),
        });
    return files;
  }

  test.each([
    ["last", KAFKA, "upsert"],
    ["first", KAFKA, "upsert"],
    ["last", CDC, "cdc"],
    ["first", CDC, "cdc"],
    ["last", { kafkaPartition: "part", kafkaOffset: "offset" }, "upsert"],
  ] as const)("find the same row of random keys that keep the %s (%#)", async (keep, columns, kind) => {
    const { reading, shown } = await rank(await tableOf(someRows(keep.length * 7 + kind.length)), { columns, explain: { keep, kind } });
    const order = rowOrder(reading.planned.columns);
    const text = (sql: string | null) => (sql === null ? "NULL::VARCHAR" : `CAST(${sql} AS VARCHAR)`);
    const fields = [...order.fields, { alias: "row", field: COLUMNS.row, parents: [] }];
    const nullable = z.string().nullable();
    const rows = await engine.database.rows(
      `SELECT key, r.row, file, position::VARCHAR AS position, ${text(order.topic)} AS topic, ${text(order.partition)} AS partition, ${text(order.offset)} AS "offset",
         ${text(order.eventTime)} AS event, ${text(order.sourceTime)} AS source, ${text(order.op)} AS op, [${order.lsn.join(", ")}]::VARCHAR[] AS lsn
       FROM (${await rowsAtSql(reading, "own_rows", fields)}) r`,
      z.object({
        key: z.string(),
        row: z.string(),
        file: z.coerce.number(),
        position: z.string(),
        topic: nullable,
        partition: nullable,
        offset: nullable,
        event: nullable,
        source: nullable,
        op: nullable,
        lsn: z.array(nullable),
      }),
    );
    const cdc = ordersByLog(reading);
    const expected = [...Map.groupBy(rows, ({ key }) => key)].flatMap(([key, ofKey]) => {
      const evident = ofKey.map(({ event, source, op, lsn, ...row }) => {
        const file = reading.live.files[row.file];
        const place = { file: file?.path ?? null, position: row.position, sequenceNumber: String(file?.sequenceNumber) };
        const { topic, partition, offset } = row;
        return anEvidentRow({ topic, partition, offset, ...place, eventTime: event, sourceTime: source, op, lsn });
      });
      const found = findWinner(evident, { keep, cdc });
      const survivor = survivorOf(evident, found);
      const left = found.winner === null ? found.tied : [found.winner];
      return left.map((at) => ({
        key,
        row: ofKey[at]?.row,
        tied: found.winner === null,
        first: at === survivor,
        rule: found.winner === null ? "undecided" : found.winnerBy,
      }));
    });
    const sorted = <T extends { row?: string | undefined }>(all: T[]) => all.toSorted((a, b) => ((a.row ?? "") < (b.row ?? "") ? -1 : 1));
    expect(expected.length).toBeGreaterThan(100);
    expect(sorted(shown.map(({ place, ...rest }) => ({ ...rest, first: place === 1 })))).toEqual(sorted(expected));
  });
});
