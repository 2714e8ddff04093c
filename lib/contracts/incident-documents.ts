import { z } from "zod";
import { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { FINDING_KINDS, INCIDENT_CHECKS, INCIDENT_EVENT_KINDS, INCIDENT_STATES, SEVERITIES } from "#lib/names.ts";

/** What the command line's commands about incidents print. Ids are text, times UTC in ISO 8601. */

const time = z.iso.datetime();
const text = z.string().nullable();
const number = z.number().nullable();

const FoundDocument = z.strictObject({
  kind: z.enum(FINDING_KINDS),
  severity: z.enum(SEVERITIES),
  /** null: of `runs` and `catalog`. */
  metric: z.enum(METRIC_NAMES).nullable(),
  /** The name of the key; null: it is about the table as a whole. */
  key: text,
  value: number,
  /** `at least`: the true number is this or more. */
  bound: z.literal("at least").nullable(),
  /** What was reached; null where the number was judged by its past, which let expect a number in `expected`. */
  limit: number,
  expected: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
  sentence: z.string(),
});

const Incident = {
  id: z.string(),
  /** As people speak of it, such as `INC-214`. */
  name: z.string(),
  /** null: it is about a catalog. */
  table: text,
  /** null: it is about a table. */
  catalog: text,
  owner: text,
  tags: z.array(z.string()),
  check: z.enum(INCIDENT_CHECKS),
  state: z.enum(INCIDENT_STATES),
  severity: z.enum(SEVERITIES),
  /** Of the worst finding. */
  sentence: z.string(),
  /** Worst first. */
  findings: z.array(FoundDocument),
  /** How many keys are affected; null: it is not about keys, or was not computed. */
  keys: number,
  /** The snapshot that was seen last with it. */
  snapshotId: text,
  /** The first bad commit that is known; null: the stored facts do not tell. */
  since: z
    .strictObject({
      snapshotId: z.string(),
      committedAt: time,
      operation: text,
      lastGoodAt: time.nullable(),
      unreadBetween: z.boolean(),
      isFirst: z.boolean(),
    })
    .nullable(),
  assignee: text,
  goodRuns: z.number(),
  timesOpened: z.number(),
  openedAt: time,
  lastOpenedAt: time,
  lastSeenAt: time,
  acknowledgedBy: text,
  snoozedUntil: time.nullable(),
  /** Who works on it now; null: it ended. */
  onIt: OnIt.nullable(),
  /** The silence or maintenance window that is active for its table; null: none, or it ended. */
  silence: ActiveSilence.nullable(),
  resolvedAt: time.nullable(),
  /** null: unresolved, or it resolved itself. */
  resolvedBy: text,
};

const ListedIncidentDocument = z.strictObject(Incident);
export type ListedIncidentDocument = z.infer<typeof ListedIncidentDocument>;

/** What `incidents` prints: unresolved ones first, alerts before warnings, then the latest opened. */
export const IncidentsDocument = z.strictObject({ incidents: z.array(ListedIncidentDocument) });
export type IncidentsDocument = z.infer<typeof IncidentsDocument>;

/** What `incident …` prints: the incident as it is afterwards. */
export const IncidentDocument = z.strictObject({
  ...Incident,
  /** At most three duplicated keys, worst first, masked as the table says. */
  examples: z.array(
    z.strictObject({ key: z.array(z.string()), keyHash: z.string(), rowCount: z.number(), partitions: z.array(z.string()) }),
  ),
  /** Oldest first. */
  events: z.array(
    z.strictObject({
      at: time,
      kind: z.enum(INCIDENT_EVENT_KINDS),
      /** null: an observation. */
      by: text,
      runId: text,
      /** What was written, until when it sleeps, or to whom it was given, as the kind has it. */
      text: text,
    }),
  ),
});
export type IncidentDocument = z.infer<typeof IncidentDocument>;
