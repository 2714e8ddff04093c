import { z } from "zod";
import { TABLE_LAYOUTS } from "#lib/names.ts";

/** What a catalog answers to somebody who looks for tables in it. Plain facts; no secret stands in any of it. */

/** Namespaces, or tables, of one answer. */
export const LISTED_MAX = 10_000;

const count = z.number().int().nonnegative();
const column = z.string().min(1);

/** What came of one thing that was tried. */
const probed = {
  /** `skipped`: what went before failed, or there is nothing to try it with. */
  outcome: z.enum(["passed", "failed", "skipped"]),
  /** A sentence: what was found, or what is wrong and the mend. */
  sentence: z.string(),
  milliseconds: z.number().nonnegative(),
};

/** `address`: the settings and its host; `proof`: who asks is known; `configuration`: `/v1/config`; `files`: one table's files open. */
const CATALOG_STEPS = ["address", "proof", "configuration", "namespaces", "table", "files"] as const;
/** `address` and `proof` as above; `subjects`: it answers, with these; `product`: what answers; `schema`: one key's schema can be decoded by. */
const REGISTRY_STEPS = ["address", "proof", "subjects", "product", "schema"] as const;
export type ProbeStep = (typeof CATALOG_STEPS | typeof REGISTRY_STEPS)[number];

/** What was tried of a catalog, in the order in which it was. `path`: the part of its entry that would fix a failure; left out: none is known. */
export const CatalogTest = z.object({
  probes: z.array(z.object({ step: z.enum(CATALOG_STEPS), ...probed, path: z.enum(["places"]).optional() })),
});
export type CatalogTest = z.infer<typeof CatalogTest>;

/** The same of a schema registry. */
export const RegistryTest = z.object({ probes: z.array(z.object({ step: z.enum(REGISTRY_STEPS), ...probed })) });
export type RegistryTest = z.infer<typeof RegistryTest>;

/** What lies right below a namespace, in the order of names. */
export const NamespaceListing = z.object({
  /** Of the namespace that was asked for; empty: the outermost level. */
  namespace: z.array(z.string()),
  /** Below it, each by its last level. */
  namespaces: z.array(z.string()),
  tables: z.array(z.string()),
  /** Namespaces or tables beyond the first `LISTED_MAX` were left out. */
  isCut: z.boolean(),
});
export type NamespaceListing = z.infer<typeof NamespaceListing>;

/** The columns that a layout has for what Kafka or a change stream knew of a row; as `kafka`, `cdc` and `event_time` of the configuration. */
const RecognisedColumns = z.object({
  /** null: columns of known names, but of no layout as a whole. */
  layout: z.enum(TABLE_LAYOUTS).nullable(),
  /** A sentence: by what it was recognised. */
  sentence: z.string(),
  kind: z.enum(["upsert", "cdc", "append"]),
  kafka: z.object({
    topic: column.optional(),
    partition: column.optional(),
    offset: column.optional(),
    key: column.optional(),
    timestamp: column.optional(),
  }),
  cdc: z.object({ op: column.optional(), lsn: z.array(column).optional(), source_time: column.optional(), deleted: column.optional() }),
  event_time: column.optional(),
});
export type RecognisedColumns = z.infer<typeof RecognisedColumns>;

/** A key that the table may have, the likeliest first. */
export const KeySuggestion = z.object({
  /** As a person writes them. */
  columns: z.array(column).min(1),
  /** `identifier`: the table's own identifier fields; `name`: its name is like a key's; `sample`: nearly each sampled row has its own value. */
  because: z.enum(["identifier", "name", "sample"]),
  sentence: z.string(),
});
export type KeySuggestion = z.infer<typeof KeySuggestion>;

/** A table as its metadata alone says; no manifest was read. */
export const TableDescription = z.object({
  /** As `location` of a definition: a path, an address, or `catalog:lake/shop.orders`. */
  location: z.string(),
  /** Where its files lie. */
  files: z.string(),
  uuid: z.string().nullable(),
  formatVersion: count,
  metadataFile: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), fieldId: count, required: z.boolean() })),
  /** Columns that the table says identify a row, as a person writes them. */
  identifierColumns: z.array(column),
  /** Such as `bucket(16, order_id)`; none when it is not partitioned. */
  partitionedBy: z.array(z.string()),
  snapshotsRetained: count,
  /** The newest, at most 20, newest first; `totals`: what the commit itself says, which is not proven. */
  snapshots: z.array(
    z.object({
      id: z.string(),
      committedAt: z.iso.datetime(),
      operation: z.string().nullable(),
      committedBy: z.string().nullable(),
      totals: z.object({
        rows: z.string().nullable(),
        dataFiles: z.string().nullable(),
        deleteFiles: z.string().nullable(),
        bytes: z.string().nullable(),
      }),
    }),
  ),
  recognised: RecognisedColumns,
  /** By identifier fields and names; a sample tells more. */
  keys: z.array(KeySuggestion),
});
export type TableDescription = z.infer<typeof TableDescription>;

/** How unique the values of single columns are in a few rows of the table. */
export const KeySample = z.object({
  snapshotId: z.string().nullable(),
  rows: count,
  /** Of the table's data files. */
  files: count,
  /** At most: what the sampled columns of these files hold. */
  bytesRead: count,
  milliseconds: z.number().nonnegative(),
  columns: z.array(z.object({ column, rows: count, nulls: count, distinct: count })),
  /** Of the description and of the sample, the likeliest first. */
  keys: z.array(KeySuggestion),
});
export type KeySample = z.infer<typeof KeySample>;
