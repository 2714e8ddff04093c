import type { DataFile } from "#lib/iceberg/plan/entries.ts";

/** By FILE the number of the first entry with the same path; null: every path has one entry. Pure. */
export function registeredTwice(files: readonly Pick<DataFile, "path">[]): number[] | null {
  const first = new Map<string, number>();
  for (const [number, { path }] of files.entries()) if (!first.has(path)) first.set(path, number);
  return first.size === files.length ? null : files.map(({ path }, number) => first.get(path) ?? number);
}
