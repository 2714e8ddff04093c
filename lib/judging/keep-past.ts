import { PAST_DAYS } from "#lib/judging/expectation.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";

type Past = ObservedKey["past"];

const HOUR_MS = 3_600_000;

/** A past, newest first, with one more observation: the last of each UTC hour of the four weeks to it, as a run is given it by the store. Pure. */
export function keepPast(newest: Past[number], past: Past): Past {
  const isSameHour = past[0] !== undefined && hourOf(past[0]) === hourOf(newest);
  const since = newest.observedAt.getTime() - PAST_DAYS * 24 * HOUR_MS;
  const earlier = isSameHour ? past.slice(1) : past;
  const end = earlier.findLastIndex(({ observedAt }) => observedAt.getTime() >= since) + 1;
  return [newest, ...earlier.slice(0, end)];
}

function hourOf({ observedAt }: Past[number]): number {
  return Math.floor(observedAt.getTime() / HOUR_MS);
}
