import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import type { Snapshot } from "#lib/iceberg/plan/metadata.ts";

/**
 * Whether a snapshot's summary has the totals that its manifests have. Some writers never write them, and some lose count: their summaries are
 * not taken for anything. Pure.
 */
export function tellsTotals(snapshot: Snapshot | null, { data, deletes }: Pick<LiveFiles, "data" | "deletes">): boolean {
  const summary = snapshot?.summary;
  return summary?.["total-data-files"] === String(data.length) && summary["total-delete-files"] === String(deletes.length);
}

/**
 * True: by its summary the snapshot has no delete files and removed no data files but by `replace`. False: it does not say so, and may have none all
 * the same. Pure.
 */
export function saysNoDeletion({ summary = {} }: Snapshot): boolean {
  const isNone = (name: string): boolean => /^0?$/.test(summary[name] ?? "");
  if (summary["total-delete-files"] !== "0") return false;
  if (summary["operation"] === "replace") return true;
  return summary["operation"] === "append" && ["deleted-data-files", "deleted-records", "added-delete-files"].every(isNone);
}
