import { all, feature, not } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const partitionDrift = defineCause({
  name: "partition_drift",
  label: "Partition drift",
  look: { hue: "blue", pattern: "plain" },
  condition: all(not(feature("several_key_bytes")), feature("several_partitions")),
  needs: ["kafka-key", "kafka-partition", "kafka-topic"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
