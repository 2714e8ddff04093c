import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const fileRegisteredTwice = defineCause({
  name: "file_registered_twice",
  label: "File registered twice",
  look: { hue: "teal", pattern: "striped" },
  condition: feature("shares_place"),
  needs: [],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
