import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import type { RunProgress } from "./runs.ts";
import type { CatalogFinding, CatalogRequestBody } from "#lib/contracts/catalog-requests.ts";
import { CATALOG_REQUEST_KINDS, KEY_REQUEST_STATES } from "#lib/names.ts";

/** What a person asked of a catalog or a schema registry, or about a table that is not watched yet; deleted with what was found when that expires. Times are Postgres's own. */
export const catalogRequests = pgTable(
  "catalog_requests",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: text("kind", { enum: CATALOG_REQUEST_KINDS }).notNull(),
    state: text("state", { enum: KEY_REQUEST_STATES }).notNull().default("queued"),
    /** The executions begun. */
    attempt: integer("attempt").notNull().default(0),
    asked: jsonb("asked").$type<CatalogRequestBody>().notNull(),
    finding: jsonb("finding").$type<CatalogFinding>(),
    progress: jsonb("progress").$type<RunProgress>(),
    errorCode: text("error_code"),
    /** Safe to show. */
    errorMessage: text("error_message"),
    workerId: text("worker_id"),
    requestedAt: instant("requested_at").notNull().defaultNow(),
    startedAt: instant("started_at"),
    heartbeatAt: instant("heartbeat_at"),
    finishedAt: instant("finished_at"),
    /** When it is deleted with its finding; null while it is under way. */
    expiresAt: instant("expires_at"),
  },
  (table) => [
    oneOf("catalog_requests_kind_known", table.kind, CATALOG_REQUEST_KINDS),
    oneOf("catalog_requests_state_known", table.state, KEY_REQUEST_STATES),
    index("catalog_requests_expiring").on(table.expiresAt),
    index("catalog_requests_under_way")
      .on(table.requestedAt)
      .where(sql`state in ('queued', 'running')`),
  ],
);
