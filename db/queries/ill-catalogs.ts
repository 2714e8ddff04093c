import type { Db } from "../client.ts";
import { listCatalogHealth } from "./catalog-health.ts";
import type { IncidentMark } from "./incident-marks.ts";
import { listUnresolvedOfCheck } from "./incidents.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { sayWaiting } from "#lib/judging/judge-catalog.ts";

/** Why nothing can be seen of a catalog's tables now. */
export interface IllCatalog {
  /** For a table that waits for it. */
  sentence: string;
  /** Its unresolved incident; null: it has none, for a person resolved it. */
  incidentId: string | null;
}

/** The catalogs that are ill, by their names in lower case. */
export async function listIllCatalogs(db: Db): Promise<Map<string, IllCatalog>> {
  const ill = (await listCatalogHealth(db)).filter(({ state }) => state === "ill");
  if (ill.length === 0) return new Map();
  const incidents = await listUnresolvedOfCheck(db, "catalog");
  return new Map(
    ill.map((health) => {
      const name = health.name.toLowerCase();
      const incident = incidents.find(({ catalog }) => catalog?.toLowerCase() === name);
      const sentence = sayWaiting(health, incident === undefined ? null : incidentName(incident.number));
      return [name, { sentence, incidentId: incident?.id ?? null }];
    }),
  );
}

/** The incidents that a table shows: its own, and that of the catalog for which it waits. */
export function withCatalogIncident(mark: IncidentMark | null, waits: IllCatalog | null): IncidentMark | null {
  if (waits === null || waits.incidentId === null) return mark;
  return mark === null ? { count: 1, id: waits.incidentId } : { ...mark, count: mark.count + 1 };
}
