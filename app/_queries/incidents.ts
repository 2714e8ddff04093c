import type { z } from "zod";
import { postJson } from "#app/_queries/fetch-json.ts";
import {
  IncidentsChanged,
  type AcceptBody,
  type AcknowledgeBody,
  type AssignBody,
  type CommentBody,
  type ResolveBody,
  type SnoozeBody,
} from "#lib/contracts/incident-view.ts";

/** Says that somebody has seen incidents. Rejects with RequestFault, as all of these do. */
export async function acknowledgeIncidents(body: z.input<typeof AcknowledgeBody>): Promise<IncidentsChanged> {
  return await postJson(IncidentsChanged, "/api/incidents/acknowledge", body);
}

/** What a person can ask of one incident, by the last part of its address. */
export interface IncidentWishes {
  snooze: z.input<typeof SnoozeBody>;
  resolve: z.input<typeof ResolveBody>;
  comments: z.input<typeof CommentBody>;
  assign: z.input<typeof AssignBody>;
  accept: z.input<typeof AcceptBody>;
}

export async function changeIncident<Wish extends keyof IncidentWishes>(
  wish: Wish,
  { incidentId, ...body }: IncidentWishes[Wish],
): Promise<IncidentsChanged> {
  return await postJson(IncidentsChanged, `/api/incidents/${encodeURIComponent(incidentId)}/${wish}`, body);
}
