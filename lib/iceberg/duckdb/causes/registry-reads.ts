import { z } from "zod";
import { readKeyAs } from "#lib/causes/key-bytes/read-key-as.ts";
import type { KeyColumnSql } from "#lib/iceberg/duckdb/causes/key-value-sql.ts";
import { afterHeaderSql } from "#lib/iceberg/duckdb/causes/schema-header-sql.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { shownText } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import type { RegistryLook } from "#lib/contracts/registry-health.ts";
import { RegistrySchemas } from "#lib/schema-registry/registry-schemas.ts";

/** Table of what a schema registry told: `id` of a key, `kb`: hash of the key bytes, `reads`: they are the key. */
export const REGISTRY_READS = "own_registry_reads";

/** So many pairs of key and key bytes are decoded here. */
const PAIRS_MAX = 200_000;

const pair = z.object({ id: z.string(), kb: z.string(), key: z.array(z.string()), bytes: z.string() });

const OPENED = new WeakMap<Database, RegistrySchemas>();

/** The schemas of the registry that the reading was given, the same all through it; null: it was given none. */
export function registrySchemas(database: Database): RegistrySchemas | null {
  if (database.registry === null) return null;
  const known = OPENED.get(database) ?? new RegistrySchemas(database.registry);
  OPENED.set(database, known);
  return known;
}

/** How the registry did in this reading; null: nothing was to be asked of it. */
export function lookAtRegistry(database: Database): RegistryLook | null {
  return OPENED.get(database)?.look ?? null;
}

/**
 * Fills REGISTRY_READS with what the registry tells of rows whose `reads` is NULL behind a schema-id header. In: SQL of a relation with `id`, the key's columns,
 * `key_bytes` and `reads`. Out: notes for a person. A registry that is down or knows nothing leaves the table empty.
 */
export async function readByRegistry(database: Database, key: readonly KeyColumnSql[], rows: string): Promise<string[]> {
  const schemas = registrySchemas(database);
  if (schemas === null) {
    await write(database, []);
    return [];
  }
  const texts = key.map(({ sql, type }) => (typeof type === "string" ? shownText(type, sql) : `CAST(${sql} AS VARCHAR)`));
  const pairs = await database.rows(
    `SELECT CAST(id AS VARCHAR) AS id, CAST(hash(key_bytes) AS VARCHAR) AS kb, [${texts.join(", ")}] AS key, lower(hex(key_bytes)) AS bytes
     FROM (SELECT DISTINCT id, key_bytes, ${key.map(({ sql }) => sql).join(", ")} FROM ${rows} WHERE reads IS NULL AND ${afterHeaderSql("key_bytes")} IS NOT NULL)
     ORDER BY id, kb LIMIT ${PAIRS_MAX + 1}`,
    pair,
  );
  const looked = pairs.slice(0, PAIRS_MAX);
  await schemas.load(looked.map(({ bytes }) => bytes));
  const read = looked.flatMap(({ id, kb, key: values, bytes }): [bigint, bigint, string][] => {
    const columns = values.map((text, index) => ({ text, type: typeName(key[index]?.type) }));
    const { reads } = readKeyAs(bytes, columns, schemas.read);
    return reads === null ? [] : [[BigInt(id), BigInt(kb), String(reads)]];
  });
  await write(database, read);
  const bound = `Key bytes were decoded by the schema registry for the first ${PAIRS_MAX} pairs of key and key bytes that needed it; of the others only a part is known.`;
  return [...schemas.notes, ...(pairs.length > PAIRS_MAX ? [bound] : [])];
}

async function write(database: Database, rows: readonly [bigint, bigint, string][]): Promise<void> {
  await createTable(database, REGISTRY_READS, { id: "UHUGEINT", kb: "UBIGINT", reads: "BOOLEAN" }, rows);
}

function typeName(type: KeyColumnSql["type"] | undefined): string {
  return typeof type === "string" ? type : "string";
}
