export const CAUSE_HUES = ["blue", "ochre", "plum", "teal", "brown", "navy", "grey"] as const;
export const CAUSE_PATTERNS = ["plain", "striped", "dotted", "hatched"] as const;

/** A color belongs to its cause for ever; within one hue the second cause is striped, the third dotted, the fourth hatched. */
export interface CauseLook {
  hue: (typeof CAUSE_HUES)[number];
  pattern: (typeof CAUSE_PATTERNS)[number];
}
