import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const byDesign = defineCause({
  name: "by_design",
  label: "By design",
  look: { hue: "grey", pattern: "plain" },
  condition: feature("promises_nothing"),
  needs: [],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
