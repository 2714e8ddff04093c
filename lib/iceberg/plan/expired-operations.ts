import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { unpackMetadata, type LocatedTable } from "#lib/iceberg/plan/locate.ts";
import { parseMetadata, type Snapshot } from "#lib/iceberg/plan/metadata.ts";

/** A snapshot is in every metadata file from its commit to its expiry, so files spread over the log find all but short-lived ones. */
const FILES_MAX = 32;
const FILES_AT_ONCE = 4;
const BYTES_MAX = 64 * 1024 ** 2;

/**
 * The operations of snapshots that the table no longer retains, by id, as earlier metadata files of its metadata log still tell them. Reads at most
 * FILES_MAX files and stops after BYTES_MAX or once all of `wanted` are found. A file that is gone, unreadable, or another table's tells nothing.
 */
export async function readExpiredOperations(
  database: Database,
  { metadata, relocate }: Pick<LocatedTable, "metadata" | "relocate">,
  wanted: ReadonlySet<string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const files = spread(metadata.earlierFiles).slice(0, FILES_MAX);
  let bytes = 0;
  for (let at = 0; at < files.length && found.size < wanted.size && bytes < BYTES_MAX; at += FILES_AT_ONCE) {
    const read = await Promise.all(
      files.slice(at, at + FILES_AT_ONCE).map(async (file) => await readSnapshots(database, relocate(file), metadata.uuid)),
    );
    for (const { snapshots, size } of read) {
      bytes += size;
      for (const { summary, "snapshot-id": id } of snapshots) {
        const operation = summary?.["operation"];
        if (operation !== undefined && wanted.has(id)) found.set(id, operation);
      }
    }
  }
  return found;
}

async function readSnapshots(
  database: Database,
  file: string,
  uuid: string | null,
): Promise<{ snapshots: readonly Snapshot[]; size: number }> {
  try {
    const content = await database.file(file);
    if (content === null) return { snapshots: [], size: 0 };
    const metadata = parseMetadata(file, unpackMetadata(file, content));
    return { snapshots: metadata.uuid === uuid ? metadata.snapshots : [], size: content.length };
  } catch {
    // Only the current metadata file has to be there: what an earlier one would tell stays unknown.
    return { snapshots: [], size: 0 };
  }
}

/** The first, the last, then each middle of what lies between, level by level. Pure. */
export function spread<T>(items: readonly T[]): T[] {
  const order = new Set([0, items.length - 1]);
  for (let step = items.length; step > 1; step = Math.ceil(step / 2))
    for (let at = 0; at < items.length; at += Math.ceil(step / 2)) order.add(at);
  return [...order].flatMap((at) => items.slice(at, at + 1));
}
