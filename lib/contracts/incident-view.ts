import { z } from "zod";
import { PersonName, words } from "#lib/contracts/person.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";

export const INCIDENT_TEXT_MAX = 2000;
/** Incidents that one request may acknowledge. */
export const BULK_INCIDENTS_MAX = 500;

const incidentId = z.uuid();
const by = PersonName;
const text = words(INCIDENT_TEXT_MAX);
const until = z.iso.datetime();

/** What people do with incidents; `by`: the name with which they sign. Times are UTC, ISO 8601. */
export const AcknowledgeBody = z.object({ incidentIds: z.array(incidentId).min(1).max(BULK_INCIDENTS_MAX), by });
export const SnoozeBody = z.object({ incidentId, by, until });
export const ResolveBody = z.object({ incidentId, by, reason: text });
export const CommentBody = z.object({ incidentId, by, text });
/** `assignee` null: nobody. */
export const AssignBody = z.object({ incidentId, by, assignee: PersonName.nullable() });
/**
 * Accepts the value that the incident found of a metric, of the key with that id; beyond it the number is wrong again. `tableKeyId` null: the metric
 * is one of the whole table.
 */
export const AcceptBody = z.object({ incidentId, by, reason: text, until, metric: z.enum(METRIC_NAMES), tableKeyId: z.uuid().nullable() });

/** What a request changed: an incident that was so already is not among them. */
export const IncidentsChanged = z.strictObject({ incidentIds: z.array(z.string()) });
export type IncidentsChanged = z.infer<typeof IncidentsChanged>;
