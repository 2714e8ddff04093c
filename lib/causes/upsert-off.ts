import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const upsertOff = defineCause({
  name: "upsert_off",
  label: "Upsert off",
  look: { hue: "navy", pattern: "dotted" },
  condition: feature("never_deletes"),
  needs: ["manifests of older snapshots"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
