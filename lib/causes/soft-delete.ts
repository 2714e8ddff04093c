import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const softDelete = defineCause({
  name: "soft_delete",
  label: "Soft delete",
  look: { hue: "brown", pattern: "striped" },
  condition: feature("soft_deleted"),
  needs: ["deleted"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
