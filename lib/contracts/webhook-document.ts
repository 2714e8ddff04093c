import { z } from "zod";
import { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import { ProvisionalDocument } from "#lib/contracts/verdict-document.ts";
import { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { CAUSE_NAMES, FINDING_KINDS, INCIDENT_CHECKS, INCIDENT_EVENT_KINDS, INCIDENT_STATES, SEVERITIES } from "#lib/names.ts";

/** The headers of a message to a webhook. The signature is `v1=` and the HMAC-SHA256, in hex, of `<timestamp>.<body>` with the channel's secret. */
export const WEBHOOK_HEADERS = {
  /** Seconds since 1970, when it was sent: one that is old is a repeat by somebody else. */
  timestamp: "x-bergwatch-timestamp",
  signature: "x-bergwatch-signature",
  /** The same for each try of a message: what was taken already can be dropped. */
  delivery: "x-bergwatch-delivery",
} as const;

const instant = z.iso.datetime();

/** A row of the digest. `incidentId` null: no incident; `tableId` null: it is about a catalog. */
const item = { incidentId: z.string().nullable(), tableId: z.string().nullable(), sentence: z.string() };

/** Times are UTC, ISO 8601; ids and snapshots are text; links are absolute. */
const WebhookIncident = z.strictObject({
  id: z.string(),
  /** `INC-214`. */
  name: z.string(),
  url: z.url(),
  check: z.enum(INCIDENT_CHECKS),
  state: z.enum(INCIDENT_STATES),
  severity: z.enum(SEVERITIES),
  sentence: z.string(),
  /** null: it is about a catalog. */
  table: z
    .strictObject({ id: z.string(), name: z.string(), owner: z.string().nullable(), tags: z.array(z.string()), url: z.url() })
    .nullable(),
  /** null: it is about a table. */
  catalog: z.strictObject({ name: z.string(), url: z.url() }).nullable(),
  /** It is about a sample table: nothing of yours is wrong. */
  sample: z.boolean(),
  /** The key's name in its table; null: it is about none. */
  key: z.string().nullable(),
  findings: z.array(
    z.strictObject({
      kind: z.enum(FINDING_KINDS),
      severity: z.enum(SEVERITIES),
      metric: z.enum(METRIC_NAMES).nullable(),
      key: z.string().nullable(),
      value: z.number().nullable(),
      /** `at least`: the true number is this or more. */
      bound: z.literal("at least").nullable(),
      limit: z.number().nullable(),
      expected: z.strictObject({ low: z.number(), high: z.number() }).nullable(),
      sentence: z.string(),
    }),
  ),
  snapshotId: z.string().nullable(),
  /** How many keys are affected; null: it is not about keys, or was not counted. */
  keys: z.number().nullable(),
  /** Why the keys are duplicated, with shares; null: it is not about keys, or they were not explained. */
  why: z.string().nullable(),
  /** Most keys first; null: it is not about keys, or they were not explained. */
  causes: z.array(z.strictObject({ cause: z.enum(CAUSE_NAMES), keys: z.number() })).nullable(),
  /** Keys of `causes` whose cause is provisional, by cause; null as above. */
  provisional: ProvisionalDocument.nullable(),
  /** What to do first, in sentences, for whoever owns the table; null: nothing is known that helps. */
  first_step: z.string().nullable(),
  /** The page of this Bergwatch that says how it happens and what prevents it; null: none is about it. */
  docs: z.url().nullable(),
  /** The earliest bad snapshot known; `afterGood`: the one right before it was read, and was good. null: nobody knows. */
  since: z
    .strictObject({
      snapshotId: z.string(),
      committedAt: instant,
      operation: z.string().nullable(),
      committedBy: z.string().nullable(),
      afterGood: z.boolean(),
    })
    .nullable(),
  /** At most three, worst first; masked as the table says. */
  examples: z.array(
    z.strictObject({ key: z.array(z.string()), rows: z.number(), partitions: z.array(z.string()), provisional: z.boolean(), url: z.url() }),
  ),
  assignee: z.string().nullable(),
  openedAt: instant,
  lastOpenedAt: instant,
  acknowledgedBy: z.string().nullable(),
  snoozedUntil: instant.nullable(),
  /** Who works on it now; null: it ended. */
  onIt: OnIt.nullable(),
  /** The silence or maintenance window that is active for its table; null: none, or it ended. */
  silence: ActiveSilence.nullable(),
  resolvedAt: instant.nullable(),
});

const WebhookEvent = z.strictObject({
  id: z.uuid(),
  kind: z.enum(INCIDENT_EVENT_KINDS),
  at: instant,
  /** null: an observation. */
  by: z.string().nullable(),
  /** Of a comment. */
  text: z.string().nullable(),
});

const told = { incident: WebhookIncident, events: z.array(WebhookEvent) };
const shared = {
  version: z.literal(1),
  /** As the header has it. */
  deliveryId: z.string(),
  sentAt: instant,
  /** All of it in words. */
  text: z.string(),
};

/** What a webhook is sent. A field may come in a later version; none goes away. */
export const WebhookDocument = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("incident"), ...shared, ...told }),
  /** Worst first, all of them. `shared`: what they have in common; null: only the moment. */
  z.strictObject({ kind: z.literal("several"), ...shared, shared: z.string().nullable(), told: z.array(z.strictObject(told)) }),
  z.strictObject({
    kind: z.literal("digest"),
    ...shared,
    week: z.string(),
    url: z.url(),
    sentence: z.string(),
    counts: z.strictObject({
      opened: z.number(),
      reopened: z.number(),
      resolved: z.number(),
      accepted: z.number(),
      stillOpen: z.number(),
      /** null: not known. */
      surplusRows: z.number().nullable(),
      actionsOpen: z.number(),
      actionsLate: z.number(),
    }),
    /** Worst first, with who works on it. */
    agenda: z.array(z.strictObject({ ...item, onIt: OnIt.nullable(), silence: ActiveSilence.nullable() })),
    /** What a person accepts for now. No levels: they ended since. */
    accepted: z.array(z.strictObject({ ...item, levels: z.array(AcceptedLevel) })),
    /** How many more of both the review has. */
    left: z.number(),
  }),
  z.strictObject({ kind: z.literal("test"), ...shared, channel: z.string(), by: z.string() }),
]);
export type WebhookDocument = z.infer<typeof WebhookDocument>;
