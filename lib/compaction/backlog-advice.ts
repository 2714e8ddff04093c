import { VENDORS, type Step, type VendorName } from "#lib/causes/advice.ts";
import { firstStepsOf, type FirstSteps } from "#lib/causes/first-steps.ts";
import { metricLink } from "#lib/contracts/links.ts";
import type { TableWriter } from "#lib/layouts/table-writer.ts";
import type { TableManager } from "#lib/names.ts";

/** Where a vendor's own compaction shows whether it runs. */
const COMPACTED_BY: Readonly<Record<VendorName, string>> = {
  tableflow: "Confluent compacts it: open the topic's Tableflow page in Confluent Cloud, and ask support if its status is not healthy.",
  msk_data_delivery: "Amazon S3 Tables compacts it: check it with aws s3tables get-table-maintenance-job-status.",
  redpanda: "Redpanda only appends, so another program wrote these deletes: find it in the commits, and stop it.",
  delta_lake: "It is a Delta table: run OPTIMIZE on it with Delta, and its Iceberg metadata follows.",
  unity_catalog: "Predictive optimization compacts it: check system.storage.predictive_optimization_operations_history.",
};

/**
 * What to do first about deletes that wait for a compaction. A vendor's table is compacted by the vendor; while files are registered twice a compaction
 * fails, so these come first. Pure.
 */
export function adviseOnBacklog(writer: TableWriter, filesRegisteredTwice: number | null = null): FirstSteps {
  if ((filesRegisteredTwice ?? 0) > 0) return firstStepsOf("file_registered_twice", { ...writer, keep: "last", isRetry: false });
  return { about: null, steps: stepsOf(writer.managedBy), docs: metricLink("delete_ratio"), more: "How the delete ratio is counted" };
}

function stepsOf(managedBy: TableManager): Step[] {
  if (managedBy === "you") {
    return [
      {
        changes: "table",
        says: "Compact the table: in Spark, call rewrite_data_files with delete-file-threshold 1 and remove-dangling-deletes true.",
      },
      { changes: "table", says: "Then schedule it, so that deletes do not pile up again." },
    ];
  }
  return [
    { changes: "nothing", says: `Do not compact this table: ${VENDORS[managedBy].title} owns it.` },
    { changes: "nothing", says: COMPACTED_BY[managedBy] },
  ];
}
