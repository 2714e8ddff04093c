import { all, feature, not } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const severalTopics = defineCause({
  name: "several_topics",
  label: "Several topics",
  look: { hue: "blue", pattern: "striped" },
  condition: all(not(feature("several_key_bytes")), feature("several_topics")),
  needs: ["kafka-key", "kafka-topic"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
