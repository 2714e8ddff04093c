import { z } from "zod";
import { handleGet } from "#app/_http/handle.ts";
import { searchIncidents } from "#db/queries/incidents.ts";
import { findLookUpKey, searchKeys } from "#db/queries/key-search.ts";
import { searchTables } from "#db/queries/overview-search.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { subjectName } from "#lib/contracts/incident-subject.ts";
import { Found } from "#lib/contracts/overview.ts";

/** `table`: the id of the one whose page asks. */
const Query = z.object({ q: z.string().max(200).default(""), table: z.uuid().optional().catch(undefined) });

/** Tables by a part of their name, incidents by theirs, and sampled keys by their exact values. */
export const GET = handleGet(Query, Found, async (db, { q, table }) => {
  const text = q.trim();
  const [tables, incidents, keys, lookUp] = await Promise.all([
    searchTables(db, text, { limit: 20 }),
    searchIncidents(db, text, { limit: 5 }),
    searchKeys(db, text, { limit: 10 }),
    table === undefined || text === "" ? null : findLookUpKey(db, table),
  ]);
  return {
    tables,
    keys,
    lookUp,
    incidents: incidents.map(({ id, number, subject, state, sentence }) => ({
      id,
      name: incidentName(number),
      about: subjectName(subject),
      state,
      sentence,
    })),
  };
});
