import type { Db } from "../client.ts";
import { listCatalogHealth } from "./catalog-health.ts";
import { listOnIt, type IncidentMark, type MarkedIncident } from "./incident-marks.ts";
import { listUnresolvedOfCheck } from "./incidents.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { sayWaiting } from "#lib/judging/judge-catalog.ts";

/** Why nothing can be seen of a catalog's tables now. */
export interface IllCatalog {
  /** For a table that waits for it. */
  sentence: string;
  /** Its unresolved incident; null: it has none, for a person resolved it. */
  incident: MarkedIncident | null;
}

/** The catalogs that are ill, by their names in lower case. */
export async function listIllCatalogs(db: Db): Promise<Map<string, IllCatalog>> {
  const ill = (await listCatalogHealth(db)).filter(({ state }) => state === "ill");
  if (ill.length === 0) return new Map();
  const incidents = await listUnresolvedOfCheck(db, "catalog");
  const onIt = await listOnIt(
    db,
    incidents.map(({ id }) => id),
  );
  return new Map(
    ill.map((health): [string, IllCatalog] => {
      const catalog = health.name.toLowerCase();
      const found = incidents.find((incident) => incident.catalog?.toLowerCase() === catalog);
      const name = found === undefined ? null : incidentName(found.number);
      const sentence = sayWaiting(health, name);
      if (found === undefined || name === null) return [catalog, { sentence, incident: null }];
      const { id, check, severity, state } = found;
      const taken = onIt.get(id) ?? { acknowledged: null, assignee: null, snoozed: null };
      return [catalog, { sentence, incident: { id, name, check, severity, state, onIt: taken } }];
    }),
  );
}

const NONE: IncidentMark = { incidents: [], silence: null };

/** What a table shows of incidents: its own, then that of the catalog for which it waits. */
export function withCatalogIncident(mark: IncidentMark | undefined, waits: IllCatalog | null): IncidentMark {
  const { incidents, silence } = mark ?? NONE;
  return waits === null || waits.incident === null ? { incidents, silence } : { incidents: [...incidents, waits.incident], silence };
}
