import { z } from "zod";
import { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import { PersonName, words } from "#lib/contracts/person.ts";
import { currentState, VERDICT_STATES } from "#lib/contracts/verdict.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { REVIEW_ENTRY_KINDS, TRUST_DIRECTIONS } from "#lib/names.ts";

/** The week's review as it is shown, frozen and printed. Times are UTC in ISO 8601, days `2026-11-30`, ids text. It holds no key's value. */

const time = z.iso.datetime();
const day = z.iso.date();
const count = z.number().int().nonnegative();

/** What an agenda item is about, in order of harm. */
const AGENDA_KINDS = ["open", "reopened", "alert", "no_result", "untrusted", "warning", "accepted", "resolved"] as const;
export type AgendaKind = (typeof AGENDA_KINDS)[number];

const ReviewTable = z.strictObject({ id: z.string(), name: z.string() });

export const AgendaItem = z.strictObject({
  kind: z.preprocess(currentState, z.enum(AGENDA_KINDS)),
  /** The shape that it has. */
  state: z.preprocess(currentState, z.enum(VERDICT_STATES)),
  /** null: it is about a catalog. */
  table: ReviewTable.nullable(),
  /** null: it is about a table. Weeks that were closed before there were such incidents lack it. */
  catalog: z.string().nullable().default(null),
  owner: z.string().nullable(),
  /** What is the matter. */
  sentence: z.string(),
  /** Why keys are duplicated, with shares; null: it is not about these, or nobody knows. Weeks that were closed before this was told lack it. */
  why: z.string().nullable().default(null),
  /** null: it has none. */
  incident: z.strictObject({ id: z.string(), number: z.number().int() }).nullable(),
  /** Where its table's page shows it; null: the page's own. */
  key: z.string().nullable(),
  metric: z.enum(METRIC_NAMES).nullable(),
  snapshot: z.string().nullable(),
  /** The first snapshot known to be over the limit, or when it ended; null: not known. */
  since: time.nullable(),
  /** It may have begun before `since`. Weeks closed by earlier versions lack it. */
  orEarlier: z.boolean().default(false),
  /** Who worked on its incident at the end of what is told; null: it has none, or it ended. Weeks closed by earlier versions lack it. */
  onIt: OnIt.nullable().default(null),
  /** The silence that was active for its table then. Weeks closed by earlier versions lack it. */
  silence: ActiveSilence.nullable().default(null),
  /** The levels that were accepted for its table then. Weeks closed by earlier versions lack it. */
  accepted: z.array(AcceptedLevel).default([]),
  /** What to do first; null: nothing is known to help, or it ended. Weeks closed by earlier versions lack it. */
  proposal: z.string().nullable().default(null),
});
export type AgendaItem = z.infer<typeof AgendaItem>;

export const MOVER_METRICS = ["surplus_rows", "delete_files", "delete_ratio"] as const;
export type MoverMetric = (typeof MOVER_METRICS)[number];

export const Mover = z.strictObject({
  table: ReviewTable,
  owner: z.string().nullable(),
  /** The key's name, where the table has several; null: it has one, or the number is the table's. */
  key: z.string().nullable(),
  metric: z.enum(MOVER_METRICS),
  /** The first and the last known number of the week. */
  from: z.number(),
  to: z.number(),
});
export type Mover = z.infer<typeof Mover>;

const WeekNumber = z.strictObject({ now: count, was: count });
const LATER_NUMBER = WeekNumber.default({ now: 0, was: 0 });

const SurplusRows = z.strictObject({
  /** Over all keys that promise uniqueness and whose number is known; null: it is of none. */
  now: count.nullable(),
  was: count.nullable(),
  /** The true sum is this or more, or this or less; null: it is neither, or both. */
  bound: z.enum(TRUST_DIRECTIONS).nullable(),
  /** Tables with such a key whose number is not known. */
  unknownTables: count,
});

const OwnerHarm = z.strictObject({ owner: z.string().nullable(), surplusRows: count, tables: count });

const MissedRuns = z.strictObject({
  table: ReviewTable,
  owner: z.string().nullable(),
  failed: count,
  cancelled: count,
  /** Why the last of them failed; null: none did, or no reason was kept. */
  lastError: z.string().nullable(),
  /** The incident that says that observations are missing. */
  incident: z.strictObject({ id: z.string(), number: z.number().int() }).nullable(),
});
export type MissedRuns = z.infer<typeof MissedRuns>;

const ChartPoint = z.strictObject({ at: time, value: z.number().nullable() });

const week = z.string().regex(/^\d{4}-W\d{2}$/);

export const ReviewView = z.strictObject({
  week,
  /** By whose clock the week begins and ends. `configured`: as the settings of the digest say. */
  timeZone: z.strictObject({ name: z.string(), configured: z.boolean() }),
  from: time,
  to: time,
  /** What it tells of: now, or the week's end. */
  asOf: time,
  isOver: z.boolean(),
  /** Tables watched, and how many of them are samples. */
  tables: z.strictObject({ all: count, samples: count }),
  /** Of the samples, whose clock stands; null: there are none, or they were not read. */
  sampleClock: time.nullable(),
  sentence: z.string(),
  because: z.string().nullable(),
  numbers: z.strictObject({
    opened: WeekNumber,
    reopened: WeekNumber,
    resolved: WeekNumber,
    /** Incidents that ended because a person accepted the level. */
    accepted: LATER_NUMBER,
    /** Incidents that were open when their table was removed, or dismissed as a sample. */
    removed: LATER_NUMBER,
    stillOpen: WeekNumber,
    /** When the week began. Weeks closed by earlier versions lack it: null. */
    openBefore: count.nullable().default(null),
    surplusRows: SurplusRows,
    /** `kept` false: the runs of that week are forgotten. */
    runs: z.strictObject({ done: count, due: count, underWay: count, kept: z.boolean() }),
  }),
  agenda: z.strictObject({
    items: z.array(AgendaItem),
    /** Items that found no room, by owner. */
    left: z.array(z.strictObject({ owner: z.string().nullable(), count })),
  }),
  movers: z.strictObject({ worse: z.array(Mover), better: z.array(Mover), leftWorse: count, leftBetter: count }),
  owners: z.strictObject({
    list: z.array(OwnerHarm),
    left: count,
    /** Tables that are known to have none, and how many owners they have. */
    clean: z.strictObject({ tables: count, owners: count }),
  }),
  missed: z.strictObject({ list: z.array(MissedRuns), left: count }),
  /** Surplus rows of all tables every so many hours, over this week and the one before; null is a gap. */
  chart: z.strictObject({ from: time, to: time, everyHours: z.number().positive(), points: z.array(ChartPoint) }),
});
export type ReviewView = z.infer<typeof ReviewView>;

export const REVIEW_TEXT_MAX = 2000;

export const ReviewEntry = z.strictObject({
  id: z.string(),
  /** Where it was written. */
  week,
  kind: z.enum(REVIEW_ENTRY_KINDS),
  text: z.string(),
  owner: z.string().nullable(),
  due: day.nullable(),
  incident: z.strictObject({ id: z.string(), number: z.number().int() }).nullable(),
  doneAt: time.nullable(),
  doneBy: z.string().nullable(),
  /** Weeks closed by earlier versions lack both. */
  createdAt: time.nullable().default(null),
  createdBy: z.string().nullable().default(null),
  updatedAt: time,
  updatedBy: z.string(),
  version: z.number().int().positive(),
});
export type ReviewEntry = z.infer<typeof ReviewEntry>;

/** A closed week as it is stored. Another shape gets another version, and the old one stays readable. */
export const FrozenReview = z.strictObject({ version: z.literal(1), view: ReviewView, entries: z.array(ReviewEntry) });
export type FrozenReview = z.infer<typeof FrozenReview>;

/** What `review --format json` prints: `closed` null: nobody closed the week, and it is computed of what is stored. */
export const ReviewDocument = z.strictObject({
  review: ReviewView,
  entries: z.array(ReviewEntry),
  closed: z.strictObject({ at: time, by: z.string() }).nullable(),
});
export type ReviewDocument = z.infer<typeof ReviewDocument>;

const by = PersonName;
const text = words(REVIEW_TEXT_MAX);
const owner = PersonName.nullable();
const entryId = z.uuid();
const version = z.number().int().positive();

/** What people do with a review; `by`: the name with which they sign. `version`: of what they saw. */
export const AddEntryBody = z.object({
  week,
  by,
  kind: z.enum(REVIEW_ENTRY_KINDS),
  text,
  owner: owner.default(null),
  due: day.nullable().default(null),
  incidentId: z.uuid().nullable().default(null),
});
export const ChangeEntryBody = z.object({ entryId, by, version, text, owner: owner.default(null), due: day.nullable().default(null) });
/** `done` false: it is to be done again. */
export const TickEntryBody = z.object({ entryId, by, version, done: z.boolean(), week });
/** `removed` false: it is put back. */
export const RemoveEntryBody = z.object({ entryId, by, version, removed: z.boolean() });
export const MinutesQuery = z.object({ week, format: z.enum(["markdown", "csv"]).default("markdown") });
export const CloseWeekBody = z.object({ week, by, closed: z.boolean() });

/**
 * What came of a change. `changed`: somebody else changed the entry first, and `entry` is as they left it; nothing was stored. `gone`:
 * somebody took it out.
 */
export const EntryAnswer = z.strictObject({ outcome: z.enum(["stored", "changed", "gone"]), entry: ReviewEntry });
export type EntryAnswer = z.infer<typeof EntryAnswer>;

export const WeekAnswer = z.strictObject({ closed: z.boolean() });
