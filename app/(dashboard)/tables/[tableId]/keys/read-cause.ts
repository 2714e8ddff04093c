import { CAUSE_NAMES, type CauseName } from "#lib/names.ts";

/** The cause that an address names, whatever the case; undefined: none that is known. */
export function readCause(text: string | undefined): CauseName | undefined {
  return CAUSE_NAMES.find((name) => name === text?.toLowerCase());
}
