import { entryKey, entryName } from "#lib/config/entry-name.ts";
import { show } from "#lib/config/scalars.ts";
import { type GivenEntry, takeEntries } from "#lib/config/take-entries.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { FileParts } from "#lib/contracts/service-state.ts";
import type { EntryFault, SaveEntriesBody } from "#lib/contracts/settings-entries.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import type { EntryKind } from "#lib/names.ts";

/** One that is stored. */
export interface StoredEntry extends GivenEntry {
  name: string;
  version: number;
}

export interface EntriesWorld {
  /** What the configuration file has; null: there is none, or no worker told yet. */
  file: FileParts | null;
  stored: readonly StoredEntry[];
  bounds: EnteredBounds;
}

/** One that is to be stored, as the store wants it. */
export interface PreparedEntry extends GivenEntry {
  name: string;
  version: number | null;
  formerName: string;
}

type Asked = SaveEntriesBody["entries"];

/**
 * What is to be stored of what people ask for, or all that is wrong with it, each fault with its place in the list. A catalog or a
 * schema registry that is renamed takes its entered tables along (behind what was asked for); what would put another entry out of use is a fault. Looks at links as takeEntries.
 */
export function prepareEntries(
  asked: Asked,
  world: EntriesWorld,
): { entries: PreparedEntry[]; faults: [] } | { entries: null; faults: (EntryFault & { entry: number })[] } {
  const prepared = asked.map(({ kind, written, version, formerName }): PreparedEntry => {
    const name = entryName(kind, written) ?? "";
    return { kind, written, version, name, formerName: version === null ? name : (formerName ?? name) };
  });
  const renamed = prepared.flatMap(({ kind, name, formerName }, entry) =>
    kind === "channel" && name !== formerName
      ? [
          {
            entry,
            path: "name",
            message: "A channel keeps its name: routes and the delivery log refer to it. Add another channel instead.",
          },
        ]
      : [],
  );
  if (renamed.length > 0) return { entries: null, faults: renamed };
  const changed = prepared.filter(({ version }) => version !== null);
  const replaced = new Set(changed.map(({ kind, formerName }) => entryKey({ kind, name: formerName })));
  const kept = world.stored.filter((stored) => !replaced.has(entryKey(stored)));
  const namesAfter = new Map(
    prepared.flatMap(({ kind, name, formerName }) => (formerName === name ? [] : [[`${kind} ${formerName}`, name] as const])),
  );
  const followers = kept.flatMap((stored) => follow(stored, namesAfter));
  const following = new Set(followers.map(entryKey));
  const others = kept.filter((stored) => !following.has(entryKey(stored)));
  const { file, bounds } = world;
  const taken = takeEntries({ file, entries: [...others, ...prepared, ...followers], bounds });
  const faults = prepared.flatMap((_, entry) => (taken.faults[others.length + entry] ?? []).map((fault) => ({ ...fault, entry })));
  const right = rightOnes(world);
  const harmed = others.flatMap((other, index) => {
    const [fault] = taken.faults[index] ?? [];
    return fault !== undefined && right.has(other)
      ? [{ entry: 0, path: "", message: `${titleOf(other)} would no longer work. ${fault.message}` }]
      : [];
  });
  const all = [...faults, ...harmed];
  return all.length === 0 ? { entries: [...prepared, ...followers], faults: [] } : { entries: null, faults: all };
}

/** Why an entry cannot be removed now, in a sentence; null: it can. */
export function refuseRemoval({ kind, name }: { kind: EntryKind; name: string }, world: EntriesWorld): string | null {
  const { file, stored, bounds } = world;
  const isRouted = kind === "channel" && file?.routed?.some((one) => one.toLowerCase() === name.toLowerCase()) === true;
  // The file would then name a channel that does not exist, and would not be applied any more.
  if (isRouted) return `A route or the digest of the configuration file sends to the channel "${show(name)}". Change the file first.`;
  const rest = stored.filter((one) => entryKey(one) !== entryKey({ kind, name }));
  const after = takeEntries({ file, entries: rest, bounds });
  const right = rightOnes(world);
  const harmed = rest.filter((one, index) => after.faults[index]?.length !== 0 && right.has(one));
  if (harmed.length === 0) return null;
  const named = harmed.slice(0, 5).map((one) => one.name);
  const more = harmed.length > named.length ? ` and ${harmed.length - named.length} more` : "";
  const what = ENTRY_WORDS[kind];
  return `The ${what} "${show(name)}" is needed by ${harmed.length === 1 ? "a table" : "tables"}: ${named.join(", ")}${more}. Remove ${harmed.length === 1 ? "it" : "them"} first, or name another ${what} there.`;
}

/** Those that are in use as it is. */
function rightOnes({ file, stored, bounds }: EntriesWorld): ReadonlySet<StoredEntry> {
  const { faults } = takeEntries({ file, entries: stored, bounds });
  return new Set(stored.filter((_, index) => faults[index]?.length === 0));
}

/** An entered table that names what is renamed says the new name. `renamed`: the new name by kind and former name. */
function follow({ kind, name, version, written }: StoredEntry, renamed: ReadonlyMap<string, string>): PreparedEntry[] {
  if (kind !== "table") return [];
  const named = Object.fromEntries(
    (["catalog", "schema_registry"] as const).flatMap((key) => {
      const before = written[key];
      const after = typeof before === "string" ? renamed.get(`${key} ${before}`) : undefined;
      return after === undefined ? [] : [[key, after]];
    }),
  );
  if (Object.keys(named).length === 0) return [];
  return [{ kind, name, version, formerName: name, written: { ...written, ...named } }];
}

function titleOf({ kind, name }: StoredEntry): string {
  return `The ${ENTRY_WORDS[kind]} "${show(name)}"`;
}
