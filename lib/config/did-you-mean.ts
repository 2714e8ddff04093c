/** What people write out of habit from elsewhere, and what it is called here. */
const ALSO_CALLED: Readonly<Record<string, string>> = {
  where: "filter",
  condition: "filter",
  path: "location",
  uri: "location",
  url: "location",
  dir: "location",
  directory: "location",
  metadata: "location",
  ref: "branch",
  type: "kind",
  disabled: "paused",
  interval: "every",
  tz: "time_zone",
  zone: "time_zone",
  poll_interval: "poll",
  warning: "warn",
  error: "alert",
  critical: "alert",
  labels: "tags",
  column: "columns",
  id: "key",
  primary_key: "key",
  operation: "op",
  mask: "masked",
};

/** The one of `known` that was most likely meant by `written`; null when nothing is near. Case, `-` and `_` do not count. */
export function findSimilar(written: string, known: readonly string[]): string | null {
  const alias = ALSO_CALLED[written.toLowerCase()];
  if (alias !== undefined && known.includes(alias)) return alias;
  const plain = plainName(written);
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(plain.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(plain, plainName(candidate), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** ` Did you mean x?`, or nothing: to stand behind a sentence. */
export function didYouMean(written: string, known: readonly string[]): string {
  const similar = findSimilar(written, known);
  return similar === null ? "" : ` Did you mean ${similar}?`;
}

function plainName(name: string): string {
  return name
    .slice(0, 80)
    .toLowerCase()
    .replaceAll(/[-_\s]/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours; any number at or above `max` stands for "too far". */
function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) >= max) return max;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (beforeLast[j - 2] ?? max) + 1 : max;
      row.push(Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length] ?? max;
}
