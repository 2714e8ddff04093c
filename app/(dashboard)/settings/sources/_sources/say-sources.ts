import { formatCount } from "#lib/units.ts";
import { joinWords } from "#lib/words.ts";
import type { SourcesPage } from "./read-sources.ts";

/** How the sources stand, in a sentence. Pure. */
export function saySources({ catalogs, stores, registries }: Pick<SourcesPage, "catalogs" | "stores" | "registries">): string {
  const all = [...catalogs, ...stores, ...registries];
  const faulty = all.filter(({ entry }) => entry.state === "faulty");
  const [first] = faulty;
  if (first !== undefined) {
    return faulty.length === 1
      ? `${first.entry.name} has an error and is not used.`
      : `${formatCount(faulty.length)} have errors and are not used.`;
  }
  const ill = all.filter(({ health, registryHealth }) => health?.state === "ill" || registryHealth?.state === "ill");
  const [worst] = ill;
  if (worst !== undefined)
    return ill.length === 1 ? `${worst.entry.name} does not answer.` : `${formatCount(ill.length)} sources do not answer.`;
  if (all.length === 0) return "No catalog is connected yet.";
  const parts = [
    counted(catalogs.length, "catalog", "catalogs"),
    counted(stores.length, "store", "stores"),
    counted(registries.length, "schema registry", "schema registries"),
  ].filter((part) => part !== null);
  return `${joinWords(parts)} ${all.length === 1 ? "is" : "are"} connected.`;
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${formatCount(count)} ${count === 1 ? one : many}`;
}
