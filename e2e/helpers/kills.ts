import { childrenOf, commandOf, findProgram } from "#e2e/helpers/programs.ts";

type Target = "reader" | "worker" | "web" | "parent" | "postgres" | "connection";

/** What is done to a running service: a process is killed, or suspended by SIGSTOP. */
export interface Harm {
  target: Target;
  how: "kill" | "freeze";
}

/** All that a service is to outlive. Whoever started the service starts it again when the parent is killed, and resumes a parent that is suspended. */
export const HARMS: readonly Harm[] = (["reader", "worker", "web", "parent", "postgres", "connection"] as const).flatMap(
  (target): Harm[] => [
    { target, how: "kill" },
    { target, how: "freeze" },
  ],
);

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
  return inflict({ target: victim, how: "kill" }, dataDir, random);
}

/** Does it to one such process of the service with the data folder, or to all of Postgres; false when there is none at this moment. */
export function inflict({ target, how }: Harm, dataDir: string, random: () => number): boolean {
  const found = target === "connection" ? connectionsOf(dataDir) : findProgram(target, dataDir);
  const chosen = found[Math.floor(random() * found.length)];
  if (chosen === undefined) return false;
  try {
    if (how === "kill") return process.kill(chosen, "SIGKILL");
    for (const pid of target === "postgres" ? [chosen, ...childrenOf(chosen)] : [chosen]) process.kill(pid, "SIGSTOP");
    return true;
  } catch {
    // It ended by itself.
    return false;
  }
}

/** Which programs may be harmed, so that no limit on restarts is passed: a service gives up a program that dies too often. */
export class Pacing {
  readonly #harmed: { target: Target; atMs: number }[] = [];

  allows({ target }: Harm, nowMs: number): boolean {
    const program = programOf(target);
    const recent = this.#harmed.filter((past) => nowMs - past.atMs < PACING_WINDOW_MS && programOf(past.target) === program);
    return recent.length < HARMS_IN_WINDOW_MAX;
  }

  note({ target }: Harm, atMs: number): void {
    this.#harmed.push({ target, atMs });
  }
}

/** The service forgets a death after five minutes, and gives a program up after six to eight. */
const PACING_WINDOW_MS = 300_000;
const HARMS_IN_WINDOW_MAX = 4;

/** Postgres ends with one of its connections. */
function programOf(target: Target): Target {
  return target === "connection" ? "postgres" : target;
}

function connectionsOf(dataDir: string): number[] {
  const children = findProgram("postgres", dataDir).flatMap(childrenOf);
  return children.filter((pid) => commandOf(pid).startsWith("postgres: bergwatch bergwatch"));
}
