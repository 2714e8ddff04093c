import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { recordTableSchema } from "../queries/table-schemas.ts";
import { samples } from "../schema/samples.ts";
import { explainKey } from "#lib/causes/explain-key.ts";
import type { GivenColumn, TableEvidence } from "#lib/causes/table-evidence.ts";
import type { SampledKey, TableColumn } from "#lib/iceberg/contract.ts";
import { KeyHashes } from "#lib/key-hash.ts";
import { maskSamples } from "#lib/masking.ts";
import type { BadTable } from "./seeded-causes.ts";
import { seededDefinition } from "./seeded-definition.ts";
import { rowsOf } from "./seeded-rows.ts";

/** At most; the part of each cause is rounded down. */
const KEYS_MAX = 20;
/** Seeded keys are made up, and no run finds them again. */
const HASHES = new KeyHashes(["nobody needs to keep this secret, for seeded keys are made up"]);

interface Last extends Record<string, unknown> {
  table_id: string;
  version_id: number;
  snapshot_id: string;
  committed_at: string;
}

/** The keys kept of the last snapshot of each table with duplicates, each cause with its share of them, and the columns of their rows. */
export async function seedSamples(db: Db, prefix: string, bad: readonly BadTable[]): Promise<void> {
  for (const table of bad) {
    const definition = seededDefinition(prefix, table.number - 1);
    const { rows } = await db.execute<Last>(sql`
      select tables.id as table_id, key_versions.id as version_id, facts.snapshot_id::text, to_json(facts.committed_at)#>>'{}' as committed_at
      from tables join table_keys on table_id = tables.id join key_versions on table_key_id = table_keys.id
      join snapshot_facts facts on key_version_id = key_versions.id
      where tables.name = ${definition.name} order by facts.committed_at desc limit 1`);
    const [last] = rows;
    if (last === undefined) continue;
    const committedAt = new Date(last.committed_at);
    const sampled = sampleOf(table, committedAt);
    const masked = maskSamples(sampled, definition.masked, { ...definition.columns, key: ["id"] }).samples;
    await db.insert(samples).values(
      masked.map((sample, at) => ({
        keyVersionId: last.version_id,
        snapshotId: last.snapshot_id,
        rank: at + 1,
        keyHash: HASHES.of(sampled[at]?.key ?? sample.key),
        ...sample,
        cause: sample.verdict?.cause ?? null,
        storedAt: committedAt,
        expiresAt: new Date(committedAt.getTime() + definition.sample.retentionSeconds * 1000),
      })),
    );
    await recordTableSchema(db, { tableId: last.table_id, schemaId: 0, columns: columnsOf(sampled) });
  }
}

/** The same for the same table and moment. Pure. */
export function sampleOf({ number, story, begin }: BadTable, committedAt: Date): SampledKey[] {
  const evidence = evidenceOf(story);
  const weights = story.causes.map(({ cause, atOnce, perHour }) => ({ cause, weight: atOnce + perHour * 100 }));
  const all = weights.reduce((sum, { weight }) => sum + weight, 0);
  const more = KEYS_MAX - weights.length;
  const causes = weights.flatMap(({ cause, weight }) => Array.from({ length: 1 + Math.floor((more * weight) / all) }, () => cause));
  return causes.map((cause, place) => {
    const id = `${story.topic.split(".").at(-1)?.slice(0, 3).toUpperCase()}-${String(number * 10_000 + begin + place * 7).padStart(9, "0")}`;
    const key = { id, cause, place, story, at: new Date(committedAt.getTime() - place * 3_600_000) };
    const { rows, deletes } = rowsOf(key);
    const verdict = story.notExplained === null ? explainKey({ rows, deletes }, evidence, { drift: "count_raised" }) : null;
    const partitions = rows.map(({ topic, partition }) => (topic === null ? `${partition}` : `${topic}/${partition}`));
    return {
      key: [id],
      rowCount: rows.length,
      partitions: [...new Set(partitions)].toSorted(),
      keyBytesHex: [...new Set(rows.flatMap(({ keyBytesHex }) => keyBytesHex ?? []))].toSorted(),
      rows: rows.map((row) => ({ ...row })),
      verdict,
    };
  });
}

function evidenceOf({ kind, columns }: BadTable["story"]): TableEvidence {
  const { kafkaKey, kafkaTopic, op, lsn, sourceTime, deleted } = columns;
  const given = Object.entries({ kafkaKey, kafkaTopic, op, lsn: lsn?.[0], sourceTime, deleted, kafkaOffset: true, kafkaPartition: true });
  return {
    kind,
    promise: "unique",
    keep: "last",
    key: ["id"],
    given: new Set(given.flatMap(([name, column]) => (column == null ? [] : [name as GivenColumn]))),
    absent: new Set(),
    neverDeletes: false,
    nothingErased: false,
    commits: new Map(),
    rewrites: new Map(),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  amount: "decimal(12,2)",
  event_ts: "timestamptz",
  source_ts: "timestamptz",
  source_lsn: "long",
  is_deleted: "boolean",
  kafka_partition: "int",
  kafka_offset: "long",
  kafka_key: "binary",
  kafka_timestamp: "timestamptz",
};

function columnsOf(sampled: readonly SampledKey[]): TableColumn[] {
  const names = Object.keys(sampled[0]?.rows[0]?.values ?? {});
  return names.map((name, at) => ({ name, type: TYPES[name] ?? "string", fieldId: at + 1, required: name === "id" }));
}
