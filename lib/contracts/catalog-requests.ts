import { z } from "zod";
import { CatalogTest, KeySample, NamespaceListing, RegistryTest, TableDescription } from "#lib/contracts/browse-documents.ts";
import { EntryFault, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { isStorable, NOT_STORABLE } from "#lib/contracts/storable-text.ts";
import { CATALOG_REQUEST_KINDS, KEY_REQUEST_STATES } from "#lib/names.ts";

/** Questions to a catalog or a schema registry, or about a table that is not watched yet. The workers answer them; what they found is kept for an hour. */

const time = z.iso.datetime();
const name = z.string().min(1).max(2000).refine(isStorable, NOT_STORABLE);
const levels = z.array(name).max(100);

/** One that is in use by its name, or one as it would be entered. */
const AskedSource = z.union([z.object({ name }), z.object({ written: WrittenEntry })]);
export type AskedSource = z.infer<typeof AskedSource>;

/** A table of a catalog, or one by its place. */
export const AskedTable = z.union([z.object({ catalog: name, namespace: levels.min(1), table: name }), z.object({ location: name })]);
export type AskedTable = z.infer<typeof AskedTable>;

/** What tables of a pattern are watched by. */
export const MatchRule = z.object({
  /** `shop.*`: `*` stands for anything within a level, `**` for levels as well. Case counts. */
  pattern: name,
  /** `identifier`: the table's own identifier fields. Else the first of these keys whose columns the table has. */
  key: z.union([
    z.object({ by: z.literal("identifier") }),
    z.object({ by: z.literal("columns"), keys: z.array(z.array(name).min(1)).min(1).max(20) }),
  ]),
  /** What each of them is given beside name, place, key and recognised columns: as an item of `tables`. */
  shared: WrittenEntry,
});
export type MatchRule = z.infer<typeof MatchRule>;

export const CatalogRequestBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("test"), catalog: AskedSource }),
  z.object({ kind: z.literal("test_registry"), registry: AskedSource }),
  z.object({ kind: z.literal("browse"), catalog: name, namespace: levels }),
  z.object({ kind: z.literal("describe"), table: AskedTable }),
  z.object({ kind: z.literal("sample"), table: AskedTable }),
  /** What a run of this table would cost: an item of `tables`. */
  z.object({ kind: z.literal("plan"), written: WrittenEntry }),
  z.object({ kind: z.literal("match"), catalog: name, rule: MatchRule }),
]);
export type CatalogRequestBody = z.infer<typeof CatalogRequestBody>;

const count = z.number().int().nonnegative();
const Totals = z.object({ files: count, rows: count, bytes: count });

/** What one run would read and how long that would take; or what is wrong with the entry, or with the table. */
export const EntryPlan = z.object({
  faults: z.array(EntryFault),
  keys: z.array(
    z.object({
      key: z.string(),
      /** null: `error` says why. */
      plan: z
        .object({
          snapshotId: z.string().nullable(),
          columns: z.array(z.object({ role: z.string(), column: z.string(), type: z.string() })),
          notes: z.array(z.string()),
          data: Totals,
          deletes: Totals,
          bytesPlanned: count,
          /** An estimate from how fast tables were read here; null: none was yet. */
          seconds: z.number().nonnegative().nullable(),
        })
        .nullable(),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
});
export type EntryPlan = z.infer<typeof EntryPlan>;

export const MatchedTable = z.object({
  /** As people write it. */
  table: z.string(),
  /** What would be entered; null: `problem` says why it cannot be. */
  written: WrittenEntry.nullable(),
  problem: z.string().nullable(),
  /** The watched table that it is already; null: none. */
  watchedAs: z.string().nullable(),
});
export type MatchedTable = z.infer<typeof MatchedTable>;

export const TableMatches = z.object({
  tables: z.array(MatchedTable),
  /** Tables of the catalog that were looked at. */
  looked: count,
  /** More than `LISTED_MAX` match; the rest was left out. */
  isCut: z.boolean(),
});
export type TableMatches = z.infer<typeof TableMatches>;

/** What was found, by the kind of the request. */
export const CatalogFinding = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("test"), test: CatalogTest }),
  z.object({ kind: z.literal("test_registry"), test: RegistryTest }),
  z.object({ kind: z.literal("browse"), listing: NamespaceListing }),
  z.object({ kind: z.literal("describe"), description: TableDescription }),
  z.object({ kind: z.literal("sample"), sample: KeySample }),
  z.object({ kind: z.literal("plan"), plan: EntryPlan }),
  z.object({ kind: z.literal("match"), matches: TableMatches }),
]);
export type CatalogFinding = z.infer<typeof CatalogFinding>;

export const CatalogRequestView = z.object({
  id: z.uuid(),
  kind: z.enum(CATALOG_REQUEST_KINDS),
  state: z.enum(KEY_REQUEST_STATES),
  progress: z.object({ phase: z.string(), detail: z.string() }).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  requestedAt: time,
  finishedAt: time.nullable(),
  /** Of one that succeeded. */
  finding: CatalogFinding.nullable(),
  /** False: it waits until a worker starts. */
  workerAtWork: z.boolean(),
});
export type CatalogRequestView = z.infer<typeof CatalogRequestView>;

export const CatalogRequestQuery = z.object({ requestId: z.uuid() });

/** POST CatalogRequestBody → CatalogRequestView. */
export const CATALOG_REQUESTS_ADDRESS = "/api/catalog-requests";

/** GET → CatalogRequestView; POST to `/cancel` below it → CatalogRequestView. */
export function catalogRequestAddress(requestId: string): string {
  return `${CATALOG_REQUESTS_ADDRESS}/${encodeURIComponent(requestId)}`;
}
