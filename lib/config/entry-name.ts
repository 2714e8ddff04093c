import { ALL_OF_S3 } from "#lib/config/store-settings.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { EntryKind } from "#lib/names.ts";

/** What an entry is known by in its kind, whatever the case: its name, of a store its scope. null: it says none that is one. Pure. */
export function entryName(kind: EntryKind, written: WrittenEntry): string | null {
  const name = kind === "store" ? (written["scope"] ?? ALL_OF_S3) : written["name"];
  return typeof name === "string" && name !== "" ? name : null;
}

/** One text for each kind and name, whatever the case: to look entries up by. Pure. */
export function entryKey({ kind, name }: { kind: EntryKind; name: string }): string {
  return `${kind} ${name.toLowerCase()}`;
}
