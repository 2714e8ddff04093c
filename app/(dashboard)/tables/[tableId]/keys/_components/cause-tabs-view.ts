import type { CauseName } from "#lib/names.ts";
import { sumKeys, viewShares } from "#lib/causes/shares-view.ts";
import type { ShownSample } from "../read-keys.ts";

export interface CauseTab {
  /** null: all of them. */
  cause: CauseName | null;
  /** In the whole table; null: not known. */
  keys: number | null;
  /** Of these in the list. */
  kept: number;
}

/**
 * A tab for all keys and one for each cause of the listed snapshot, most keys first; a cause that is asked for has one whether or not a key has it.
 * None where causes are not known at all. Pure.
 */
export function viewCauseTabs({ causes, keptOf, kept, cause }: ShownSample): CauseTab[] {
  if (causes === null && keptOf.size === 0 && cause === null) return [];
  const shares = causes === null ? [] : viewShares(causes);
  const listed: CauseTab[] = shares.map((share) => ({ cause: share.cause, keys: share.keys, kept: keptOf.get(share.cause) ?? 0 }));
  const others = [...keptOf].filter(([name]) => !shares.some((share) => share.cause === name));
  const unlisted = others.map(([name, keys]): CauseTab => ({ cause: name, keys: null, kept: keys }));
  const tabs = [...listed, ...unlisted];
  const isMissing = cause !== null && !tabs.some((tab) => tab.cause === cause);
  return [
    { cause: null, keys: causes === null ? null : sumKeys(shares), kept },
    ...tabs,
    ...(isMissing ? [{ cause, keys: causes === null ? null : 0, kept: 0 }] : []),
  ];
}
