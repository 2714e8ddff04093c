import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { tables } from "./tables.ts";
import type { Sighting } from "#lib/incidents/incident.ts";
import type { Finding } from "#lib/contracts/finding.ts";
import { INCIDENT_CHECKS, INCIDENT_STATES, SEVERITIES } from "#lib/names.ts";

/** Of an incident that has not ended; spelled out, as two indexes have it. */
export const UNRESOLVED = sql`incidents.state not in ('resolved', 'accepted')`;

/**
 * A table, or a catalog, and check that need somebody. What moves it is `lib/incidents/transition.ts` alone. It holds no key: the examples are read from
 * the stored sample, so that they are masked and forgotten with it.
 */
export const incidents = pgTable(
  "incidents",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** null: it is about a catalog and none of its tables. */
    tableId: uuid("table_id").references(() => tables.id),
    check: text("check_id", { enum: INCIDENT_CHECKS }).notNull(),
    state: text("state", { enum: INCIDENT_STATES }).notNull(),
    severity: text("severity", { enum: SEVERITIES }).notNull(),
    sentence: text("sentence").notNull(),
    findings: jsonb("findings").$type<readonly Finding[]>().notNull(),
    seen: jsonb("seen").$type<Sighting>().notNull(),
    assignee: text("assignee"),
    goodRuns: integer("good_runs").notNull(),
    timesOpened: integer("times_opened").notNull(),
    openedAt: instant("opened_at").notNull(),
    lastOpenedAt: instant("last_opened_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    acknowledgedAt: instant("acknowledged_at"),
    acknowledgedBy: text("acknowledged_by"),
    snoozedUntil: instant("snoozed_until"),
    resolvedAt: instant("resolved_at"),
    resolvedBy: text("resolved_by"),
    /** For people: `INC-214`. */
    number: integer("number").notNull().generatedByDefaultAsIdentity().unique("incidents_number"),
    /** The name of the catalog that it is about; null: it is about a table. */
    catalog: text("catalog"),
  },
  (table) => [
    oneOf("incidents_check_known", table.check, INCIDENT_CHECKS),
    oneOf("incidents_state_known", table.state, INCIDENT_STATES),
    oneOf("incidents_severity_known", table.severity, SEVERITIES),
    uniqueIndex("incidents_unresolved").on(table.tableId, table.check).where(UNRESOLVED),
    uniqueIndex("incidents_unresolved_of_catalog")
      .on(sql`lower(${table.catalog})`, table.check)
      .where(UNRESOLVED),
    check("incidents_about_one", sql`num_nonnulls(${table.tableId}, ${table.catalog}) = 1`),
    index("incidents_of_table").on(table.tableId, table.check, table.openedAt),
    index("incidents_newest").on(table.lastOpenedAt, table.id),
  ],
);
