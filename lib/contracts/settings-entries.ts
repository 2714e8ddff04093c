import { z } from "zod";
import { PersonName } from "#lib/contracts/person.ts";
import { ENTRY_KINDS } from "#lib/names.ts";

/**
 * What people enter in the settings instead of `bergwatch.yaml`: catalogs, stores, schema registries, tables and channels, each as one item of the
 * file's lists would say it (`order_id` and not `orderId`). Secrets are references here as there.
 */

const time = z.iso.datetime();

/** One item of `catalogs`, `stores`, `schema_registries`, `tables` or `notifications.channels`, as the file writes it. */
export const WrittenEntry = z.record(z.string().max(100), z.json());
export type WrittenEntry = z.infer<typeof WrittenEntry>;

export const EntryFault = z.object({
  /** Within the entry, such as `auth.oauth2.client_secret`; empty: the entry as a whole. */
  path: z.string(),
  message: z.string(),
});
export type EntryFault = z.infer<typeof EntryFault>;

/** `file`: it can be changed there alone. `sample`: nobody wrote it. */
export const EntryOrigin = z.discriminatedUnion("from", [
  z.object({ from: z.literal("file"), file: z.string() }),
  z.object({ from: z.literal("sample") }),
  z.object({
    from: z.literal("settings"),
    /** What the next change has to name, so that nobody overwrites what they did not see. */
    version: z.number().int().positive(),
    changedAt: time,
    changedBy: z.string().nullable(),
  }),
]);
export type EntryOrigin = z.infer<typeof EntryOrigin>;

/** A catalog, store, schema registry, table or channel with where it comes from. */
export const EntryView = z.object({
  kind: z.enum(ENTRY_KINDS),
  /** Of a store its scope. */
  name: z.string(),
  origin: EntryOrigin,
  /** null: it stands in the file, which only workers read. */
  written: WrittenEntry.nullable(),
  /** `waiting`: no worker has taken it over yet. `faulty`: it is not in use; `faults` say why. */
  state: z.enum(["in use", "waiting", "faulty"]),
  faults: z.array(EntryFault),
  /** Of a table that is watched. */
  tableId: z.uuid().nullable(),
});
export type EntryView = z.infer<typeof EntryView>;

export const EntryList = z.object({
  entries: z.array(EntryView),
  /** Why nothing can be entered here, in a sentence; null: it can. */
  refused: z.string().nullable(),
});
export type EntryList = z.infer<typeof EntryList>;

/** Secrets of a channel that a form may send as they are. They go into files, and the entry refers to these. */
export const PASTED_KEYS = [
  "slack_webhook.url",
  "slack_bot.token",
  "slack_bot.app_token",
  "slack_bot.signing_secret",
  "webhook.url",
  "webhook.secret",
] as const;
export type PastedKey = (typeof PASTED_KEYS)[number];
export const PastedSecrets = z.partialRecord(z.enum(PASTED_KEYS), z.string().max(4000));
export type PastedSecrets = z.infer<typeof PastedSecrets>;

/** Entries that are saved at once. */
export const SAVED_MAX = 2000;

/** Several at once are saved all or none. */
export const SaveEntriesBody = z.object({
  entries: z
    .array(
      z.object({
        kind: z.enum(ENTRY_KINDS),
        written: WrittenEntry,
        /** Of what is changed; null: it is new. */
        version: z.number().int().positive().nullable(),
        /** Before this change, where it is renamed by it. */
        formerName: z.string().max(2000).optional(),
        /** Never stored, returned or logged: each becomes a file that `written` then refers to. */
        pasted: PastedSecrets.optional(),
      }),
    )
    .min(1)
    .max(SAVED_MAX),
  by: PersonName.optional(),
});
export type SaveEntriesBody = z.infer<typeof SaveEntriesBody>;

export const RemoveEntryBody = z.object({
  kind: z.enum(ENTRY_KINDS),
  name: z.string().min(1).max(2000),
  version: z.number().int().positive(),
  by: PersonName.optional(),
});
export type RemoveEntryBody = z.infer<typeof RemoveEntryBody>;

/** `saved`: all of them. Else nothing was, and each fault names the entry by its place in the list. */
export const SaveEntriesAnswer = z.discriminatedUnion("saved", [
  z.object({ saved: z.literal(true), entries: z.array(EntryView) }),
  z.object({ saved: z.literal(false), faults: z.array(EntryFault.extend({ entry: z.number().int().nonnegative() })) }),
]);
export type SaveEntriesAnswer = z.infer<typeof SaveEntriesAnswer>;

/** GET → EntryList; POST SaveEntriesBody → SaveEntriesAnswer. */
export const ENTRIES_ADDRESS = "/api/settings/entries";
/** POST RemoveEntryBody → EntryList. What a table left stays; it is archived. */
export const REMOVE_ENTRY_ADDRESS = "/api/settings/entries/removed";
/** GET → all that was entered, as `bergwatch.yaml` would say it. */
export const ENTRIES_YAML_ADDRESS = "/api/settings/entries/yaml";
