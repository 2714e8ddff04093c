import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../columns.ts";

/** What the workers tell the rest of the service: one row a name, the latest word only. The shapes are in lib/contracts/service-state.ts. */
export const serviceStates = pgTable("service_states", {
  name: text("name").primaryKey(),
  value: jsonb("value").$type<Record<string, unknown>>().notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
