import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const ghostDelete = defineCause({
  name: "ghost_delete",
  label: "Ghost delete",
  look: { hue: "brown", pattern: "plain" },
  condition: feature("has_delete_op"),
  needs: ["op"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
