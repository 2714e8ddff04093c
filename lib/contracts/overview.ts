import { z } from "zod";
import { VERDICT_STATES } from "#lib/contracts/verdict.ts";
import { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { ActiveSilence, TakenIncident } from "#lib/contracts/on-it.ts";
import { CAUSE_HUES, CAUSE_PATTERNS } from "#lib/contracts/cause-look.ts";
import { CAUSE_NAMES, INCIDENT_STATES, TRUST_DIRECTIONS, TRUST_LEVELS } from "#lib/names.ts";

/** Where in 14 days, from 0 to 1, and the lowest and highest number there. */
const Point = z.tuple([z.number(), z.number(), z.number()]);

const Series = z.strictObject({
  /** null: not known, and `reason` may say why. */
  value: z.number().nullable(),
  reason: z.string().nullable(),
  /** Against a week before the latest observation; null: not known. */
  change: z.number().nullable(),
  tone: z.enum(["plain", "alert", "warning", "accepted"]),
  /** The limit that is crossed, or the accepted level. */
  limit: z.number().nullable(),
  /** Oldest first. */
  points: z.array(Point),
});

/** One table as the overview shows it; times are UTC, ISO 8601. Of several keys it shows the worst. */
export const OverviewTable = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  owner: z.string().nullable(),
  tags: z.array(z.string()),
  isSample: z.boolean(),
  paused: z.boolean(),
  state: z.enum(VERDICT_STATES),
  /** The key shown, when the table has several. */
  key: z.string().nullable(),
  sentence: z.string(),
  /** Since when the limit that the sentence names has been crossed; then the sentence has no full stop, and `more` follows the date. */
  since: z.strictObject({ at: z.iso.datetime(), orEarlier: z.boolean() }).nullable(),
  more: z.string(),
  /** Levels that keep it from being wrong. */
  accepted: z.array(AcceptedLevel),
  /** The cause of most of its duplicated keys, where these are found wrong, and its share, `96.1 %`; null: none is told. */
  cause: z
    .strictObject({
      name: z.enum(CAUSE_NAMES),
      label: z.string(),
      look: z.strictObject({ hue: z.enum(CAUSE_HUES), pattern: z.enum(CAUSE_PATTERNS) }),
      share: z.string(),
    })
    .nullable(),
  /** What there is to say of its other keys. */
  otherKeys: z.string().nullable(),
  /** False: rows that share the key are no fault. */
  judged: z.boolean(),
  surplus: Series,
  partitions: Series,
  ratio: Series,
  untrustedAt: z.array(z.number()),
  trust: z
    .strictObject({ level: z.enum(TRUST_LEVELS), direction: z.enum(TRUST_DIRECTIONS).nullable(), reason: z.string().nullable() })
    .nullable(),
  /** Unresolved, the gravest first, with who works on each. */
  incidents: z.array(TakenIncident),
  /** null: notifications are on. */
  silence: ActiveSilence.nullable(),
  checkedAt: z.iso.datetime().nullable(),
  dueAt: z.iso.datetime().nullable(),
  overdue: z.boolean(),
  failed: z.boolean(),
});
export type OverviewTable = z.infer<typeof OverviewTable>;
export type OverviewSeries = z.infer<typeof Series>;

const Counts = z.strictObject({ alert: z.number(), warning: z.number(), unknown: z.number(), accepted: z.number(), ok: z.number() });

/** One page of the tables that a query asks for. */
export const OverviewTables = z.strictObject({
  /** When it was read, by the server's clock. */
  now: z.iso.datetime(),
  tables: z.array(OverviewTable),
  /** Tables that the query asks for, on all pages. */
  total: z.number(),
  /** The same by state. */
  groups: Counts,
});
export type OverviewTables = z.infer<typeof OverviewTables>;

/** What a text finds: tables by their name, best match first, incidents by theirs or by what they say of themselves, and keys by their exact values. */
export const Found = z.strictObject({
  tables: z.array(z.strictObject({ id: z.string(), name: z.string(), kind: z.string(), owner: z.string().nullable() })),
  keys: z.array(
    z.strictObject({
      tableId: z.string(),
      tableName: z.string(),
      keyName: z.string(),
      keyHash: z.string(),
      key: z.array(z.string()),
      rowCount: z.number(),
    }),
  ),
  /** The key of the asking table as which the text can be looked up in all of its rows; null: none. */
  lookUp: z.strictObject({ tableId: z.string(), tableName: z.string(), keyName: z.string() }).nullable(),
  /** `name`: as people speak of it, such as `INC-214`; `about`: the table, or `Catalog lake`. */
  incidents: z.array(
    z.strictObject({ id: z.string(), name: z.string(), about: z.string(), state: z.enum(INCIDENT_STATES), sentence: z.string() }),
  ),
});
export type Found = z.infer<typeof Found>;
