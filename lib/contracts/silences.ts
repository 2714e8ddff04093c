import { z } from "zod";
import { INCIDENT_TEXT_MAX } from "#lib/contracts/incident-view.ts";
import { PersonName, words } from "#lib/contracts/person.ts";
import { isStorable, NOT_STORABLE } from "#lib/contracts/storable-text.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { SILENCE_KINDS } from "#lib/names.ts";

/** Silences, maintenance windows and accepted levels: what people send and what is answered. Times are UTC, ISO 8601. */

export const SCOPE_CHARS_MAX = 200;

const time = z.iso.datetime();
const by = PersonName;
const why = words(INCIDENT_TEXT_MAX);
const named = z.string().trim().min(1).max(SCOPE_CHARS_MAX).refine(isStorable, NOT_STORABLE);

/** Of whose tables: one table by its id, all with a tag, or all of an owner. */
const SilenceScope = z.union([z.strictObject({ tableId: z.uuid() }), z.strictObject({ tag: named }), z.strictObject({ owner: named })]);

/** `from` null: from now on. */
export const NewSilence = z.object({ kind: z.enum(SILENCE_KINDS), scope: SilenceScope, by, why, from: time.nullable(), until: time });
export const EndSilence = z.object({ silenceId: z.uuid(), by });

export const Silence = z.strictObject({
  id: z.string(),
  kind: z.enum(SILENCE_KINDS),
  /** One of the three: the name of a table, a tag, or an owner. */
  table: z.string().nullable(),
  tag: z.string().nullable(),
  owner: z.string().nullable(),
  /** Watched tables that it is about, as they are now. */
  covers: z.number(),
  by: z.string(),
  why: z.string(),
  from: time,
  until: time,
  /** When a person ended it, and who; null: nobody did. */
  endedAt: time.nullable(),
  endedBy: z.string().nullable(),
});
export type Silence = z.infer<typeof Silence>;

/** What `silences` prints: those that hold or are to come, the next to end first, then those that ended within two weeks. */
export const SilencesDocument = z.strictObject({ silences: z.array(Silence), ended: z.array(Silence) });

/** Accepts a metric of a key up to `level`, in the unit of the metric. */
export const NewAcceptedLevel = z.object({
  tableId: z.uuid(),
  tableKeyId: z.uuid(),
  metric: z.enum(METRIC_NAMES),
  level: z.number().min(0),
  by,
  why,
  until: time,
});
export const EndAcceptedLevel = z.object({ tableId: z.uuid(), levelId: z.uuid(), by });

export const AcceptedLevel = z.strictObject({
  id: z.string(),
  table: z.string(),
  key: z.string(),
  metric: z.enum(METRIC_NAMES),
  level: z.number(),
  by: z.string(),
  why: z.string(),
  acceptedAt: time,
  until: time,
  endedAt: time.nullable(),
  endedBy: z.string().nullable(),
});
export type AcceptedLevel = z.infer<typeof AcceptedLevel>;

/** What `accepted` prints: what holds, the oldest first. */
export const AcceptedLevelsDocument = z.strictObject({ accepted: z.array(AcceptedLevel) });
