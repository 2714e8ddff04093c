import type { Db } from "../client.ts";
import { findServiceState } from "./service-states.ts";
import { type EntryRow, listEntries } from "./settings-entries.ts";
import type { EnteredBounds, EnteredSettings } from "#lib/contracts/entered-bounds.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import type { FileParts, ServiceState } from "#lib/contracts/service-state.ts";

type BoundsOf = (entered: EnteredSettings) => EnteredBounds;

interface EntryWorld {
  file: FileParts | null;
  stored: EntryRow[];
  bounds: EnteredBounds;
}

/** What entries are held against before they are stored, as toEntryWorld says. */
export async function readEntryWorld(db: Db, boundsOf: BoundsOf): Promise<EntryWorld> {
  const [configuration, stored] = await Promise.all([findServiceState(db, "configuration"), listEntries(db)]);
  return toEntryWorld({ configuration, stored }, boundsOf);
}

/**
 * What entries are held against, as the workers last told it. `boundsOf`: what this process makes of what the file allows; where a worker
 * allows less, that holds, and what it lets entries refer to is its own. Pure.
 */
export function toEntryWorld(
  { configuration, stored }: { configuration: ServiceState<"configuration"> | null; stored: EntryRow[] },
  boundsOf: BoundsOf,
): EntryWorld {
  const own = boundsOf(configuration?.service?.entered ?? ENTERED_DEFAULTS);
  const told = configuration?.service?.sources.bounds;
  return {
    file: configuration?.parts ?? null,
    stored,
    bounds: {
      allowed: own.allowed,
      addresses: told?.addresses ?? own.addresses,
      secrets: told?.secrets ?? own.secrets,
      places: told?.places ?? own.places,
    },
  };
}
