import { all, feature, not } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const keyIsNotBusinessKey = defineCause({
  name: "key_is_not_business_key",
  label: "Key is not the business key",
  look: { hue: "plum", pattern: "plain" },
  condition: all(feature("several_key_bytes"), not(feature("same_key_value"))),
  needs: ["kafka-key", "schema registry"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
