import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { incidents } from "./incidents.ts";
import { DELIVERY_STATES, MESSAGE_KINDS } from "#lib/names.ts";

/** What hangs on the message's kind; all optional, JSON. */
export interface DeliveryDetail {
  /** Of `several`: what they have in common. */
  shared?: string;
  /** Of `digest`: `2026-W48`. */
  week?: string;
  /** Of `test`: who asked for it. */
  by?: string;
  /** The message was refused as it was: it goes as plain text. */
  plain?: true;
  /** Who sent the open incidents to a new channel, and when (ISO 8601). */
  asked?: { by: string; at: string };
  /** Who last wanted it sent once more, and when (ISO 8601). */
  again?: { by: string; at: string };
}

/** One message to one channel: what it tells, and what became of it. Its text is made when it is sent. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** As the configuration names it. */
    channel: text("channel").notNull(),
    kind: text("kind", { enum: MESSAGE_KINDS }).notNull(),
    /** Of `incident`. */
    incidentId: uuid("incident_id").references(() => incidents.id),
    /** The entries of timelines that it tells, of `incident` and `several`. */
    eventIds: bigint("event_ids", { mode: "number" }).array().notNull(),
    detail: jsonb("detail").$type<DeliveryDetail>().notNull(),
    state: text("state", { enum: DELIVERY_STATES }).notNull(),
    createdAt: instant("created_at").notNull(),
    /** Not before: the end of quiet hours, or of a wait after a failed try. */
    dueAt: instant("due_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Tries that ended without an answer, such as when the worker was killed: after two it is not tried again. */
    unanswered: integer("unanswered").notNull().default(0),
    /** When a worker took it up; null: none is about it. */
    claimedAt: instant("claimed_at"),
    endedAt: instant("ended_at"),
    /** Of the latest try, for lists. */
    lastAnswer: text("last_answer"),
    /** Where a bot posted it. */
    conversation: text("conversation"),
    ts: text("ts"),
    /** The latest sign of life of the worker that took it up. */
    claimSeenAt: instant("claim_seen_at"),
    /** By which receivers know it, of whichever installation. */
    messageId: uuid("message_id").notNull().defaultRandom(),
  },
  (table) => [
    oneOf("deliveries_kind_known", table.kind, MESSAGE_KINDS),
    oneOf("deliveries_state_known", table.state, DELIVERY_STATES),
    index("deliveries_due")
      .on(table.channel, table.dueAt, table.id)
      .where(sql`state in ('waiting', 'sending')`),
    index("deliveries_of_incident").on(table.incidentId, table.channel, table.id),
    index("deliveries_newest").on(table.createdAt, table.id),
    // Which of them tell of an incident, alone or with others.
    index("deliveries_of_events").using("gin", table.eventIds),
    // A week's digest goes to a channel once, however many workers wake for it.
    uniqueIndex("deliveries_of_week")
      .on(table.channel, sql`(detail ->> 'week')`)
      .where(sql`kind = 'digest'`),
  ],
);
