import { sql } from "drizzle-orm";
import { incidents } from "../schema/incidents.ts";
import { tables } from "../schema/tables.ts";
import type { IncidentSubject } from "#lib/contracts/incident-subject.ts";

/** The columns of a table that a subject shows, for a left join: a catalog's incident has no table. */
export const SUBJECT_TABLE = { id: tables.id, name: tables.name, owner: tables.owner, tags: tables.tags } as const;

/** `subjectName` in SQL, over the same join. */
export const SUBJECT_NAME = sql<string>`coalesce(${tables.name}, 'Catalog ' || ${incidents.catalog})`;

/** What an incident is about, as it was read over a left join with its table. */
export function toSubject(
  catalog: string | null,
  table: { id: string; name: string; owner: string | null; tags: string[] } | null,
): IncidentSubject {
  // The check `incidents_about_one` leaves no third.
  return table === null ? { of: "catalog", name: catalog ?? "" } : { of: "table", ...table };
}
