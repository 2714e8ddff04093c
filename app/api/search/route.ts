import { z } from "zod";
import { handleGet } from "#app/_http/handle.ts";
import { searchIncidents } from "#db/queries/incidents.ts";
import { searchTables } from "#db/queries/overview-search.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { subjectName } from "#lib/contracts/incident-subject.ts";
import { Found } from "#lib/contracts/overview.ts";

const Query = z.object({ q: z.string().max(200).default("") });

/** Tables by a part of their name, and incidents by theirs. */
export const GET = handleGet(Query, Found, async (db, { q }) => {
  const text = q.trim();
  const [tables, incidents] = await Promise.all([searchTables(db, text, { limit: 20 }), searchIncidents(db, text, { limit: 5 })]);
  return {
    tables,
    incidents: incidents.map(({ id, number, subject, state, sentence }) => ({
      id,
      name: incidentName(number),
      about: subjectName(subject),
      state,
      sentence,
    })),
  };
});
