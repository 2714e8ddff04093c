import { ALL_OF_S3 } from "#lib/config/store-settings.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { EntryKind } from "#lib/names.ts";
import { unifyScheme } from "#lib/store-place.ts";

/** What an entry is known by in its kind, whatever the case: its name, of a store its scope. null: it says none that is one. Pure. */
export function entryName(kind: EntryKind, written: WrittenEntry): string | null {
  const name = kind === "store" ? (written["scope"] ?? ALL_OF_S3) : written["name"];
  return typeof name === "string" && name !== "" ? name : null;
}

/** One text for each kind and name, whatever the case, and of a store whatever the spelling: to look entries up by. Pure. */
export function entryKey({ kind, name }: { kind: EntryKind; name: string }): string {
  return `${kind} ${(kind === "store" ? bareScope(name) : name).toLowerCase()}`;
}

/** A store's scope in one spelling, without a slash at its end. Pure. */
export function bareScope(scope: string): string {
  return unifyScheme(scope).replace(/\/+$/, "");
}
