import { findPreset } from "#lib/contracts/catalog-presets.ts";

/** The form that the address asks for; null: none is open. */
export type SourcesSearch = { kind: "catalog" | "store"; name: string | null; product: string | null } | null;

/** The same from an address: `add=catalog`, with `product` where one is known, or `edit=catalog:<name>`. Pure. */
export function readSourcesSearch(params: Record<string, string | string[] | undefined>): SourcesSearch {
  const first = (name: string): string | null => {
    const given = params[name];
    return (Array.isArray(given) ? given[0] : given) ?? null;
  };
  const add = first("add");
  if (add === "catalog" || add === "store") return { kind: add, name: null, product: findPreset(first("product"))?.id ?? null };
  const [, kind, name] = /^(catalog|store):(.+)$/s.exec(first("edit") ?? "") ?? [];
  if (name === undefined || (kind !== "catalog" && kind !== "store")) return null;
  return { kind, name, product: null };
}
