import type { EntryFault } from "#lib/contracts/settings-entries.ts";

/** What is wrong at a field, or below it; undefined: nothing. `paths` as an entry's parts are named, `keys.0` for the first of a list. Pure. */
export function faultAt(faults: readonly EntryFault[], ...paths: string[]): string | undefined {
  const at = faults.filter(({ path }) => paths.some((wanted) => isBelow(normal(path), wanted)));
  return at.length === 0 ? undefined : at.map(({ message }) => message).join(" ");
}

function isBelow(path: string, wanted: string): boolean {
  return path === wanted || path.startsWith(`${wanted}.`);
}

/** `keys[0].columns` and `keys.0.columns` are one path. */
function normal(path: string): string {
  return path.replaceAll(/\[(\d+)\]/g, ".$1");
}
