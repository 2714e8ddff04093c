import { findPreset } from "#lib/contracts/catalog-presets.ts";
import { SOURCE_KINDS, type SourceKind } from "#lib/contracts/entry-kinds.ts";

/** The form that the address asks for; null: none is open. */
export type SourcesSearch = { kind: SourceKind; name: string | null; product: string | null } | null;

/** The same from an address: `add=catalog`, with `product` where one is known, or `edit=catalog:<name>`. Pure. */
export function readSourcesSearch(params: Record<string, string | string[] | undefined>): SourcesSearch {
  const first = (name: string): string | null => {
    const given = params[name];
    return (Array.isArray(given) ? given[0] : given) ?? null;
  };
  const kindOf = (text: string | undefined | null) => SOURCE_KINDS.find((kind) => kind === text);
  const added = kindOf(first("add"));
  if (added !== undefined) return { kind: added, name: null, product: findPreset(first("product"))?.id ?? null };
  const [, edited, name] = /^(\w+):(.+)$/s.exec(first("edit") ?? "") ?? [];
  const kind = kindOf(edited);
  return kind === undefined || name === undefined ? null : { kind, name, product: null };
}
