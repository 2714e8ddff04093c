import { sql, type SQL } from "drizzle-orm";
import type { DriftFacts } from "#lib/iceberg/contract-causes.ts";
import { CAUSE_NAMES } from "#lib/names.ts";
import { BAD_EVERY, beginOf, storyOf, type Story } from "./stories.ts";

/** A table with duplicates. */
export interface BadTable {
  /** From 1. */
  number: number;
  story: Story;
  /** The hour, from 0, in which they begin. */
  begin: number;
}

/** What a price comes to where a measure is added up. */
export const AMOUNT = "17.45";

const STRIP_SPANS = 40;
const ROWS_A_SPAN = 50;

/** The tables that have duplicates, of so many with so many hours. */
export function listBadTables(tables: number, hours: number): BadTable[] {
  return Array.from({ length: Math.floor(tables / BAD_EVERY) }, (_, place) => (place + 1) * BAD_EVERY).flatMap((number) => {
    const story = storyOf(number);
    return story === null ? [] : [{ number, story, begin: beginOf(number, hours) }];
  });
}

/**
 * A CTE `harm`: for each hour of `at` and each table with duplicates in it the keys of each cause, one surplus row each.
 * In: relations `seeded` and `hours`.
 */
export function harmOf(bad: readonly BadTable[], hours: number): SQL {
  const growths = bad.flatMap(({ number, story, begin }) =>
    story.causes.map((growth) => ({
      number,
      place: CAUSE_NAMES.indexOf(growth.cause),
      cause: growth.cause,
      from: begin + Math.floor(growth.begins * (hours - begin)),
      once: growth.atOnce * (1 + (number % 3)),
      each: growth.perHour * (1 + (number % 3)),
    })),
  );
  return sql`
    harm as (
      select seeded.n, seeded.version_id, h, hours.at, place, cause, (once + ceil("each" * (h - "from" + 1)))::bigint as keys
      from jsonb_to_recordset(${JSON.stringify(growths)}::jsonb)
        as growths (number int, place int, cause text, "from" int, once float8, "each" float8)
      join seeded on seeded.n = number join hours on h >= "from"
    )`;
}

/** Stores why the keys of each snapshot of those hours are duplicated. In: CTEs of `seeded`, `hours` and `harm`. */
export function insertCauseFacts(
  ctes: SQL,
  bad: readonly BadTable[],
  { snapshotId, hours, from }: { snapshotId: SQL; hours: number; from: Date },
): SQL {
  const told = bad.map(({ number, story, begin }) => ({
    number,
    reason: story.notExplained,
    measure: story.measure,
    undecided: story.undecided,
    drift: story.grewFrom === null ? null : driftOf(story, story.grewFrom, { from, begin, hours }),
  }));
  return sql`
    with ${ctes}, shared as (
      select n, version_id, h, at, sum(keys)::bigint as all_keys,
        coalesce(sum(keys) filter (where cause = 'key_is_not_business_key'), 0)::bigint as other_keys,
        jsonb_agg(jsonb_build_object('cause', cause, 'keys', keys, 'surplusRows', keys, 'measure', null) order by place) as shares,
        jsonb_agg(jsonb_build_object('cause', cause, 'keys', keys, 'surplusRows', keys, 'measure', (keys * ${AMOUNT}::numeric)::text)
          order by place) as measured
      from harm where keys > 0 group by n, version_id, h, at
    )
    insert into cause_facts (key_version_id, snapshot_id, committed_at, stored_at, duplicated_keys, not_explained, causes)
    select version_id, ${snapshotId}, at + make_interval(secs => n % 600), at + make_interval(secs => n % 600 + 30), all_keys, reason,
      case when reason is null then jsonb_build_object(
        'shares', case when measure is null then shares else measured end,
        'retryKeys', jsonb_build_object('value', other_keys / 4),
        'undecided', (
          select coalesce(jsonb_agg(jsonb_build_object('cause', one -> 'cause', 'missing', one -> 'missing',
            'keys', greatest(1, floor(all_keys * (one ->> 'part')::float8))::bigint)), '[]')
          from jsonb_array_elements(undecided) as one),
        'measure', case when measure is null then null else jsonb_build_object('value', jsonb_build_object('column', measure, 'rowsWithout', 0)) end,
        'drift', drift, 'notes', '[]'::jsonb) end
    from shared join jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
      as told (number int, reason text, measure text, undecided jsonb, drift jsonb) on number = n
    order by h, n`;
}

/** A topic that one client fed, and that grew to twice its partitions: half of the keys moved up by as many. */
function driftOf({ topic }: Story, partitions: number, { from, begin, hours }: { from: Date; begin: number; hours: number }): DriftFacts {
  const at = (hour: number) => new Date(from.getTime() + hour * 3_600_000).toISOString();
  const span = hours / STRIP_SPANS;
  const strip = Array.from({ length: STRIP_SPANS }, (_, place) => {
    const before = Math.round(Math.min(Math.max((begin - place * span) / span, 0), 1) * ROWS_A_SPAN);
    return { from: at(place * span), to: at((place + 1) * span), rows: [before, ROWS_A_SPAN - before, 0] };
  });
  const sum = (window: number) => strip.reduce((all, { rows }) => all + (rows[window] ?? 0), 0);
  const window = (place: number, [firstAt, lastAt]: [string, string]): DriftFacts["topics"][number]["windows"][number] => ({
    partitioner: "murmur2",
    partitionCount: partitions * (1 + place),
    firstAt,
    lastAt,
    firstSnapshotId: null,
    rows: sum(place),
    rowsInTime: sum(place),
  });
  const moves = Array.from({ length: partitions }, (_, one) => ({ from: one, to: one + partitions, keys: 10 + ((one * 7) % 6) }));
  return {
    topics: [
      {
        topic,
        sampledRows: STRIP_SPANS * ROWS_A_SPAN,
        rows: null,
        windows: [window(0, [at(0), at(begin - 1)]), window(1, [at(begin), at(hours - 1)])],
        labels: ["count_raised"],
        moves: moves.toSorted((a, b) => b.keys - a.keys || a.from - b.from),
        strip,
      },
    ],
    otherTopics: 0,
  };
}
