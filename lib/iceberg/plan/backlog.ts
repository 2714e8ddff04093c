import type { PlanFacts } from "#lib/iceberg/contract.ts";
import { backlogFacts, type BacklogContext } from "#lib/iceberg/plan/backlog-facts.ts";
import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { fileTotals, ofKind, vectorTotals } from "#lib/iceberg/plan/file-totals.ts";
import type { TableMetadata } from "#lib/iceberg/plan/metadata.ts";
import { storePath } from "#lib/store-place.ts";

const TARGET_FILE_BYTES_DEFAULT = 512 * 1024 * 1024;

function countRegisteredTwice(paths: readonly string[]): number {
  const seen = new Map<string, number>();
  for (const path of paths) seen.set(path, (seen.get(path) ?? 0) + 1);
  return [...seen.values()].filter((entries) => entries > 1).length;
}

/** The property, where it is a whole number above 0 as Iceberg reads it. */
function targetFileBytes(property: string | undefined): number {
  const bytes = /^\d+$/.test(property ?? "") ? Number(property) : 0;
  return bytes > 0 ? bytes : TARGET_FILE_BYTES_DEFAULT;
}

/** Bytes that a scan of the asked columns would read, by the manifests' column sizes (whole files where these are missing). Pure. */
export function bytesPlanned(live: LiveFiles): number {
  return (
    live.data.reduce((sum, file) => sum + (file.columnBytes ?? file.sizeBytes), 0) +
    live.deletes.reduce((sum, file) => sum + (file.kind === "vector" ? file.contentSize : file.sizeBytes), 0)
  );
}

/**
 * The delete backlog and file counts from the manifests alone; snapshot summaries are wrong in places and are not asked.
 * `dangling` is counted by who read the delete files' contents. A small file lies below a quarter of `write.target-file-size-bytes`.
 */
export function planFacts(
  live: LiveFiles,
  metadata: BacklogContext["metadata"] & Pick<TableMetadata, "properties">,
  { snapshot, dangling }: Pick<BacklogContext, "snapshot"> & { dangling: PlanFacts["danglingDeleteFiles"] },
): PlanFacts {
  const target = targetFileBytes(metadata.properties["write.target-file-size-bytes"]);
  return {
    data: fileTotals(live.data),
    smallDataFiles: live.data.filter((file) => file.sizeBytes * 4 < target).length,
    positionDeletes: fileTotals(ofKind(live.deletes, "position")),
    equalityDeletes: fileTotals(ofKind(live.deletes, "equality")),
    deletionVectors: vectorTotals(ofKind(live.deletes, "vector")),
    danglingDeleteFiles: dangling,
    filesRegisteredTwice: countRegisteredTwice(live.data.map((file) => storePath(file.path))),
    backlog: backlogFacts(live, { metadata, snapshot, danglingFiles: dangling.value, targetFileBytes: target }),
    bytesPlanned: bytesPlanned(live),
  };
}
