import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { incidents } from "./incidents.ts";
import type { EntryDetail } from "#lib/incidents/incident.ts";
import { INCIDENT_EVENT_KINDS } from "#lib/names.ts";

/** The timeline of an incident, in the order of its ids. The run is named and not referenced: runs are forgotten sooner. */
export const incidentEvents = pgTable(
  "incident_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    incidentId: uuid("incident_id")
      .notNull()
      .references(() => incidents.id),
    at: instant("at").notNull(),
    kind: text("kind", { enum: INCIDENT_EVENT_KINDS }).notNull(),
    /** null: an observation. */
    by: text("by"),
    runId: uuid("run_id"),
    /** Channels are to hear of it. */
    tells: boolean("tells").notNull(),
    detail: jsonb("detail").$type<EntryDetail>().notNull(),
    /** When it was made into deliveries, be it none; null: not yet. What tells and is not routed is the outbox. */
    routedAt: instant("routed_at"),
  },
  (table) => [
    oneOf("incident_events_kind_known", table.kind, INCIDENT_EVENT_KINDS),
    index("incident_events_unrouted")
      .on(table.id)
      .where(sql`tells and routed_at is null`),
    index("incident_events_of_incident").on(table.incidentId, table.id),
    // What opened and ended in a week; most of a timeline is neither.
    index("incident_events_turns")
      .on(table.at, table.incidentId, table.kind)
      .where(sql`kind in ('opened', 'reopened', 'resolved', 'accepted')`),
  ],
);
