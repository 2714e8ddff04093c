import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, oneOf } from "../columns.ts";
import { deliveries } from "./deliveries.ts";
import { SEND_OUTCOMES } from "#lib/names.ts";

/** Each try of a delivery, with what the other side answered. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    deliveryId: bigint("delivery_id", { mode: "number" })
      .notNull()
      .references(() => deliveries.id),
    at: instant("at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    outcome: text("outcome", { enum: SEND_OUTCOMES }).notNull(),
    /** HTTP; null: none came. */
    status: integer("status"),
    /** Short, without secrets. */
    answer: text("answer"),
  },
  (table) => [
    oneOf("delivery_attempts_outcome_known", table.outcome, SEND_OUTCOMES),
    index("delivery_attempts_of_delivery").on(table.deliveryId, table.id),
  ],
);
