import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const offsetReused = defineCause({
  name: "offset_reused",
  label: "Offset used again",
  look: { hue: "teal", pattern: "dotted" },
  condition: feature("reuses_offset"),
  needs: ["kafka-offset", "kafka-partition", "kafka-topic"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
