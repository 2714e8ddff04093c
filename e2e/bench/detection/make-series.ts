import { HOURS, KINDS, type Course } from "#e2e/bench/detection/kinds.ts";
import type { MadePoint, MadeSeries, SeriesKind, Span } from "#e2e/bench/detection/made-series.ts";
import { PROFILES, type Profile } from "#e2e/bench/detection/profiles.ts";
import { randomOf } from "#e2e/bench/detection/random.ts";

const BEGIN = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const EXACT = { level: "exact", direction: null } as const;

/** One series of a kind, the same for the same seed and number; one in four is observed every 15 minutes, the others every hour. Pure. */
export function makeSeries(kind: SeriesKind, seed: string, number: number): MadeSeries {
  const random = randomOf(`${seed} ${kind} ${number}`);
  const { metrics, make } = KINDS[kind];
  const profile = PROFILES[metrics[Math.floor(number / 4) % metrics.length] ?? metrics[0]](random);
  const course = make(profile, random);
  const step = number % 4 === 3 ? 0.25 : 1;
  const points: MadePoint[] = [];
  for (let hour = 0; hour < HOURS; hour += step) {
    if (course.isMissing?.(hour) !== true) points.push(toPoint(hour, profile, course));
  }
  return {
    kind,
    metric: profile.metric,
    promise: profile.promise,
    accepted: course.accepted === undefined ? {} : { [profile.metric]: course.accepted },
    points,
    labels: course.labels
      .map(({ from, to }): Span => ({ from: BEGIN + from * HOUR_MS, to: BEGIN + to * HOUR_MS }))
      .filter(({ from, to }) => points.some(({ at }) => at.getTime() >= from && at.getTime() < to)),
  };
}

function toPoint(hour: number, profile: Profile, course: Course): MadePoint {
  const seen = course.seen ?? profile.seen;
  const level = course.level(hour);
  const stretch = course.untrusted?.find(({ from, to }) => hour >= from && hour < to);
  return {
    at: new Date(BEGIN + hour * HOUR_MS),
    values: {
      [profile.metric]: stretch?.reads ?? seen(level),
      ...(profile.keys !== null && { distinct_keys: Math.round(profile.keys * (course.grown?.(hour) ?? 1)) }),
    },
    trust: stretch === undefined ? EXACT : { level: "untrusted", direction: stretch.direction },
    keyVersion: course.rekeyedAt !== undefined && hour >= course.rekeyedAt ? 2 : 1,
  };
}
