import { foldLeaf, type KeyValue } from "#lib/causes/key-bytes/key-value.ts";
import { orderings } from "#lib/causes/key-bytes/orderings.ts";
import { foldText } from "#lib/causes/key-bytes/text.ts";

/** The longest separator between the values of a key, in characters. */
export const SEPARATOR_MAX = 3;

/**
 * True when the text is the key's value, or its values joined by one separator (one to three characters that are neither letters nor digits), maybe in brackets.
 * Case and outer white space do not count. Pure.
 */
export function readsAsText(text: string, values: readonly KeyValue[]): boolean {
  const [only] = values;
  if (values.length === 1 && only !== undefined) {
    const folded = foldLeaf(text, [only.family]);
    return folded === only.folded || only.others.includes(folded);
  }
  const folded = foldText(text);
  const inner = /^[([{<](.*)[)\]}>]$/s.exec(folded)?.[1];
  const parts = values.map((value) => Array.from(foldText(value.text)));
  return [folded, ...(inner === undefined ? [] : [inner])].some((joined) => orderings(parts).some((order) => isJoined(joined, order)));
}

function isJoined(text: string, parts: readonly string[][]): boolean {
  const characters = Array.from(text);
  const gaps = parts.length - 1;
  const width = (characters.length - parts.reduce((sum, part) => sum + part.length, 0)) / gaps;
  if (!Number.isInteger(width) || width < 1 || width > SEPARATOR_MAX) return false;
  const from = parts[0]?.length ?? 0;
  const separator = characters.slice(from, from + width).join("");
  return /^[^0-9a-z]+$/.test(separator) && text === parts.map((part) => part.join("")).join(separator);
}
