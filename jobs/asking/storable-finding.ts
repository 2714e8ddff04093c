import type { CatalogFinding } from "#lib/contracts/catalog-requests.ts";
import { AppError } from "#lib/errors.ts";
import { toStorable } from "#lib/storable-text.ts";

/** What a row of the store, and a page, can bear. */
const BYTES_MAX = 4 * 1024 ** 2;

/**
 * The finding as the store can hold it: without NUL characters and, where it is a list, as long as fits, which it then says. Throws AppError
 * table_unsupported for a single table whose description alone is larger. Pure.
 */
export function storableFinding(finding: CatalogFinding): CatalogFinding {
  const clean = toStorable(finding);
  if (bytesOf(clean) <= BYTES_MAX) return clean;
  if (clean.kind === "browse") {
    const { listing } = clean;
    const namespaces = firstThatFit(listing.namespaces, BYTES_MAX / 2);
    const tables = firstThatFit(listing.tables, BYTES_MAX / 2 - 100_000);
    return { kind: "browse", listing: { ...listing, namespaces, tables, isCut: true } };
  }
  if (clean.kind === "match") {
    const { matches } = clean;
    return { kind: "match", matches: { ...matches, tables: firstThatFit(matches.tables, BYTES_MAX - 100_000), isCut: true } };
  }
  throw new AppError(
    "table_unsupported",
    `The answer has more than ${BYTES_MAX} bytes, which is not stored: the table has too many columns to be shown.`,
  );
}

function firstThatFit<T>(items: readonly T[], bytesMax: number): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => (bytes += bytesOf(item) + 1) > bytesMax);
  return end === -1 ? [...items] : items.slice(0, end);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
