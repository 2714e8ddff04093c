import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bigintText, instant } from "../columns.ts";
import { keyVersions } from "./key-versions.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";

/**
 * Why the keys of a snapshot are duplicated; a row only where some are. Unlike snapshot facts it is written anew by a later reading of the same
 * snapshot, since the promise, the kind and the measure may have changed.
 */
export const causeFacts = pgTable(
  "cause_facts",
  {
    snapshotId: bigintText("snapshot_id").notNull(),
    committedAt: instant("committed_at").notNull(),
    storedAt: instant("stored_at").notNull().defaultNow(),
    duplicatedKeys: bigint("duplicated_keys", { mode: "number" }).notNull(),
    keyVersionId: integer("key_version_id")
      .notNull()
      .references(() => keyVersions.id),
    /** null: the causes could not be told, for the reason of `not_explained`. */
    causes: jsonb("causes").$type<CauseFacts>(),
    notExplained: text("not_explained"),
  },
  (table) => [
    primaryKey({ name: "cause_facts_of_snapshot", columns: [table.keyVersionId, table.snapshotId] }),
    index("cause_facts_by_commit").on(table.keyVersionId, table.committedAt),
  ],
);
