import { z } from "zod";
import { EVIDENCE, type EvidenceColumn } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { FEATURES_TABLE, placeSql, type FeatureRequest } from "#lib/iceberg/duckdb/causes/key-features.ts";
import { eachSlice, inSlice } from "#lib/iceberg/duckdb/causes/slices.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/** Table of what was found of keys with three and more rows: `id` and a feature that is true, each pair once or more often. */
export const SHARED = "own_shared";

export const SHARED_FEATURES = [
  "shares_place",
  "shares_offset",
  "reuses_offset",
  "several_partitions",
  "shares_key_across_topics",
  "shares_key_across_partitions",
] as const;
type SharedFeature = (typeof SHARED_FEATURES)[number];

const GROUPS = "own_coordinates";

/**
 * Fills SHARED. Of two rows least and most tell all; of more, two may share an offset while a third has another, so the rows of these keys are
 * grouped by what they may share.
 */
export async function findShared(database: Database, request: FeatureRequest, keys: number): Promise<void> {
  await database.run(`CREATE OR REPLACE TABLE ${SHARED} (id UHUGEINT, feature VARCHAR)`);
  const { many } = await database.row(`SELECT count(*) AS many FROM ${FEATURES_TABLE} WHERE n > 2`, z.object({ many: count }));
  if (many === 0) return;
  const { given } = request.evidence;
  await eachSlice(keys, async (slice) => {
    const insert = async (feature: SharedFeature, ids: string) =>
      await database.run(`INSERT INTO ${SHARED} SELECT DISTINCT id, '${feature}' FROM (${ids})`);
    const rows = `(SELECT e.* FROM ${EVIDENCE} e SEMI JOIN (SELECT id FROM ${FEATURES_TABLE} WHERE n > 2) f ON f.id = e.id WHERE ${inSlice("e.id", slice)})`;
    if (request.places)
      await insert(
        "shares_place",
        `SELECT id FROM (SELECT id, ${placeSql(request.places)} AS place, position FROM ${rows}) GROUP BY id, place, position HAVING count(*) > 1`,
      );
    if (given.has("kafka_partition") && given.has("topic"))
      await insert(
        "several_partitions",
        `SELECT id FROM ${rows} WHERE topic IS NOT NULL GROUP BY id, topic HAVING min(kafka_partition) <> max(kafka_partition)`,
      );
    if (given.has("kafka_key")) await sharedKeys(given, rows, insert);
    if (given.has("kafka_partition") && given.has("kafka_offset")) await sharedOffsets(database, given, rows, insert);
  });
  await database.drop(GROUPS);
}

/** Rows with equal key bytes; of keys that have no other bytes and lack nothing the features of FEATURES_TABLE tell the same. */
async function sharedKeys(
  given: ReadonlySet<EvidenceColumn>,
  rows: string,
  insert: (feature: SharedFeature, ids: string) => Promise<void>,
): Promise<void> {
  const open = `(SELECT r.* FROM ${rows} r SEMI JOIN (SELECT id FROM ${FEATURES_TABLE} WHERE several_key_bytes IS DISTINCT FROM false) f ON f.id = r.id)`;
  const insertAcross = async (feature: SharedFeature, name: EvidenceColumn, within: readonly EvidenceColumn[]) =>
    await insert(
      feature,
      `SELECT id FROM ${open} WHERE ${within.map((one) => `${one} IS NOT NULL`).join(" AND ")} GROUP BY ${["id", ...within].join(", ")} HAVING min(${name}) <> max(${name})`,
    );
  if (given.has("topic")) await insertAcross("shares_key_across_topics", "topic", ["kafka_key"]);
  if (given.has("kafka_partition"))
    await insertAcross("shares_key_across_partitions", "kafka_partition", ["kafka_key", ...(given.has("topic") ? ["topic" as const] : [])]);
}

/** Rows of one (topic, partition, offset): two of them agree where nothing that both have differs. */
async function sharedOffsets(
  database: Database,
  given: ReadonlySet<EvidenceColumn>,
  rows: string,
  insert: (feature: SharedFeature, ids: string) => Promise<void>,
): Promise<void> {
  const coordinates = (["topic", "kafka_partition", "kafka_offset"] as const).filter((name) => given.has(name));
  const other = (["kafka_key", "kafka_time"] as const).filter((name) => given.has(name));
  const differ = other.map((name) => `coalesce(min(${name}) <> max(${name}), false)`).concat("false");
  await database.run(`CREATE OR REPLACE TABLE ${GROUPS} AS SELECT id, ${coordinates.join(", ")}, count(*) AS c, ${differ.join(" OR ")} AS differ
    FROM ${rows} WHERE ${coordinates.map((name) => `${name} IS NOT NULL`).join(" AND ")}
    GROUP BY id, ${coordinates.join(", ")} HAVING count(*) > 1`);
  await insert("shares_offset", `SELECT id FROM ${GROUPS} WHERE NOT differ`);
  await insert("reuses_offset", `SELECT id FROM ${GROUPS} WHERE differ`);
  if (other.length > 0) await insert("shares_offset", agreeingSql(rows, coordinates, given));
}

/** Keys with three and more rows at one coordinate, of which some differ and two agree all the same. NULL agrees with anything. */
function agreeingSql(rows: string, coordinates: readonly EvidenceColumn[], given: ReadonlySet<EvidenceColumn>): string {
  const group = ["id", ...coordinates].join(", ");
  const [key, time] = (["kafka_key", "kafka_time"] as const).map((name) => (given.has(name) ? `r.${name}` : "NULL::BIGINT"));
  const lookAt = `SELECT ${["id", ...coordinates].map((name) => `r.${name}`).join(", ")}, ${key} AS k, ${time} AS t
    FROM ${rows} r SEMI JOIN (SELECT * FROM ${GROUPS} WHERE differ AND c > 2) g ON ${["id", ...coordinates].map((name) => `r.${name} = g.${name}`).join(" AND ")}`;
  return `SELECT id FROM (${lookAt}) GROUP BY ${group}, k, t HAVING count(*) > 1
    UNION ALL SELECT id FROM (${lookAt}) GROUP BY ${group} HAVING bool_or(k IS NULL AND t IS NULL) OR (bool_or(k IS NULL) AND bool_or(t IS NULL))
    UNION ALL SELECT id FROM (${lookAt}) WHERE t IS NOT NULL GROUP BY ${group}, t HAVING count(*) > 1 AND bool_or(k IS NULL)
    UNION ALL SELECT id FROM (${lookAt}) WHERE k IS NOT NULL GROUP BY ${group}, k HAVING count(*) > 1 AND bool_or(t IS NULL)`;
}
