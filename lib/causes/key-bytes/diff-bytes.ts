/** So many bytes of each are compared one against the other; longer ones by what they begin and end with. */
const COMPARED_MAX = 512;

/**
 * Which bytes of two keys (hex) are not the other's: true at each that differs. Of one length they are compared place by place, else by the longest run of
 * bytes that both have in this order, so that a schema id in front marks nothing behind it. null: one of them is no hex. Pure.
 */
export function diffBytes(one: string, other: string): { one: boolean[]; other: boolean[] } | null {
  if (![one, other].every((hex) => hex.length % 2 === 0 && /^[\da-f]*$/i.test(hex))) return null;
  const [a, b] = [one, other].map((hex) => hex.toUpperCase().match(/../g) ?? []);
  if (a === undefined || b === undefined) return null;
  if (a.length === b.length) {
    const differs = a.map((byte, index) => byte !== b[index]);
    return { one: differs, other: differs };
  }
  const marks = { one: a.map(() => true), other: b.map(() => true) };
  const pairs = a.length <= COMPARED_MAX && b.length <= COMPARED_MAX ? commonPairs(a, b) : commonEnds(a, b);
  for (const [inOne, inOther] of pairs) {
    marks.one[inOne] = false;
    marks.other[inOther] = false;
  }
  return marks;
}

/** The longest common subsequence, as places in both. */
function commonPairs(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: [number, number][] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j] && at(i, j) === at(i + 1, j + 1) + 1) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function commonEnds(a: readonly string[], b: readonly string[]): [number, number][] {
  const shorter = Math.min(a.length, b.length);
  let [front, back] = [0, 0];
  while (front < shorter && a[front] === b[front]) front += 1;
  while (back < shorter - front && a[a.length - 1 - back] === b[b.length - 1 - back]) back += 1;
  return [
    ...Array.from({ length: front }, (_, index): [number, number] => [index, index]),
    ...Array.from({ length: back }, (_, index): [number, number] => [a.length - 1 - index, b.length - 1 - index]),
  ];
}
