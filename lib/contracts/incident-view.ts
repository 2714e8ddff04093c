import { z } from "zod";
import { METRIC_NAMES } from "#lib/names.ts";

export const INCIDENT_TEXT_MAX = 2000;
export const PERSON_CHARS_MAX = 80;
/** Incidents that one request may acknowledge. */
export const BULK_INCIDENTS_MAX = 500;

const incidentId = z.uuid();
const by = z.string().trim().min(1, "a name is needed").max(PERSON_CHARS_MAX);
const words = z.string().trim().min(1, "a few words are needed").max(INCIDENT_TEXT_MAX);
const until = z.iso.datetime();

/** What people do with incidents; `by`: the name with which they sign. Times are UTC, ISO 8601. */
export const AcknowledgeBody = z.object({ incidentIds: z.array(incidentId).min(1).max(BULK_INCIDENTS_MAX), by });
export const SnoozeBody = z.object({ incidentId, by, until });
export const ResolveBody = z.object({ incidentId, by, reason: words });
export const CommentBody = z.object({ incidentId, by, text: words });
/** `assignee` null: nobody. */
export const AssignBody = z.object({ incidentId, by, assignee: z.string().trim().min(1).max(PERSON_CHARS_MAX).nullable() });
/** Accepts the value that the incident found of a metric, of the key with that id; beyond it the number is wrong again. */
export const AcceptBody = z.object({ incidentId, by, reason: words, until, metric: z.enum(METRIC_NAMES), tableKeyId: z.uuid() });

/** What a request changed: an incident that was so already is not among them. */
export const IncidentsChanged = z.strictObject({ incidentIds: z.array(z.string()) });
export type IncidentsChanged = z.infer<typeof IncidentsChanged>;
