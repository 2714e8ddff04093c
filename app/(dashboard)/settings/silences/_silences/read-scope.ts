import { SCOPE_CHARS_MAX } from "#lib/contracts/silences.ts";

export const SCOPE_KINDS = ["table", "tag", "owner"] as const;
export type ScopeKind = (typeof SCOPE_KINDS)[number];

export interface AskedScope {
  kind: ScopeKind;
  /** A table's name, a tag, or an owner. */
  name: string;
}

/** What a link asks to silence; null: nothing, or what is none. Pure. */
export function readScope(params: Record<string, string | string[] | undefined>): AskedScope | null {
  for (const kind of SCOPE_KINDS) {
    const given = params[kind];
    const name = (Array.isArray(given) ? given[0] : given)?.trim() ?? "";
    if (name !== "" && name.length <= SCOPE_CHARS_MAX) return { kind, name };
  }
  return null;
}
