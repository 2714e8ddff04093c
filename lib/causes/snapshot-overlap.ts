import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const snapshotOverlap = defineCause({
  name: "snapshot_overlap",
  label: "Snapshot overlap",
  look: { hue: "brown", pattern: "dotted" },
  condition: feature("snapshot_overlaps"),
  needs: ["op", "payload"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
