import { childrenOf, commandOf, findProgram } from "#e2e/helpers/programs.ts";

/** What may die at any moment. A `connection` is one process of the Postgres server; with it Postgres ends all others and recovers. */
export const VICTIMS = ["reader", "worker", "postgres", "connection"] as const;
export type Victim = (typeof VICTIMS)[number];

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The items in an order by `random`. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Kills one such process of the service with the data folder; false when there is none at this moment. */
export function killOne(victim: Victim, dataDir: string, random: () => number): boolean {
  const found = victim === "connection" ? connectionsOf(dataDir) : findProgram(victim, dataDir);
  const chosen = found[Math.floor(random() * found.length)];
  try {
    return chosen !== undefined && process.kill(chosen, "SIGKILL");
  } catch {
    // It ended by itself.
    return false;
  }
}

function connectionsOf(dataDir: string): number[] {
  const children = findProgram("postgres", dataDir).flatMap(childrenOf);
  return children.filter((pid) => commandOf(pid).startsWith("postgres: bergwatch bergwatch"));
}
