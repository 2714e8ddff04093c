import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tableFromIPC } from "apache-arrow";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { columnsByRole } from "#lib/column-roles.ts";
import type { Progress, SampledKey } from "#lib/iceberg/contract.ts";
import type { KeyExport, KeyExportRequest } from "#lib/iceberg/contract-keys.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { writeKeys } from "#lib/iceberg/duckdb/export/write-keys.ts";
import { plainKeyHash } from "#lib/key-hash.ts";
import { parseArrow, parseCsv } from "#lib/testing/exported-keys.ts";
import { someTableRequest } from "#lib/testing/facts.ts";
import { tableCaseRequest } from "#lib/testing/table-case-request.ts";
import { aField, ANYWHERE, aRow, TestEngine } from "#lib/testing/test-engine.ts";
import { EVIDENCE_NAMES } from "#lib/names.ts";
import { listTestTableCases, testTableLocation } from "#lib/testing/test-tables.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

interface Exported {
  found: KeyExport;
  content: Buffer;
  progress: Progress[];
}

async function exportKeys(
  location: string,
  asked: Partial<KeyExportRequest> = {},
  database: Database = engine.database,
): Promise<Exported> {
  const request = someTableRequest({ location });
  const file = join(engine.newDirectory(), "keys");
  const progress: Progress[] = [];
  const found = await writeKeys(database, { ...request, format: "csv", file, masked: [], hidesPartitions: false, ...asked }, (said) =>
    progress.push(said),
  );
  const content = readFileSync(file);
  expect([found.bytes, statSync(file).mode & 0o777]).toEqual([content.length, 0o600]);
  return { found, content, progress };
}

const EXPLAIN = { promise: "unique", keep: "last", measure: null, registry: null } as const;

/** The cells that are to tell why a sampled key is duplicated. */
function causeOf({ verdict }: SampledKey): Record<string, string | null> {
  const { cause = "", doubt = null, undecided = [] } = verdict ?? {};
  const lacks = new Set(undecided.flatMap((one) => one.missing));
  const missing = doubt?.missing ?? (cause === "unknown" ? EVIDENCE_NAMES.filter((name) => lacks.has(name)) : []);
  return {
    cause,
    provisional: String(doubt !== null),
    alternatives: JSON.stringify(doubt?.alternatives ?? []),
    missing: JSON.stringify(missing),
    not_explained: null,
  };
}

test("an export of each committed table holds its duplicated keys, each with the hash and the cause of its sample", async () => {
  let exported = 0;
  for (const { name, args, expect: answer } of listTestTableCases()) {
    // A timestamptz_ns is refused as a key.
    if (answer.exit !== 0 || args.includes("at_zone")) continue;
    const asked = tableCaseRequest(args);
    const request = { ...asked, explain: { ...EXPLAIN, kind: asked.cdc ? "cdc" : "upsert" } } as const;
    const facts = await engine.facts(request.location, request);
    const { found, content } = await exportKeys(request.location, request);
    const { keys } = parseCsv(content);
    const { duplicated_keys: duplicated, distinct_keys: distinct, rows, null_key_rows: nullRows } = answer.metrics ?? {};
    expect([name, found.keys, found.rows, keys.length]).toEqual([
      name,
      duplicated,
      Number(rows) - Number(nullRows) - (Number(distinct) - Number(duplicated)),
      duplicated,
    ]);
    expect([name, found.snapshot, found.trust, found.cost.bytesPlanned]).toEqual([
      name,
      facts.snapshot,
      facts.trust,
      facts.cost.bytesPlanned,
    ]);
    const byHash = new Map(keys.map((key) => [key["key_hash"], key]));
    for (const sample of facts.samples) {
      const cells = Object.fromEntries(request.key.map((column, index) => [column, sample.key[index]]));
      const key = byHash.get(plainKeyHash(sample.key));
      expect([name, key && { ...key, partitions: key["partitions"] && JSON.parse(key["partitions"]) }]).toEqual([
        name,
        {
          ...cells,
          key_hash: plainKeyHash(sample.key),
          rows: String(sample.rowCount),
          partitions: facts.keyProfile.partitionsPerKeyMax.value === null ? null : sample.partitions,
          key_bytes: facts.keyProfile.multiKeyBytesKeys.value === null ? null : String(sample.keyBytesHex.length),
          ...causeOf(sample),
        },
      ]);
    }
    exported += keys.length > 0 ? 1 : 0;
  }
  expect(exported).toBeGreaterThan(100);
}, 300_000);

/** A table of odd texts, each with two rows in two partitions. */
async function oddTable(texts: readonly string[]): Promise<string> {
  const table = engine.newTable({ fields: [aField(1, "id", "string"), aField(2, "part", "int"), aField(3, "topic", "string")] });
  const rows = texts.flatMap((text) => ["1", "2"].map((part) => aRow({ 1: text, 2: part, 3: 'a"b' })));
  table.table.commit({ operation: "append", add: [await table.dataFile(rows, ANYWHERE)] });
  return table.table.directory;
}

const ODD = ["", "=1+1", "+1", "-1", "@a", 'a"b', "a,b", "a\r\nb", " é ", "NULL", "\t", "\u0001\u001F\u007F\u2028", "\\u001f", "𝄞"];
const PARTITIONS = JSON.stringify(['a"b/1', 'a"b/2']);
const NOT_ASKED = { cause: null, provisional: null, alternatives: null, missing: null, not_explained: "The causes were not asked for." };
const COLUMNS = columnsByRole({ kafkaPartition: "part", kafkaTopic: "topic" });

test.each(["csv", "arrow"] as const)(
  "values of any text are exact in %s, also those that a spreadsheet takes for a formula",
  async (format) => {
    const { content } = await exportKeys(await oddTable(ODD), { format, columns: COLUMNS });
    const keys = format === "csv" ? parseCsv(content).keys : parseArrow(content);
    const expected = ODD.map((id) => ({
      id,
      key_hash: plainKeyHash([id]),
      rows: "2",
      partitions: PARTITIONS,
      key_bytes: null,
      ...NOT_ASKED,
    }));
    const order = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    expect((keys as typeof expected).toSorted(order)).toEqual(expected.toSorted(order));
  },
);

const HEADER = '"id","key_hash","rows","partitions","key_bytes","cause","provisional","alternatives","missing","not_explained"\r\n';

test("CSV has a header, ends each record with CRLF, and quotes each text", async () => {
  const { content } = await exportKeys(await oddTable(["a"]), { columns: COLUMNS });
  expect(content.toString()).toBe(
    `${HEADER}"a",${plainKeyHash(["a"])},2,"[""a\\""b/1"",""a\\""b/2""]",,,,,,"The causes were not asked for."\r\n`,
  );
});

describe("an Arrow stream", () => {
  test("holds texts and 64-bit counts, and a schema where no key is duplicated", async () => {
    const types = async (location: string, key: string[]) => {
      const table = tableFromIPC((await exportKeys(location, { format: "arrow", key })).content);
      return [table.numRows, table.schema.fields.map((field) => `${field.name}: ${field.type}`)];
    };
    const why = ["cause: Utf8", "provisional: Bool", "alternatives: Utf8", "missing: Utf8", "not_explained: Utf8"];
    const others = ["key_hash: Utf8", "rows: Int64", "partitions: Utf8", "key_bytes: Int64", ...why];
    expect(await types(testTableLocation("key_composite"), ["tenant", "number"])).toEqual([1, ["tenant: Utf8", "number: Utf8", ...others]]);
    expect(await types(testTableLocation("clean"), ["order_id"])).toEqual([0, ["order_id: Utf8", ...others]]);
    expect(await types(testTableLocation("empty"), ["order_id"])).toEqual([0, ["order_id: Utf8", ...others]]);
  });
});

test.each(["csv", "arrow"] as const)(
  "a masked column's values are nowhere in the file (%s), and the hash is still that of the key",
  async (format) => {
    const asked = { format, key: ["tenant", "number"], masked: ["tenant"] };
    const { content } = await exportKeys(testTableLocation("key_composite"), asked);
    const [key] = format === "csv" ? parseCsv(content).keys : parseArrow(content);
    expect([key?.["tenant"], key?.["number"], key?.["key_hash"]]).toEqual(["masked", "3", plainKeyHash(["b", "3"])]);
  },
);

/** 200,000 keys, of which 150,000 have two rows, in neighbouring partitions of `partitions`, and one has 50. */
async function largeTable(partitions: number): Promise<string> {
  const table = engine.newTable({ fields: [aField(1, "id"), aField(2, "part", "int"), aField(3, "bytes", "string")] });
  const file = async (query: string) => await engine.dataFile(table, query, "id: 1, part: 2, bytes: 3");
  const add = [
    await file(`SELECT i AS id, (i % ${partitions})::INT AS part, 'k' || i AS bytes FROM range(200000) t(i)`),
    await file(`SELECT i AS id, ((i + 1) % ${partitions})::INT AS part, 'K' || i AS bytes FROM range(150000) t(i)`),
    await file("SELECT 77 AS id, NULL::INT AS part, 'x' AS bytes FROM range(48) t(i)"),
  ];
  table.table.commit({ operation: "append", add });
  return table.table.directory;
}

/** What the CSV of such a table is to hold, by id. */
function largeKeys(partitions: number): Record<string, string | null>[] {
  return Array.from({ length: 150_000 }, (_, id) => {
    const of = [String(id % partitions), String((id + 1) % partitions)].toSorted();
    const [rows, keyBytes] = id === 77 ? ["50", "3"] : ["2", "2"];
    return {
      id: String(id),
      key_hash: plainKeyHash([String(id)]),
      rows,
      partitions: JSON.stringify(of),
      key_bytes: keyBytes,
      ...NOT_ASKED,
    };
  });
}

describe("many keys", () => {
  const columns = columnsByRole({ kafkaPartition: "part", kafkaKey: "bytes" });
  const order = (a: Record<string, string | null>, b: Record<string, string | null>) => Number(a["id"]) - Number(b["id"]);

  test("come most rows first, and how many are written is told", async () => {
    const { found, content, progress } = await exportKeys(await largeTable(150), { columns });
    const { keys } = parseCsv(content);
    expect([found.keys, found.rows]).toEqual([150_000, 300_048]);
    expect(keys.slice(0, 3).map(({ id }) => id)).toEqual(["77", "0", "1"]);
    expect(keys.toSorted(order)).toEqual(largeKeys(150));
    expect(progress.find(({ phase }) => phase === "writing")?.detail).toBe("writing duplicated keys, 0 so far");
  });

  test.each([12, 5000])("are each written once and whole where they do not fit into memory, with %s partitions", async (partitions) => {
    const { content } = await exportKeys(await largeTable(partitions), { columns }, withMemory(engine.database, 100 * 1024 * 1024));
    const { keys } = parseCsv(content);
    expect(keys.toSorted(order)).toEqual(largeKeys(partitions));
    expect(keys.slice(0, 3).map(({ id }) => id)).not.toEqual(["77", "0", "1"]);
  });
});

/** The database, which says that it may use this much memory. */
function withMemory(database: Database, memoryBytesMax: number): Database {
  return new Proxy(database, {
    get: (target, name) => {
      const found: unknown = name === "memoryBytesMax" ? memoryBytesMax : Reflect.get(target, name);
      return typeof found === "function" ? (...args: unknown[]): unknown => Reflect.apply(found, target, args) : found;
    },
  });
}

describe("no file is left", () => {
  test("where a data file cannot be read", async () => {
    const file = join(engine.newDirectory(), "keys.csv");
    const location = testTableLocation("truncated_data_file");
    await expect(exportKeys(location, { file, key: ["order_id"] })).rejects.toMatchObject({ code: "table_unreadable" });
    expect(existsSync(file)).toBe(false);
  });

  test("where writing was interrupted", async () => {
    const file = join(engine.newDirectory(), "keys.csv");
    const location = await largeTable(12);
    const request = someTableRequest({ location });
    let written = 0;
    let interrupts: NodeJS.Timeout | undefined;
    const writing = writeKeys(engine.database, { ...request, format: "csv", file, masked: [], hidesPartitions: false }, ({ phase }) => {
      if (phase !== "writing") return;
      written++;
      // Again and again: an interrupt between two statements is lost.
      interrupts = setInterval(() => engine.database.interrupt(), 1);
    });
    await expect(writing).rejects.toThrow(/Interrupt/);
    clearInterval(interrupts);
    expect([written, existsSync(file)]).toEqual([1, false]);
  });

  test("where the folder cannot be written to, which is said", async () => {
    const file = join(engine.newDirectory(), "no such folder", "keys.csv");
    await expect(exportKeys(testTableLocation("clean"), { file, key: ["order_id"] })).rejects.toMatchObject({
      code: "out_of_disk",
      message: expect.stringContaining(file),
    });
  });
});

test("an older file of that name is replaced", async () => {
  const file = join(engine.newDirectory(), "keys.csv");
  writeFileSync(file, "x".repeat(100_000));
  const request = someTableRequest({ location: testTableLocation("clean"), key: ["order_id"] });
  const { bytes } = await writeKeys(engine.database, { ...request, format: "csv", file, masked: [], hidesPartitions: false }, () => {});
  expect([bytes, readFileSync(file, "utf8")]).toEqual([bytes, HEADER.replace("id", "order_id")]);
});
