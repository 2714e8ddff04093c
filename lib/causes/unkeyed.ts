import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const unkeyed = defineCause({
  name: "unkeyed",
  label: "Unkeyed",
  look: { hue: "grey", pattern: "striped" },
  condition: feature("lacks_key_bytes"),
  needs: ["kafka-key"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
