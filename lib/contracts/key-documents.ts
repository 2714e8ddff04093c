import { z } from "zod";
import { EvidenceRow } from "#lib/contracts/evidence-row.ts";
import { VerdictDocument } from "#lib/contracts/verdict-document.ts";
import { EXPORT_FORMATS, TRUST_DIRECTIONS, TRUST_LEVELS } from "#lib/names.ts";

/** What the command line's commands about keys print. Ids are text, bytes hex. */

const text = z.string().nullable();

const Answered = {
  /** The request's, as the pages name it. */
  id: z.string(),
  table: z.string(),
  key: z.string(),
  /** null: the table was never written. */
  snapshotId: text,
  trust: z.strictObject({ level: z.enum(TRUST_LEVELS), direction: z.enum(TRUST_DIRECTIONS).nullable(), reasons: z.array(z.string()) }),
  cost: z.strictObject({ bytesPlanned: z.number().nullable(), milliseconds: z.number().nullable() }),
};

export const LookUpDocument = z.strictObject({
  ...Answered,
  /** null: no row has this key. Masked as the table says. */
  found: z
    .strictObject({
      /** As the key's page names it. */
      keyHash: z.string(),
      key: z.array(z.string()),
      rowCount: z.number(),
      partitions: z.array(z.string()),
      keyBytesHex: z.array(z.string()),
      rows: z.array(EvidenceRow),
      /** Why it has more than one row, as the pages explain it; null or not given: it has one. */
      verdict: VerdictDocument.nullable().optional(),
    })
    .nullable(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string(), fieldId: z.number(), required: z.boolean() })),
});
export type LookUpDocument = z.infer<typeof LookUpDocument>;

export const ExportDocument = z.strictObject({
  ...Answered,
  format: z.enum(EXPORT_FORMATS),
  /** An absolute path on this machine: where it was asked to be, else where the worker wrote it. */
  file: z.string(),
  /** Lines of the file, and the table rows of these keys. */
  keys: z.number(),
  rows: z.number(),
  bytes: z.number(),
});
export type ExportDocument = z.infer<typeof ExportDocument>;
