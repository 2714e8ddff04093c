export interface AtOnce<T> {
  /** How many are worked on at a time. */
  itemsMax: number;
  /** What these weigh together, but for one that weighs more alone; not given: they weigh nothing. */
  weightMax?: number;
  weightOf?: (item: T) => number;
}

/**
 * The results of `work` in the order of the items, some of which are worked on at a time. Throws the first error, once all that was begun has
 * ended; nothing more is begun after it.
 */
export async function mapAtOnce<T, R>(items: readonly T[], atOnce: AtOnce<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const { itemsMax, weightMax = 0, weightOf = () => 0 } = atOnce;
  const results: R[] = [];
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let weight = 0;
  for (const [at, item] of items.entries()) {
    const own = weightOf(item);
    while (running.size > 0 && (running.size >= itemsMax || weight + own > weightMax)) await Promise.race(running);
    if (failures.length > 0) break;
    weight += own;
    const ending = work(item)
      .then((result) => void (results[at] = result))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        weight -= own;
        running.delete(ending);
      });
    running.add(ending);
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return results;
}
