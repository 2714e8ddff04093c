import { feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const offsetReplayed = defineCause({
  name: "offset_replayed",
  label: "Record written twice",
  look: { hue: "teal", pattern: "plain" },
  condition: feature("shares_offset"),
  needs: ["kafka-offset", "kafka-partition", "kafka-topic"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
