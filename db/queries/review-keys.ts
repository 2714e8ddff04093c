import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { SNAPSHOT_METRIC_NAMES, type SnapshotMetricName } from "#lib/metrics.ts";
import type { TrustDirection, TrustLevel } from "#lib/names.ts";
import type { FactsAt, ReviewKey } from "#lib/review/review-facts.ts";

const MOVED = ["surplus_rows", "position_delete_files", "equality_delete_files", "deletion_vectors", "delete_ratio"] as const;
const NAMED = ["rows", "duplicated_keys", "multi_partition_keys"] as const;
const AT_END = SNAPSHOT_METRIC_NAMES.filter((name) => [...MOVED, ...NAMED].some((one) => one === name));

const IS_SAMPLE = sql`tables.sample_clock and tables.last_observed_at is not null`;

/** Since when there is data: since the table was added, or as far back as a sample's history reaches once it is shifted to that day. */
const DATA_SINCE = sql`
  case when ${IS_SAMPLE} then least(tables.created_at, (
    select min(committed_at) + (tables.created_at - tables.last_observed_at) from snapshot_facts
    where key_version_id in (
      select key_versions.id from table_keys join key_versions on table_key_id = table_keys.id where table_keys.table_id = tables.id
    )
  )) else tables.created_at end`;

/**
 * Every key of the tables that had data at `asOf`, read already or not, and were not removed by then. A sample table's clock is frozen; `shift`
 * moves its history so that it ends on the day when the sample was added.
 */
export function reviewedKeys(asOf: Date): SQL {
  return sql`
    select tables.id as table_id, tables.name, tables.owner, tables.source, tables.paused, tables.definition,
      table_keys.name as key_name, table_keys.position, table_keys.promise, key_versions.id as version,
      case when ${IS_SAMPLE} then tables.created_at - tables.last_observed_at else interval '0' end as shift
    from tables
    join table_keys on table_keys.table_id = tables.id and table_keys.archived_at is not distinct from tables.archived_at
    left join key_versions on key_versions.table_key_id = table_keys.id and key_versions.superseded_at is null
    where ${DATA_SINCE} < ${at(asOf)} and (tables.archived_at is null or tables.archived_at >= ${at(asOf)})`;
}

interface KeyRow extends Record<string, unknown> {
  table_id: string;
  name: string;
  owner: string | null;
  source: ReviewKey["table"]["source"];
  paused: boolean;
  verdict: VerdictJson | null;
  key_name: string;
  position: number;
  promise: ReviewKey["key"]["promise"];
  ends: FactsJson | null;
  starts: FactsJson | null;
  befores: FactsJson | null;
}

type VerdictJson = Omit<Verdict, "judgedAfterwards" | "findings" | "accepted"> & {
  judged_afterwards: boolean;
  findings: Verdict["findings"] | null;
  accepted: Verdict["accepted"] | null;
};

interface FactsJson {
  at: string;
  snapshot: string;
  level: TrustLevel;
  direction: TrustDirection | null;
  reasons?: string[] | null;
  values: (number | null)[];
}

/**
 * What was known of each key at `asOf`, when the week began (`from`; else the first facts in it) and a week before `asOf`; by table name and
 * the keys' order. One query: for each key three or four look-ups in the index of its series and one of its verdicts.
 */
export async function listReviewKeys(db: Db, { from, asOf, before }: { from: Date; asOf: Date; before: Date }): Promise<ReviewKey[]> {
  const { rows } = await db.execute<KeyRow>(sql`
    with keys as materialized (${reviewedKeys(asOf)})
    select table_id, name, owner, source, paused, key_name, position, promise,
      judged.verdict, ends.facts as ends, coalesce(starts.facts, firsts.facts) as starts, befores.facts as befores
    from keys
    left join lateral (${newest(AT_END, asOf, sql`, 'reasons', trust_reasons`)}) as ends on true
    left join lateral (
      select to_jsonb(verdicts) as verdict from verdicts
      where key_version_id = version and observed_at <= ${at(asOf)} - shift
      order by observed_at desc limit 1
    ) as judged on true
    left join lateral (${newest(MOVED, from)}) as starts on true
    left join lateral (
      select ${asJson(MOVED)} from snapshot_facts
      where starts.facts is null and key_version_id = version
        and committed_at > ${at(from)} - shift and committed_at <= ${at(asOf)} - shift
      order by committed_at limit 1
    ) as firsts on true
    left join lateral (${newest(MOVED, before)}) as befores on true
    order by name, position`);
  return rows.map(({ table_id: id, name, owner, source, paused, verdict, key_name, position, promise, ends, starts, befores }) => ({
    table: { id, name, owner, source, paused },
    key: { name: key_name, position, promise },
    verdict: verdict && toVerdict(verdict),
    end: ends && { ...factsOf(ends, AT_END), trustReasons: ends.reasons ?? [] },
    start: starts && factsOf(starts, MOVED),
    before: befores && factsOf(befores, MOVED),
  }));
}

/** The earliest data of any table, removed ones too; null: there never was a table. */
export async function findFirstWatched(db: Db): Promise<Date | null> {
  const { rows } = await db.execute<{ first: string | null }>(sql`select min(${DATA_SINCE}) as first from tables`);
  const first = rows[0]?.first ?? null;
  return first === null ? null : new Date(first);
}

/** When the clock of the sample tables is frozen, the latest of them; null: there is none, or it was not read yet. */
export async function findSampleClock(db: Db): Promise<Date | null> {
  const { rows } = await db.execute<{ stands: string | null }>(
    sql`select max(last_observed_at) as stands from tables where sample_clock and archived_at is null`,
  );
  const stands = rows[0]?.stands ?? null;
  return stands === null ? null : new Date(stands);
}

function toVerdict(row: VerdictJson): Verdict {
  const { state, severity, metric, value, limit, expected, since, sentence } = row;
  const lists = { findings: row.findings ?? [], accepted: row.accepted ?? [], judgedAfterwards: row.judged_afterwards };
  return { state, severity, metric, value, limit, expected, since, sentence, ...lists };
}

function newest(metrics: readonly SnapshotMetricName[], until: Date, more = sql``): SQL {
  return sql`
    select ${asJson(metrics, more)} from snapshot_facts
    where key_version_id = version and committed_at <= ${at(until)} - shift
    order by committed_at desc limit 1`;
}

/** Ids as text: they pass 2^53. */
function asJson(metrics: readonly SnapshotMetricName[], more = sql``): SQL {
  const values = sql.join(
    metrics.map((name) => sql.identifier(name)),
    sql`, `,
  );
  return sql`json_build_object('at', committed_at, 'snapshot', snapshot_id::text, 'level', trust_level, 'direction', trust_direction,
    'values', json_build_array(${values}) ${more}) as facts`;
}

function factsOf({ at: committed, snapshot, level, direction, values }: FactsJson, metrics: readonly SnapshotMetricName[]): FactsAt {
  return {
    committedAt: new Date(committed),
    snapshotId: snapshot,
    trustLevel: level,
    trustDirection: direction,
    values: Object.fromEntries(metrics.map((name, place) => [name, values[place] ?? null])),
  };
}

export function at(moment: Date): SQL {
  return sql`${moment.toISOString()}::timestamptz`;
}
