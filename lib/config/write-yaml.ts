import { Document, Scalar, visit } from "yaml";
import type { GivenEntry } from "#lib/config/take-entries.ts";
import { ENTRY_LISTS } from "#lib/contracts/entry-kinds.ts";
import { ENTRY_KINDS } from "#lib/names.ts";

/**
 * What was entered, as a configuration file says it: a whole file, with each entry as it was written and in the order given. Secrets are
 * references, so nothing secret is in it. `defaults` of a file that is there beside it are not: tables follow them wherever they stand. Pure.
 */
export function writeYaml(entries: readonly GivenEntry[], { at }: { at: Date }): string {
  const head = [
    `# What was entered in Bergwatch's settings, exported at ${at.toISOString().slice(0, 19)}Z.`,
    "# A whole bergwatch.yaml; or move its items into the lists of yours. Items in the file can only be changed there:",
    "# remove it from the settings, because the file takes precedence.",
    "# yaml-language-server: $schema=public/bergwatch.schema.json",
  ];
  const parts = ENTRY_KINDS.flatMap((kind) => {
    const items = entries.filter((entry) => entry.kind === kind).map(({ written }) => inOrder(written));
    // An empty file is a fault. One with channels alone leaves open what is watched, as the settings did.
    return items.length > 0 || (kind === "table" && entries.length === 0) ? [writeList(ENTRY_LISTS[kind], items)] : [];
  });
  return `${head.join("\n")}\n${parts.join("\n")}`;
}

/** As people write an item: what it is, where, and by which key; the rest as it was kept, which is not an order of anybody's. */
const FIRST = ["name", "scope", "uri", "url", "warehouse", "location", "catalog", "table", "key", "keys", "kind"];

function inOrder(written: GivenEntry["written"]): GivenEntry["written"] {
  const rank = (key: string): number => FIRST.indexOf(key) + 1 || FIRST.length + 1;
  return Object.fromEntries(Object.entries(written).toSorted(([one], [other]) => rank(one) - rank(other)));
}

// oxlint-disable-next-line no-control-regex -- these characters are what is looked for
const UNSEEN = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFEFF]/;

/** Characters that nobody sees are written as escapes, which only double quotes have: the reader refuses them as they are. */
function writeList(list: string, items: readonly unknown[]): string {
  const nested = list.split(".").reduceRight<unknown>((value, key) => ({ [key]: value }), items);
  const document = new Document(nested, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "string" && (UNSEEN.test(node.value) || node.value === "<<")) node.type = Scalar.QUOTE_DOUBLE;
    },
  });
  return document
    .toString({ lineWidth: 0 })
    .replaceAll(new RegExp(UNSEEN, "g"), (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
