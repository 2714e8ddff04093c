import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const deleteInOtherPartition = defineCause({
  name: "delete_in_other_partition",
  label: "Delete in another partition",
  look: { hue: "navy", pattern: "striped" },
  condition: feature("deleted_elsewhere"),
  needs: ["sequence number before the compaction"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
