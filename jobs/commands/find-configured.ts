import { ENTRY_LISTS, ENTRY_WORDS, type SourceKind } from "#lib/contracts/entry-kinds.ts";
import { AppError } from "#lib/errors.ts";

/** The one of that name, whatever the case, that the configuration file has. Throws AppError unknown_catalog with those that it has. */
export function findConfigured<T extends { name: string }>(kind: SourceKind, known: readonly T[], wanted: string): T {
  const found = known.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (found) return found;
  const have = known.length === 0 ? "it has none" : `it has ${known.map(({ name }) => name).join(", ")}`;
  throw new AppError(
    "unknown_catalog",
    `The configuration has no ${ENTRY_WORDS[kind]} ${wanted}: ${have}. Add it to ${ENTRY_LISTS[kind]}, or start the service that it was entered in.`,
  );
}
