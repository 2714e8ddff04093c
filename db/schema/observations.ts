import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bigintText, instant, runMetricColumns, oneOf } from "../columns.ts";
import { keyVersions } from "./key-versions.ts";
import { reasonSets } from "./reason-sets.ts";
import { TRUST_DIRECTIONS, TRUST_LEVELS } from "#lib/names.ts";

/**
 * What a run saw of a key: which snapshot was current, when, how far it can be trusted, and what depends on the clock. One for each run
 * and key. The run is named and not referenced: runs are forgotten sooner than what they saw.
 */
export const observations = pgTable(
  "observations",
  {
    runId: uuid("run_id").notNull(),
    /** By the table's own clock. */
    observedAt: instant("observed_at").notNull(),
    /** null: the table was never written. */
    snapshotId: bigintText("snapshot_id"),
    ...runMetricColumns(),
    keyVersionId: integer("key_version_id")
      .notNull()
      .references(() => keyVersions.id),
    notComputedId: integer("not_computed_id").references(() => reasonSets.id),
    engine: text("engine").notNull(),
    trustLevel: text("trust_level", { enum: TRUST_LEVELS }).notNull(),
    trustDirection: text("trust_direction", { enum: TRUST_DIRECTIONS }),
  },
  (table) => [
    primaryKey({ name: "observations_of_run", columns: [table.runId, table.keyVersionId] }),
    index("observations_of_key_newest").on(table.keyVersionId, table.observedAt),
    oneOf("observations_trust_level_known", table.trustLevel, TRUST_LEVELS),
    oneOf("observations_trust_direction_known", table.trustDirection, TRUST_DIRECTIONS),
  ],
);
