import { z } from "zod";
import { BISECTED_METRICS, SinceFinding } from "#lib/contracts/since.ts";
import { METRIC_NAMES } from "#lib/metrics.ts";
import { EXPORT_FORMATS, KEY_REQUEST_KINDS, KEY_REQUEST_STATES, TRUST_LEVELS } from "#lib/names.ts";
import { isStorable, NOT_STORABLE } from "#lib/contracts/storable-text.ts";

/**
 * Requests about keys beyond the stored sample: one key by its values (look-up), all duplicated keys as a file (export), or since when a metric or one
 * key is bad (bisect).
 */

const SNAPSHOT_ID_MAX = 2n ** 63n - 1n;

/** As Iceberg writes it: a positive 64-bit number, as text. */
export const SnapshotId = z
  .string()
  .regex(/^\d{1,19}$/, "it is not a snapshot's id")
  .refine((id) => !/^\d{1,19}$/.test(id) || BigInt(id) <= SNAPSHOT_ID_MAX, "it is not a snapshot's id");

const time = z.iso.datetime();

const Asked = z.object({
  tableId: z.uuid(),
  /** The key's name in its table; the first unless given. */
  key: z.string().max(1000).optional(),
  /** The current one unless given. */
  snapshot: SnapshotId.optional(),
});

export const LookUpBody = Asked.extend({
  /** In the order of the key's columns; an empty text is a value. */
  values: z.array(z.string().max(20_000).refine(isStorable, NOT_STORABLE)).min(1).max(100),
});
export type LookUpBody = z.infer<typeof LookUpBody>;

export const ExportBody = Asked.extend({ format: z.enum(EXPORT_FORMATS) });
export type ExportBody = z.infer<typeof ExportBody>;

const KeyValues = LookUpBody.shape.values;

/** Since when a metric, or the number of rows of one key by its values, is above the limit: 0, or 1 for one key, unless given. */
export const BisectBody = Asked.extend({
  metric: z.enum(BISECTED_METRICS).optional(),
  values: KeyValues.optional(),
  limit: z.number().optional(),
}).refine(({ metric, values }) => (metric === undefined) !== (values === undefined), "give either a metric, or the values of one key");
export type BisectBody = z.infer<typeof BisectBody>;

export const ExportsQuery = Asked.omit({ snapshot: true });
export const KeyRequestQuery = z.object({ requestId: z.uuid() });

/** A request as its asker sees it; what a look-up found is on the key's own page. */
export const KeyRequestView = z.object({
  id: z.uuid(),
  kind: z.enum(KEY_REQUEST_KINDS),
  state: z.enum(KEY_REQUEST_STATES),
  progress: z.object({ phase: z.string(), detail: z.string() }).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  askedSnapshotId: z.string().nullable(),
  /** That was read; null: none yet, or the table was never written. */
  snapshotId: z.string().nullable(),
  requestedAt: time,
  finishedAt: time.nullable(),
  /** When what it found is deleted; null while it is under way. */
  expiresAt: time.nullable(),
  /** Of a look-up that succeeded; null: no row has this key. */
  found: z.object({ keyHash: z.string(), rowCount: z.number() }).nullable(),
  format: z.enum(EXPORT_FORMATS).nullable(),
  /** Of an export that succeeded; `keys`: lines of the file; `rows`: table rows of these keys. */
  file: z.object({ bytes: z.number(), keys: z.number(), rows: z.number() }).nullable(),
  /** Of a bisection; null: of one key, or it is another kind of request. */
  metric: z.enum(METRIC_NAMES).nullable(),
  /** What a bisection found. */
  since: SinceFinding.nullable(),
  trust: z.enum(TRUST_LEVELS).nullable(),
  /** False: it waits until a worker starts. */
  workerAtWork: z.boolean(),
});
export type KeyRequestView = z.infer<typeof KeyRequestView>;

export const KeyRequestList = z.object({ requests: z.array(KeyRequestView) });

/** POST LookUpBody without its table → KeyRequestView. */
export function lookUpsAddress(tableId: string): string {
  return `/api/tables/${encodeURIComponent(tableId)}/keys/look-ups`;
}

/** POST ExportBody without its table → KeyRequestView; GET → KeyRequestList. */
export function exportsAddress(tableId: string, key?: string): string {
  const address = `/api/tables/${encodeURIComponent(tableId)}/keys/exports`;
  return key === undefined ? address : `${address}?key=${encodeURIComponent(key)}`;
}

/** POST BisectBody without its table → KeyRequestView. */
export function bisectionsAddress(tableId: string): string {
  return `/api/tables/${encodeURIComponent(tableId)}/bisections`;
}

/** GET → KeyRequestView; POST to `/cancel` below it → KeyRequestView. */
export function keyRequestAddress(requestId: string): string {
  return `/api/key-requests/${encodeURIComponent(requestId)}`;
}

/** GET → the file of an export that succeeded. */
export function exportFileAddress(requestId: string): string {
  return `${keyRequestAddress(requestId)}/file`;
}

/** Whether there is more to come. */
export function isUnderWay({ state }: Pick<KeyRequestView, "state">): boolean {
  return state === "queued" || state === "running";
}
