import type { SourceSettings } from "#lib/contracts/source-settings.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";

/** What tells the registry that a table names from another one, or from the same name at another place; null: it names none that is configured. Pure. */
export function registryMark(name: string | null, { registries = [] }: Pick<SourceSettings, "registries">): string | null {
  const found = registries.find((one) => one.name.toLowerCase() === name?.toLowerCase());
  return found === undefined ? null : `${found.kind} ${found.url}`;
}

/**
 * Whether causes would be told otherwise by the registry that there is now: they were told by another one, or by none and a key lacked it. Those that
 * were told by a registry which is gone stay. Pure. In: the mark of the one that there is now.
 */
export function needRegistry({ registry = null, undecided }: Pick<CauseFacts, "registry" | "undecided">, mark: string | null): boolean {
  if (mark === null || registry === mark) return false;
  return registry !== null || undecided.some(({ missing }) => missing.includes("schema registry"));
}
