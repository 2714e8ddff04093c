import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Facts } from "#lib/iceberg/contract.ts";
import { encodeAvroFile, type AvroCodec, type AvroRecord } from "#lib/testing/iceberg-writer/avro-file.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { aField, ANYWHERE, TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const CODECS: AvroCodec[] = ["null", "deflate", "zstandard"];
const ID = { name: "id", type: ["null", "long"], "field-id": 1 };
const POSITION = [
  { name: "file_path", type: "string", "field-id": 2_147_483_546 },
  { name: "pos", type: "long", "field-id": 2_147_483_545 },
];

let files = 0;
function avroFile(
  table: ModelledTable,
  content: ContentFile["content"],
  fields: object[],
  records: AvroRecord[],
  codec: AvroCodec,
): ContentFile {
  const path = join(table.table.directory, "data", `${files++}.avro`);
  writeFileSync(path, encodeAvroFile({ schema: { type: "record", name: "t", fields }, records, metadata: {}, codec }));
  return { content, format: "AVRO", path, ...ANYWHERE, recordCount: records.length, fileSizeBytes: 100 };
}

/** A table with one Avro data file that holds the ids 1, 2, 2. */
function withData(codec: AvroCodec): { table: ModelledTable; data: ContentFile } {
  const table = engine.newTable({ fields: [aField(1, "id")] });
  const data = avroFile(
    table,
    "data",
    [ID],
    [1n, 2n, 2n].map((id) => ({ id })),
    codec,
  );
  table.table.commit({ operation: "append", add: [data] });
  return { table, data };
}

const numbers = ({ keyProfile, trust }: Facts) => [keyProfile.rows, keyProfile.rawRows.value, keyProfile.duplicatedKeys, trust.level];

test.each(CODECS)("data by %s are read, and deleted by the row's number from Parquet", async (codec) => {
  const { table, data } = withData(codec);
  const deletes = await table.positionDeleteFile([{ file: data.path, position: 1 }], ANYWHERE, false);
  table.table.commit({ operation: "overwrite", add: [deletes] });
  const facts = await engine.facts(table);
  expect([...numbers(facts), facts.plan.danglingDeleteFiles.value]).toEqual([2, 3, 0, "exact", 0]);
});

test.each(CODECS)("position deletes by %s are applied, beside ones in Parquet", async (codec) => {
  const { table, data } = withData("null");
  const ofAvro = avroFile(table, "position deletes", POSITION, [{ file_path: data.path, pos: 1n }], codec);
  const ofParquet = await table.positionDeleteFile([{ file: data.path, position: 0 }], ANYWHERE, false);
  table.table.commit({ operation: "overwrite", add: [ofAvro] });
  expect(numbers(await engine.facts(table))).toEqual([2, 3, 0, "exact"]);
  table.table.commit({ operation: "overwrite", add: [ofParquet] });
  expect(numbers(await engine.facts(table))).toEqual([1, 3, 0, "exact"]);
});

test.each(CODECS)("equality deletes by %s are applied", async (codec) => {
  const { table } = withData(codec);
  const deletes: ContentFile = { ...avroFile(table, "equality deletes", [ID], [{ id: 2n }], codec), equalityIds: [1] };
  table.table.commit({ operation: "delete", add: [deletes] });
  expect(numbers(await engine.facts(table))).toEqual([1, 3, 0, "exact"]);
});
