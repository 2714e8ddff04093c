import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decide } from "#lib/causes/decide.ts";
import { signatureOf } from "#lib/causes/signature.ts";
import type { EvidentRow, TableEvidence } from "#lib/causes/table-evidence.ts";
import { columnsByRole, type ColumnsByRole } from "#lib/column-roles.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { CauseFacts, ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import { evidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { explainKeys } from "#lib/iceberg/duckdb/causes/explain.ts";
import { tableEvidence } from "#lib/iceberg/duckdb/causes/table-evidence.ts";
import { openReading } from "#lib/iceberg/duckdb/open-reading.ts";
import { countKeys, groupHere, groupInDatabase } from "#lib/iceberg/duckdb/profile/count-keys.ts";
import { readKey } from "#lib/iceberg/duckdb/read-key.ts";
import { someRequest } from "#lib/testing/facts.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const FIELDS = [
  aField(1, "id"),
  aField(2, "topic", "string"),
  aField(3, "part", "int"),
  aField(4, "off"),
  aField(5, "bytes", "binary"),
  aField(6, "sent", "timestamp"),
  aField(7, "op", "string"),
  aField(8, "gone", "boolean"),
  aField(9, "v", "string"),
  aField(10, "lsn", "string"),
];
const NAMES = FIELDS.map(({ name }) => name);
const TYPES = ["BIGINT", "VARCHAR", "INTEGER", "BIGINT", "BLOB", "TIMESTAMP", "VARCHAR", "BOOLEAN", "VARCHAR", "VARCHAR"];

const ALL = columnsByRole({
  kafkaTopic: "topic",
  kafkaPartition: "part",
  kafkaOffset: "off",
  kafkaKey: "bytes",
  kafkaTimestamp: "sent",
  op: "op",
  deleted: "gone",
});
const EXPLAIN: ExplainRequest = { kind: "upsert", promise: "unique", keep: "last", measure: null, registry: null };

type Cell = string | number | boolean | null;

/** A table of one data file a list of rows; a file may be registered twice. */
async function tableOf(files: readonly (readonly (readonly Cell[])[])[], twice = false): Promise<ModelledTable> {
  const table = engine.newTable({ fields: FIELDS });
  const add = [];
  for (const rows of files) {
    const values = rows.map((row) => `(${TYPES.map((type, at) => `${literal(row[at] ?? null)}::${type}`).join(", ")})`);
    const query = `SELECT * FROM (VALUES ${values.join(", ")}) t(${NAMES.map((name) => `"${name}"`).join(", ")})`;
    add.push(await engine.dataFile(table, query, FIELDS.map(({ id, name }) => `"${name}": ${id}`).join(", ")));
  }
  for (const file of add) table.table.commit({ operation: "append", add: [file] });
  if (twice) table.table.commit({ operation: "append", add: add.slice(0, 1) });
  return table;
}

function literal(cell: Cell): string {
  if (cell === null) return "NULL";
  return typeof cell === "string" ? `'${cell}'` : String(cell);
}

const row = fc.tuple(
  fc.option(fc.nat(4), { freq: 12 }),
  fc.option(fc.constantFrom("a", "b"), { freq: 4 }),
  fc.option(fc.integer({ min: -1, max: 1 }), { freq: 4 }),
  fc.option(fc.nat(3), { freq: 4 }),
  fc.option(fc.constantFrom("", "0", "1", '"1"', "x"), { freq: 4 }),
  fc.option(fc.constantFrom("2026-01-01 00:00:00", "2026-01-01 00:00:01"), { freq: 4 }),
  fc.option(fc.constantFrom("r", "c", "u", "d"), { freq: 6 }),
  fc.option(fc.boolean()),
  fc.option(fc.constantFrom("p", "q")),
  fc.option(fc.constantFrom("9", "10", "0/A", "x"), { freq: 4 }),
);

const someColumns = fc.record({
  kafkaTopic: fc.boolean(),
  kafkaPartition: fc.boolean(),
  kafkaOffset: fc.boolean(),
  kafkaKey: fc.boolean(),
  kafkaTimestamp: fc.boolean(),
  op: fc.boolean(),
  deleted: fc.boolean(),
  lsn: fc.boolean(),
});

function given(asked: Record<string, boolean>): ColumnsByRole {
  return columnsByRole({ ...Object.fromEntries(Object.entries(ALL).filter(([role]) => asked[role])), lsn: asked["lsn"] ? ["lsn"] : [] });
}

/** The samples of a table as TypeScript decides them, beside what SQL found. */
function bothWays(facts: Facts, columns: ColumnsByRole, explain: ExplainRequest): { sql: unknown[]; typescript: unknown[] } {
  const ids = facts.samples.flatMap(({ rows }) => rows.flatMap(({ evidence }) => evidence?.addedBy ?? []));
  const roles = Object.entries(columns).flatMap(([role, named]) => (named === null || named.length === 0 ? [] : [role]));
  const table = {
    ...explain,
    key: ["id"],
    given: new Set(roles),
    absent: new Set(explain.absent),
    neverDeletes: true,
    nothingErased: false,
    commits: new Map(ids.map((id) => [id, { isRewrite: false, writerReplaces: false }])),
    rewrites: new Map(),
  } as unknown as TableEvidence;
  const typescript = facts.samples.map(({ rows, verdict }) =>
    decide(signatureOf({ rows: rows as EvidentRow[], deletes: verdict?.deletes ?? [] }, table)),
  );
  return {
    sql: facts.samples.map(({ verdict }) => ({ cause: verdict?.cause, undecided: verdict?.undecided, doubt: verdict?.doubt })),
    typescript,
  };
}

test(
  "SQL and TypeScript find the same cause, and the same undecided ones, in any rows with any columns",
  { timeout: 240_000 },
  async () => {
    const files = fc.array(fc.array(row, { minLength: 1, maxLength: 14 }), { minLength: 1, maxLength: 2 });
    const kinds = fc.constantFrom("upsert", "cdc", "append");
    const property = fc.asyncProperty(files, someColumns, kinds, fc.boolean(), async (rows, asked, kind, twice) => {
      const columns = given(asked);
      const explain = { ...EXPLAIN, kind, promise: kind === "append" ? "none" : "unique" } as const;
      const facts = await engine.facts(await tableOf(rows, twice), { columns, explain, cdc: true });
      const { sql, typescript } = bothWays(facts, columns, explain);
      expect(sql).toEqual(typescript);
      const shares = facts.causes.value?.shares ?? [];
      expect(shares.reduce((sum, { keys }) => sum + keys, 0)).toBe(facts.keyProfile.duplicatedKeys);
      for (const { cause, keys } of shares) expect(facts.samples.filter(({ verdict }) => verdict?.cause === cause)).toHaveLength(keys);
    });
    await fc.assert(property, { numRuns: 25 });
  },
);

test("the ways of counting few and many duplicated keys give the same causes", async () => {
  const rows = fc.sample(row, { numRuns: 60, seed: 7 });
  const request = someRequest({ location: (await tableOf([rows])).table.directory, columns: ALL, explain: EXPLAIN });
  const found: CauseFacts[] = [];
  for (const way of [countKeys, groupHere, groupInDatabase]) {
    const { planned, live } = await openReading(engine.database, request, () => {});
    const evidence = evidenceColumns(planned.columns, planned.rows);
    const counted = await way(engine.database, live, planned.rows, { deletes: "applied", worstMax: 5, evidence });
    found.push((await explainKeys({ database: engine.database, planned, live, explain: EXPLAIN }, evidence, counted)).facts);
  }
  expect(found[0]?.shares.length).toBeGreaterThan(1);
  expect(found[1]).toEqual(found[0]);
  expect(found[2]).toEqual(found[0]);
});

test("of three rows two that share an offset and agree are a replay, though a third one differs", async () => {
  const at = (bytes: string | null, sent: string | null): Cell[] => [1, "a", 0, 5, bytes, sent, null, null, null];
  const facts = await engine.facts(await tableOf([[at("1", "2026-01-01"), at("2", null), at(null, "2026-01-02"), at("3", "2026-01-03")]]), {
    columns: { ...ALL, op: undefined, deleted: undefined },
    explain: EXPLAIN,
  });
  expect(facts.causes.value?.shares.map(({ cause }) => cause)).toEqual(["offset_replayed"]);
});

test("a sample has the worst key of each cause before the second of any", async () => {
  const plain = (id: number, part: number, off: number): Cell[] => [id, "a", part, off, String(id), null, null, null, null];
  const replays = [1, 2, 3, 4].flatMap((id) => [plain(id, 0, id), plain(id, 0, id), plain(id, 0, id)]);
  const table = await tableOf([[...replays, plain(9, 0, 90), plain(9, 1, 91)]]);
  const facts = await engine.facts(table, { columns: ALL, explain: EXPLAIN, sample: { keysMax: 2, rowsPerKeyMax: 10 } });
  expect(facts.samples.map(({ verdict }) => verdict?.cause)).toEqual(["offset_replayed", "partition_drift"]);
});

test("a key with most rows of the table has its cause, and its verdict says how many rows were looked at", async () => {
  const many = Array.from({ length: 3000 }, (_, off): Cell[] => [1, "a", off % 2, off, "1", null, null, null, null]);
  const facts = await engine.facts(await tableOf([many]), { columns: ALL, explain: EXPLAIN, sample: { keysMax: 1, rowsPerKeyMax: 10 } });
  expect(facts.causes.value?.shares).toEqual([{ cause: "partition_drift", keys: 1, surplusRows: 2999, measure: null }]);
  expect(facts.samples[0]?.verdict?.rowsSeen).toBe(10);
});

test("a look-up gives a key the verdict that its sample has", async () => {
  const table = await tableOf([fc.sample(row, { numRuns: 40, seed: 3 })]);
  const facts = await engine.facts(table, { columns: ALL, explain: EXPLAIN });
  const request = someRequest({ location: table.table.directory, columns: ALL, explain: EXPLAIN });
  expect(facts.samples.length).toBeGreaterThan(1);
  for (const sampled of facts.samples) {
    const { found } = await readKey(engine.database, { ...request, values: sampled.key, rowsMax: 100 }, () => {});
    expect({ ...found, verdict: { ...found?.verdict, drift: null } }).toEqual({ ...sampled, verdict: { ...sampled.verdict, drift: null } });
  }
});

test("a table without duplicates has no causes; one read by iceberg_scan, or not asked for them, a reason why it has none", async () => {
  const table = await tableOf([[[1, "a", 0, 0, "1", null, null, null, null]]]);
  expect((await engine.facts(table, { columns: ALL, explain: EXPLAIN })).causes.value?.shares).toEqual([]);
  expect((await engine.facts(table, { columns: ALL })).causes).toEqual({ value: null, reason: "The causes were not asked for." });
  const scanned = await engine.facts(table, { columns: ALL, explain: EXPLAIN, readBy: "scan" });
  expect(scanned.causes).toEqual({ value: null, reason: expect.stringContaining("iceberg_scan") });
});

test("what is told of a table names the columns that the request gives", async () => {
  const request = someRequest({
    location: (await tableOf([[[1, "a", 0, 0, "1", null, null, null, null]]])).table.directory,
    columns: { op: "op", lsn: [] },
  });
  const { planned } = await openReading(engine.database, request, () => {});
  expect([
    ...tableEvidence({ planned, explain: EXPLAIN }, { neverDeletes: null, nothingErased: false, rewrites: new Map() }).given,
  ]).toEqual(["op"]);
});
