import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { bigintText, instant, oneOf } from "../columns.ts";
import { keyVersions } from "./key-versions.ts";
import type { SampleRow } from "#lib/iceberg/contract.ts";
import type { KeyVerdict } from "#lib/iceberg/contract-causes.ts";
import { CAUSE_NAMES } from "#lib/names.ts";

/** Duplicated keys of a snapshot with their rows, a bounded number, masked before they are stored, gone after a while. */
export const samples = pgTable(
  "samples",
  {
    keyVersionId: integer("key_version_id")
      .notNull()
      .references(() => keyVersions.id),
    snapshotId: bigintText("snapshot_id").notNull(),
    /** From 1, worst first. */
    rank: smallint("rank").notNull(),
    /** As `lib/key-hash.ts` makes it, with the installation's secret: what a permanent link names. */
    keyHash: text("key_hash").notNull(),
    /** In the order of the key's columns. */
    key: text("key").array().notNull(),
    rowCount: bigint("row_count", { mode: "number" }).notNull(),
    partitions: text("partitions").array().notNull(),
    keyBytesHex: text("key_bytes_hex").array().notNull(),
    rows: jsonb("rows").$type<SampleRow[]>().notNull(),
    storedAt: instant("stored_at").notNull().defaultNow(),
    expiresAt: instant("expires_at").notNull(),
    /** That of the verdict, for lists by cause; null: it was not explained. */
    cause: text("cause", { enum: CAUSE_NAMES }),
    verdict: jsonb("verdict").$type<KeyVerdict>(),
  },
  (table) => [
    primaryKey({ name: "samples_of_snapshot", columns: [table.keyVersionId, table.snapshotId, table.rank] }),
    oneOf("samples_cause_known", table.cause, CAUSE_NAMES),
    // Whoever can guess a key can compute the hash that earlier versions stored.
    check("samples_key_hash_sealed", sql`${table.keyHash} !~ '^[0-9a-f]{64}$'`),
    index("samples_of_key").on(table.keyVersionId, table.keyHash),
    index("samples_expiring").on(table.expiresAt),
  ],
);
