import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintText, instant, oneOf, partitionColumns, snapshotMetricColumns } from "../columns.ts";
import { keyVersions } from "./key-versions.ts";
import { reasonSets } from "./reason-sets.ts";
import { SPARKLINE_METRICS } from "#lib/metrics.ts";
import { READ_BY, TRUST_DIRECTIONS, TRUST_LEVELS } from "#lib/names.ts";

/**
 * What is true of a snapshot for ever: one wide row for each table, key version, engine and snapshot. The key version names its table, so
 * the table's id is not repeated. Never updated. Columns of eight bytes come first, so that none is padded.
 */
export const snapshotFacts = pgTable(
  "snapshot_facts",
  {
    snapshotId: bigintText("snapshot_id").notNull(),
    committedAt: instant("committed_at").notNull(),
    storedAt: instant("stored_at").notNull().defaultNow(),
    ...snapshotMetricColumns(),
    ...partitionColumns(),
    keyVersionId: integer("key_version_id")
      .notNull()
      .references(() => keyVersions.id),
    notComputedId: integer("not_computed_id").references(() => reasonSets.id),
    /** True: taken from the snapshot before, because the manifests prove that no row changed. */
    carried: boolean("carried").notNull().default(false),
    engine: text("engine").notNull(),
    readBy: text("read_by", { enum: READ_BY }).notNull(),
    trustLevel: text("trust_level", { enum: TRUST_LEVELS }).notNull(),
    trustDirection: text("trust_direction", { enum: TRUST_DIRECTIONS }),
    /** null: none. */
    trustReasons: text("trust_reasons").array(),
  },
  (table) => [
    primaryKey({ name: "snapshot_facts_of_snapshot", columns: [table.keyVersionId, table.snapshotId, table.engine] }),
    // The numbers behind the time are those of the sparklines: a fortnight of a key is then four pages of the index and not 336 of the table.
    index("snapshot_facts_series").on(
      table.keyVersionId,
      table.committedAt,
      ...SPARKLINE_METRICS.map((name) => table[name]),
      table.trustLevel,
    ),
    oneOf("snapshot_facts_read_by_known", table.readBy, READ_BY),
    oneOf("snapshot_facts_trust_level_known", table.trustLevel, TRUST_LEVELS),
    oneOf("snapshot_facts_trust_direction_known", table.trustDirection, TRUST_DIRECTIONS),
  ],
);
