/** Numbers that look random and are the same for the same seed on every machine. */
export interface Random {
  /** From 0 to below 1. */
  next: () => number;
  between: (low: number, high: number) => number;
  whole: (low: number, high: number) => number;
  /** Evenly over the orders of magnitude. */
  scale: (low: number, high: number) => number;
  /** A bell curve of mean 0 and deviation 1. */
  bell: () => number;
  oneOf: <T>(list: readonly [T, ...T[]]) => T;
}

/** Mulberry32, seeded by a text. Pure but for its own state. */
export function randomOf(seed: string): Random {
  let state = Buffer.from(seed).reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), 2_166_136_261);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number): number => low + next() * (high - low);
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    scale: (low, high) => Math.exp(between(Math.log(low), Math.log(high))),
    bell: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    oneOf: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
