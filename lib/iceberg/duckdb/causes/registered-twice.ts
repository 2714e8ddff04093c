import { storePath } from "#lib/store-place.ts";
import type { DataFile } from "#lib/iceberg/plan/entries.ts";

/** By FILE the number of the first entry of the same file, however its path is written; null: every file has one entry. Pure. */
export function registeredTwice(files: readonly Pick<DataFile, "path">[]): number[] | null {
  const first = new Map<string, number>();
  for (const [number, { path }] of files.entries()) if (!first.has(storePath(path))) first.set(storePath(path), number);
  return first.size === files.length ? null : files.map(({ path }, number) => first.get(storePath(path)) ?? number);
}
