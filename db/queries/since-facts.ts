import { sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import type { Lineage, LineCommit } from "#lib/judging/lineage.ts";
import { lineageOf } from "#lib/judging/lineage.ts";
import type { SnapshotMetricName } from "#lib/metrics.ts";
import type { TrustDirection, TrustLevel } from "#lib/names.ts";

/** A number as it is stored, with what it proves. */
interface StoredValue {
  value: number;
  trust: { level: TrustLevel; direction: TrustDirection | null };
}

/** A snapshot with all that led to it, and what is stored of each, by its id. */
export interface StoredLine {
  lineage: Lineage;
  values: Map<string, StoredValue>;
}

/** Of whom a number is stored. */
export interface ValueOf {
  keyVersionId: number;
  engine: string;
  metric: SnapshotMetricName;
}

interface LineRow extends Record<string, unknown> {
  snapshot_id: string;
  parent_id: string | null;
  committed_at: string;
  operation: string | null;
  committed_by: string | null;
  added_files: string | null;
  added_rows: string | null;
  expired: boolean;
  value: string | null;
  level: TrustLevel | null;
  direction: TrustDirection | null;
}

/**
 * The lineage of a snapshot by parent ids as far as it was ever listed, expired ones too, `commitsMax` at most, newest first, with a number of a key
 * version (null: none) at each. Empty when the snapshot is not known.
 */
export async function readLine(
  db: Db,
  { tableId, headId, of, commitsMax }: { tableId: string; headId: string; of: ValueOf | null; commitsMax: number },
): Promise<StoredLine> {
  const { rows } = await db.execute<LineRow>(sql`
    with recursive line as (
      select snapshots.*, 1 as place from snapshots where table_id = ${tableId} and snapshot_id = ${headId}
      union all
      select parent.*, line.place + 1 from line
        join snapshots parent on parent.table_id = line.table_id and parent.snapshot_id = line.parent_id
        where line.place < ${commitsMax}
    )
    select line.snapshot_id::text, line.parent_id::text, line.committed_at, line.operation, line.committed_by, line.added_files, line.added_rows,
      line.expired_at is not null as expired,
      ${of === null ? sql`null as value, null as level, null as direction` : sql`facts.${sql.identifier(of.metric)} as value, facts.trust_level as level, facts.trust_direction as direction`}
    from line ${
      of === null
        ? sql``
        : sql`left join snapshot_facts facts
          on facts.key_version_id = ${of.keyVersionId} and facts.snapshot_id = line.snapshot_id and facts.engine = ${of.engine}`
    }
    order by line.place`);
  const commits = rows.map(toCommit);
  const oldest = commits.at(-1);
  const isCut = commits.length === commitsMax && oldest?.parentId != null;
  const values = rows.flatMap(({ snapshot_id: id, value, level, direction }) =>
    value === null || level === null ? [] : [[id, { value: Number(value), trust: { level, direction } }] as const],
  );
  return { lineage: lineageOf(commits, headId, isCut), values: new Map(values) };
}

/** Few are nearly always enough, and cost a few milliseconds. */
const DEPTHS = [300, 3000] as const;

/** The same, of no more of the lineage than `isEnough` wants, 3,000 commits at most: what is wrong mostly began lately. */
export async function readRecentLine(
  db: Db,
  asked: { tableId: string; headId: string; of: ValueOf },
  isEnough: (line: StoredLine) => boolean,
): Promise<StoredLine> {
  const [near, far] = DEPTHS;
  const line = await readLine(db, { ...asked, commitsMax: near });
  return line.lineage.end !== "cut" || isEnough(line) ? line : await readLine(db, { ...asked, commitsMax: far });
}

/** How many rows a key had in the samples that are kept, by snapshot. */
export async function listSampledCounts(
  db: Db,
  { keyVersionId, keyHash }: { keyVersionId: number; keyHash: string },
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ snapshot_id: string; row_count: string }>(
    sql`select snapshot_id::text, row_count from samples where key_version_id = ${keyVersionId} and key_hash = ${keyHash}`,
  );
  return new Map(rows.map(({ snapshot_id: id, row_count: count }) => [id, Number(count)]));
}

function toCommit(row: LineRow): LineCommit {
  return {
    snapshotId: row.snapshot_id,
    parentId: row.parent_id,
    committedAt: new Date(row.committed_at).toISOString(),
    operation: row.operation,
    committedBy: row.committed_by,
    addedFiles: row.added_files === null ? null : Number(row.added_files),
    addedRows: row.added_rows === null ? null : Number(row.added_rows),
    isRetained: !row.expired,
  };
}
