import { causeWords } from "#lib/causes/find-declaration.ts";
import type { CauseName } from "#lib/names.ts";
import { LookTag } from "./look-tag.tsx";

/** A cause by its swatch and label. `share`: what stands behind it, such as `96.1 %`; with `href` the label is a link there. */
export function CauseTag({ cause, ...rest }: { cause: CauseName; share?: string; href?: string }) {
  return <LookTag words={causeWords(cause)} {...rest} />;
}
