import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const appendedWithoutDelete = defineCause({
  name: "appended_without_delete",
  label: "Appended without a delete",
  look: { hue: "navy", pattern: "hatched" },
  condition: feature("not_deleted"),
  needs: ["sequence number before the compaction"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
