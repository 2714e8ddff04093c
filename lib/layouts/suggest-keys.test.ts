import { expect, test } from "vitest";
import type { LeafColumn } from "#lib/layouts/leaf-column.ts";
import { recogniseColumns } from "#lib/layouts/recognise-columns.ts";
import { pairsWorthTrying, suggestFromSample, type SampledColumns } from "#lib/layouts/suggest-from-sample.ts";
import { suggestKeys, type SuggestableTable } from "#lib/layouts/suggest-keys.ts";

function tableOf(name: string, written: string[], identifierColumns: string[] = []): SuggestableTable {
  const columns = written.map((one, at): LeafColumn => {
    const [path = "", type = "long"] = one.split(" ");
    return { path: path.split("."), written: path, type, fieldId: at };
  });
  const topLevel = columns.map(({ path }) => path[0] ?? "");
  return {
    columns,
    name,
    identifierColumns,
    recognised: recogniseColumns({ columns, topLevel, hasIdentifier: identifierColumns.length > 0 }),
  };
}

const keysOf = (table: SuggestableTable) => suggestKeys(table).map(({ columns, because }) => `${because} ${columns.join("+")}`);

test.each<[string, string[], string]>([
  ["orders", ["customer_id", "order_id", "id"], "name order_id"],
  ["public_customers", ["id", "customer_id"], "name customer_id"],
  ["categories", ["category_id", "shop_id"], "name category_id"],
  ["addresses_v2", ["address_key string", "id"], "name address_key"],
  ["events", ["payload string", "uuid uuid"], "name uuid"],
  ["things", ["order_key string", "amount double"], "name order_key"],
  ["customers", ["before.id", "after.id", "op string"], "name after.id"],
])("of %s with %j the likeliest key is %s", (name, columns, expected) => {
  expect(keysOf(tableOf(name, columns))[0]).toBe(expected);
});

test("the table's own identifier fields go before every name", () => {
  expect(keysOf(tableOf("orders", ["order_id", "region string"], ["region", "order_id"]))[0]).toBe("identifier region+order_id");
});

test("an id in a table of several tenants is suggested together with the tenant too", () => {
  expect(keysOf(tableOf("orders", ["tenant_id", "order_id"]))).toEqual(["name order_id", "name tenant_id+order_id"]);
});

test("what Kafka and the change stream added, times, fractions and truths are no keys", () => {
  const columns = [
    "_kafka_metadata_topic string",
    "_kafka_metadata_partition int",
    "_kafka_metadata_offset",
    "source.row_id",
    "__lsn",
    "id_ts timestamp",
    "rate_id double",
    "flag_id boolean",
  ];
  expect(keysOf(tableOf("t", columns))).toEqual([]);
});

test("a table whose name holds signs of a pattern is looked at as any other", () => {
  expect(keysOf(tableOf("a(b[*+", ["id"]))).toEqual(["name id"]);
});

const counts = (columns: string[], distinct: number, more: Partial<SampledColumns> = {}): SampledColumns => ({
  columns,
  rows: 1000,
  nulls: 0,
  distinct,
  ...more,
});

function fromSample(table: SuggestableTable, single: SampledColumns[], several: SampledColumns[] = [], rows = 1000) {
  return suggestFromSample(table, suggestKeys(table), { rows, files: 1, single, several, withDeletes: true });
}

test("a column whose values are nearly all their own is suggested by the sample, an offset and a column with NULL never", () => {
  const table = tableOf("t", ["code string", "kafka_partition int", "kafka_offset", "note string"]);
  const keys = fromSample(table, [counts(["code"], 985), counts(["kafka_offset"], 1000), counts(["note"], 990, { nulls: 10 })]);
  expect(keys).toEqual([
    {
      columns: ["code"],
      because: "sample",
      sentence: "1000 sampled rows have 985 different code: the rest are duplicates, or it is not a key.",
    },
  ]);
});

test("a named key stays first though it has duplicates, and goes last when the sample speaks against it", () => {
  const table = tableOf("orders", ["order_id", "code string"]);
  expect(fromSample(table, [counts(["order_id"], 900), counts(["code"], 1000)]).map(({ columns }) => columns[0])).toEqual([
    "order_id",
    "code",
  ]);
  expect(fromSample(table, [counts(["order_id"], 3), counts(["code"], 1000)]).map(({ columns }) => columns[0])).toEqual([
    "code",
    "order_id",
  ]);
});

test("of a handful of rows nothing is suggested by the sample", () => {
  const few = counts(["code"], 5, { rows: 5 });
  expect(fromSample(tableOf("t", ["code string"]), [few], [], 5)).toEqual([]);
});

test("pairs are tried where no single column serves, and only so many", () => {
  const names = Array.from({ length: 30 }, (_, at) => `c${at} string`);
  const table = tableOf("t", names);
  const single = names.map((name, at) => counts([name.split(" ")[0] ?? ""], at * 10 + 2));
  const pairs = pairsWorthTrying(table, [], single);
  expect(pairs).toHaveLength(15);
  expect(pairs[0]).toEqual(["c29", "c28"]);
  expect(pairsWorthTrying(table, [], [...single, counts(["c0"], 1000)])).toEqual([]);
  const found = fromSample(table, single, [counts(["c29", "c28"], 1000)]);
  expect(found[0]).toMatchObject({ columns: ["c29", "c28"], because: "sample", sentence: expect.stringContaining("its own c29 with c28") });
});

test("that deletes were not applied is said", () => {
  const table = tableOf("orders", ["order_id"]);
  const [key] = suggestFromSample(table, suggestKeys(table), {
    rows: 1000,
    files: 1,
    single: [counts(["order_id"], 1000)],
    several: [],
    withDeletes: false,
  });
  expect(key?.sentence).toContain("deletes, which are many, were not applied");
});
