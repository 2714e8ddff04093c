import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const deleteInSameCommit = defineCause({
  name: "delete_in_same_commit",
  label: "Delete in the same commit",
  look: { hue: "navy", pattern: "plain" },
  condition: feature("deleted_in_same_commit"),
  needs: ["sequence number before the compaction"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
