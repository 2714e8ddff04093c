import { handlePost } from "#app/_http/handle.ts";
import { queue } from "#app/_http/queue.ts";
import { changeIncident } from "#db/change-incident.ts";
import { acceptAndJudge } from "#db/accept-level.ts";
import { findIncidentRow } from "#db/queries/incident-row.ts";
import { getIncident } from "#db/queries/incidents.ts";
import { AcceptBody, IncidentsChanged } from "#lib/contracts/incident-view.ts";
import { AppError } from "#lib/errors.ts";
import { sayAccepted } from "../../say-accepted.ts";

/**
 * Accepts the level that the incident found of a metric until a moment: only beyond it the number is wrong again. The incident ends as accepted when that
 * covers all it found; else a comment says what is accepted.
 */
export const POST = handlePost(AcceptBody, IncidentsChanged, async (db, { incidentId, by, reason, until, metric, tableKeyId }) => {
  const now = new Date();
  if (new Date(until) <= now) throw new AppError("usage", "That moment is over already; choose a later one.");
  const { findings, tableId } = await getIncident(db, incidentId);
  const found = findings.find((finding) => finding.metric === metric && (finding.key?.id ?? null) === tableKeyId);
  const level = found?.value ?? null;
  if (found === undefined || level === null || tableId === null)
    throw new AppError(
      "usage",
      `The incident found no ${metric} of ${tableKeyId === null ? "the table" : "that key"}, so there is no level to accept.`,
    );
  await db.transaction(async (tx) => {
    const accepted = { tableId, tableKeyId, metric, level, by, why: reason, acceptedAt: now, until: new Date(until) };
    await acceptAndJudge(tx, await queue(), accepted);
    if ((await findIncidentRow(tx, incidentId))?.state === "accepted") return;
    const text = sayAccepted(found, { until, reason });
    await changeIncident(tx, await queue(), { incidentId, event: { kind: "comment", by, text }, now });
  });
  return { incidentIds: [incidentId] };
});
