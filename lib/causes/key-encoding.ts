import { all, feature } from "#lib/causes/condition.ts";
import { defineCause } from "#lib/causes/define-cause.ts";

export const keyEncoding = defineCause({
  name: "key_encoding",
  label: "Key encoding",
  look: { hue: "ochre", pattern: "plain" },
  condition: all(feature("several_key_bytes"), feature("same_key_value")),
  needs: ["kafka-key", "schema registry"],
  plain: "",
  technical: "",
  firstStep: "",
  docs: [],
});
