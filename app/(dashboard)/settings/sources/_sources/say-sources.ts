import { formatCount } from "#lib/units.ts";
import type { SourcesPage } from "./read-sources.ts";

/** How the catalogs and stores stand, in a sentence. Pure. */
export function saySources({ catalogs, stores }: Pick<SourcesPage, "catalogs" | "stores">): string {
  const faulty = [...catalogs, ...stores].filter(({ entry }) => entry.state === "faulty");
  const [first] = faulty;
  if (first !== undefined) {
    return faulty.length === 1
      ? `${first.entry.name} has a fault, and is not in use.`
      : `${formatCount(faulty.length)} have faults, and are not in use.`;
  }
  const ill = catalogs.filter(({ health }) => health?.state === "ill");
  const [worst] = ill;
  if (worst !== undefined)
    return ill.length === 1 ? `${worst.entry.name} does not answer.` : `${formatCount(ill.length)} catalogs do not answer.`;
  if (catalogs.length + stores.length === 0) return "No catalog is connected yet.";
  const parts = [counted(catalogs.length, "catalog", "catalogs"), counted(stores.length, "store", "stores")].filter(
    (part) => part !== null,
  );
  return `${parts.join(" and ")} ${catalogs.length + stores.length === 1 ? "is" : "are"} connected.`;
}

function counted(count: number, one: string, many: string): string | null {
  return count === 0 ? null : `${formatCount(count)} ${count === 1 ? one : many}`;
}
