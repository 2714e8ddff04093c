import { z } from "zod";
import { readKeyAs } from "#lib/causes/key-bytes/read-key-as.ts";
import type { RowEvidence } from "#lib/iceberg/contract-causes.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { contentHash, payloadHash } from "#lib/iceberg/duckdb/causes/contents.ts";
import { registrySchemas } from "#lib/iceberg/duckdb/causes/registry-reads.ts";
import { rowsAtSql } from "#lib/iceberg/duckdb/causes/rows-at.ts";
import { rowOrder } from "#lib/iceberg/duckdb/causes/row-order.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { count, integerText } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { PlacedKey } from "#lib/iceberg/duckdb/samples/sample-keys.ts";
import type { IsCompacted } from "#lib/iceberg/plan/compaction-finder.ts";
import { scopeSayer } from "#lib/iceberg/plan/scope-sayer.ts";
import { typeName } from "#lib/iceberg/plan/table-columns.ts";

const PLACES = "own_sampled_places";

const text = z.string().nullable();
const found = z.object({
  file: count,
  position: count,
  kafka_time: text,
  event_time: text,
  source_time: text,
  op: text,
  lsn: z.array(text),
  deleted: z.boolean().nullable(),
  payload: integerText.nullable(),
  content: integerText.nullable(),
});
type Found = z.infer<typeof found>;

/** Reads what the located rows say beside their values. By `file position`. */
async function readFound(reading: CauseReading, keys: readonly PlacedKey[], asksContent: boolean): Promise<Map<string, Found>> {
  const { database, planned } = reading;
  const { columns, rows, schema } = planned;
  const places = keys.flatMap((key) => key.places.map(({ file, position }) => [file, position] as const));
  if (places.length === 0) return new Map();
  await createTable(database, PLACES, { file: "INTEGER", position: "BIGINT" }, places);
  const order = rowOrder(columns);
  const payload = columns.op ? payloadHash(schema, columns) : null;
  const content = !asksContent || rows.keyBytes === null ? null : contentHash(schema, columns, rows.keyBytes);
  const own = rows.fields.filter(({ alias }) => alias === "__key_bytes" || alias === "__deleted");
  const fields = [...order.fields, ...own, ...(payload?.fields ?? []), ...(content?.fields ?? [])];
  const asText = (sql: string | null) => (sql === null ? "NULL::VARCHAR" : `CAST(${sql} AS VARCHAR)`);
  const read = await database.rows(
    `SELECT file, position, ${asText(order.kafkaTimestamp)} AS kafka_time, ${asText(order.eventTime)} AS event_time,
       ${asText(order.sourceTime)} AS source_time, ${asText(order.op)} AS op, [${order.lsn.map(asText).join(", ")}]::VARCHAR[] AS lsn,
       ${rows.softDeleted === null ? "NULL::BOOLEAN" : `coalesce(${rows.softDeleted}, false)`} AS deleted,
       ${payload?.sql ?? "NULL::UBIGINT"} AS payload, ${content?.sql ?? "NULL::UBIGINT"} AS content
     FROM (${await rowsAtSql(reading, PLACES, fields)})`,
    found,
  );
  await database.drop(PLACES);
  return new Map(read.map((row) => [`${row.file} ${row.position}`, row]));
}

/** Numbers equal values of one key from 1, in their order. */
function numbering(): (value: string | null) => number | null {
  const numbers = new Map<string, number>();
  return (value) => {
    if (value === null) return null;
    if (!numbers.has(value)) numbers.set(value, numbers.size + 1);
    return numbers.get(value) ?? null;
  };
}

/** The sampled rows of each key with their evidence, in their order. In: whether a key's cause makes it matter what its rows hold. */
export async function readRowEvidence(
  reading: CauseReading,
  keys: readonly PlacedKey[],
  { asksContent, isCompacted }: { asksContent: boolean; isCompacted: IsCompacted },
): Promise<(SampleRow & { evidence: RowEvidence })[][]> {
  const { live, planned } = reading;
  const byPlace = await readFound(reading, keys, asksContent);
  const schemas = registrySchemas(reading.database);
  await schemas?.load(keys.flatMap(({ key }) => key.rows.flatMap(({ keyBytesHex }) => keyBytesHex ?? [])));
  const { metadata } = planned.table;
  const sayScope = scopeSayer(metadata);
  return keys.map(({ key, places }) => {
    const [payload, content] = [numbering(), numbering()];
    const columns = planned.columns.key.map(({ type }, index) => ({ text: key.key[index] ?? "", type: typeName(type) }));
    return key.rows.map((row, at) => {
      const place = places[at];
      const file = place && live.files[place.file];
      const read = place && byPlace.get(`${place.file} ${place.position}`);
      if (!file || !read) throw new Error(`row ${at} of a sampled key was read once and not again`);
      const bytes = row.keyBytesHex === null ? null : readKeyAs(row.keyBytesHex, columns, schemas?.read);
      const evidence: RowEvidence = {
        kafkaTimestamp: read.kafka_time,
        eventTime: read.event_time,
        sourceTime: read.source_time,
        op: read.op,
        lsn: read.lsn,
        deleted: read.deleted,
        payload: payload(read.payload),
        content: content(read.content),
        keyReads: bytes?.reads ?? null,
        keyReadAs: bytes?.as ?? null,
        compacted: isCompacted(file),
        scope: sayScope(file),
        addedBy: file.addedBy,
      };
      return { ...row, evidence };
    });
  });
}
