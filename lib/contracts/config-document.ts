import { z } from "zod";
import { ServiceSettings, TableDefinition } from "#lib/contracts/table-definition.ts";

const count = z.number().int().nonnegative();
const FileTotals = z.strictObject({ files: count, rows: count, bytes: count });

/** What a run of one key of one table would read, or why that cannot be said. */
const DryRun = z.strictObject({
  table: z.string(),
  key: z.string(),
  /** The line of the file on which the table starts. */
  line: z.number().int().positive(),
  plan: z
    .strictObject({
      metadataFile: z.string(),
      formatVersion: count,
      /** null: the table was never written. */
      snapshotId: z.string().nullable(),
      columns: z.array(z.strictObject({ role: z.string(), column: z.string(), type: z.string() })),
      notes: z.array(z.string()),
      data: FileTotals,
      deletes: FileTotals,
      bytesPlanned: count,
    })
    .nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
});
export type DryRun = z.infer<typeof DryRun>;

/** What `config check` prints: every table with its defaults applied, or every fault in the order of lines. */
export const ConfigDocument = z.discriminatedUnion("ok", [
  z.strictObject({
    ok: z.literal(true),
    file: z.string(),
    tables: z.array(TableDefinition),
    service: ServiceSettings,
    /** One for each key of each table; null without `--dry-run`. */
    dryRun: z.array(DryRun).nullable(),
  }),
  z.strictObject({
    ok: z.literal(false),
    file: z.string(),
    faults: z.array(
      z.strictObject({ line: z.number().int().positive(), column: z.number().int().positive(), path: z.string(), message: z.string() }),
    ),
  }),
]);
export type ConfigDocument = z.infer<typeof ConfigDocument>;
