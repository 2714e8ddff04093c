/** UTF-8 text as Kafka keys hold it. Pure. */

/** The text of the bytes; null where they are no UTF-8. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

const OUTER = " \t\n\v\f\r\u00a0\ufeff";

/** As texts are compared: outer white space and case do not count. A letter becomes one letter, as in SQL, whatever stands beside it. */
export function foldText(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && OUTER.includes(text.charAt(from))) from += 1;
  while (to > from && OUTER.includes(text.charAt(to - 1))) to -= 1;
  const inner = text.slice(from, to);
  return /[^ -~]/.test(inner) ? Array.from(inner, foldCharacter).join("") : inner.toLowerCase();
}

function foldCharacter(character: string): string {
  const [first] = character.toLowerCase();
  return character.length > 1 ? character.toLowerCase() : (first ?? character);
}
