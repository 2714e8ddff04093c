import type { SeriesKind } from "#e2e/bench/detection/made-series.ts";
import { PROFILES, toothOf, type Profile, type ProfiledMetric } from "#e2e/bench/detection/profiles.ts";
import type { Random } from "#e2e/bench/detection/random.ts";
import type { TrustDirection } from "#lib/names.ts";

export const HOURS = 90 * 24;

/** Hours since the beginning; `to` is out of it. */
interface Hours {
  from: number;
  to: number;
}

/** What befalls a table in its ninety days. */
export interface Course {
  /** Free of noise. */
  level: (hour: number) => number;
  labels: readonly Hours[];
  /** In the place of the profile's own noise. */
  seen?: (level: number) => number;
  /** What the table's keys are multiplied by. */
  grown?: (hour: number) => number;
  isMissing?: (hour: number) => boolean;
  /** Not to be trusted, with what is read there in the place of the truth. */
  untrusted?: (Hours & { reads: number; direction: TrustDirection | null })[];
  /** From this hour on, the key is another one. */
  rekeyedAt?: number;
  accepted?: number;
}

export interface KindOfSeries {
  metrics: readonly [ProfiledMetric, ...ProfiledMetric[]];
  make: (profile: Profile, random: Random) => Course;
}

const NEVER = ["surplus_rows", "ghost_rows"] as const;
const LAGS = ["commit_lag_seconds", "source_lag_seconds"] as const;
const KEYS = ["multi_partition_keys", "multi_key_bytes_keys"] as const;
const CHANGES = [...LAGS, "duplicate_factor", ...KEYS] as const;
const DELETES = ["delete_ratio", "equality_delete_files"] as const;
const ALL = Object.keys(PROFILES) as [ProfiledMetric];

/** When it begins and, three times in four, ends. */
function somewhere(random: Random, { earliest = 20 * 24, shortest = 6, longest = 240 } = {}): Hours {
  const from = random.between(earliest, 75 * 24);
  return { from, to: random.next() < 0.25 ? HOURS : Math.min(HOURS, from + random.scale(shortest, longest)) };
}

const isIn = (hour: number, { from, to }: Hours): boolean => hour >= from && hour < to;

function risen({ usual, rise }: Profile, at: Hours): Course {
  return { level: (hour) => usual(hour) + (isIn(hour, at) ? rise : 0), labels: [at] };
}

/** Half of them also have a rise. */
function perhapsRisen(profile: Profile, random: Random, at = somewhere(random)): Course {
  return random.next() < 0.5 ? risen(profile, at) : { level: profile.usual, labels: [] };
}

function drift({ usual, rise }: Profile, random: Random): Course {
  const from = random.between(15, 45) * 24;
  const to = from + random.between(10, 35) * 24;
  const total = rise * random.between(1.5, 3);
  const end = random.next() < 0.5 ? HOURS : Math.min(HOURS, to + random.between(2, 8) * 24);
  const lift = (hour: number): number => (hour < from || hour >= end ? 0 : total * Math.min(1, (hour - from) / (to - from)));
  return { level: (hour) => usual(hour) + lift(hour), labels: [{ from, to: end }] };
}

function dailySeason(profile: Profile, random: Random): Course {
  const from = random.whole(0, 23);
  const lasts = random.oneOf([2, 4, 8, 12]);
  const height = profile.usual(0) * random.between(2, 15);
  const form = random.oneOf(["block", "ramp", "wave"]);
  const share = (hour: number): number => {
    const into = (hour - from + 24) % 24;
    if (form === "wave") return (1 - Math.cos((2 * Math.PI * into) / 24)) / 2;
    if (into >= lasts) return 0;
    return form === "block" ? 1 : into / lasts;
  };
  return perhapsRisen(seasonal(profile, height, share), random);
}

function weeklySeason(profile: Profile, random: Random): Course {
  const height = profile.usual(0) * random.between(2, 15);
  const ramps = random.next() < 0.5;
  const starts = random.whole(0, 6) * 24;
  const share = (hour: number): number => {
    const into = (hour - starts + 7 * 24) % (7 * 24);
    if (into >= 48) return 0;
    return ramps ? into / 48 : 1;
  };
  return perhapsRisen(seasonal(profile, height, share), random);
}

/** A rise that is told must stand out of the season too. */
function seasonal(profile: Profile, height: number, share: (hour: number) => number): Profile {
  const usual = (hour: number): number => profile.usual(hour) + height * share(hour);
  return { ...profile, usual, rise: profile.rise + 2 * height };
}

function compactionStops(profile: Profile, random: Random): Course {
  const { peak, nextReset } = toothOf(profile);
  const stopsAt = nextReset(random.between(20, 70) * 24);
  const slope = profile.usual(stopsAt - 1) - profile.usual(stopsAt - 2) || peak / 24;
  const to = random.next() < 0.25 ? HOURS : Math.min(HOURS, stopsAt + random.between(3, 14) * 24);
  return {
    level: (hour) => (hour < stopsAt || hour >= to ? profile.usual(hour) : peak + slope * (hour - stopsAt)),
    // From when a compaction was due on.
    labels: [{ from: stopsAt, to }],
  };
}

/** All counts of keys go with the keys, and no ratio does. */
function grown(profile: Profile, factor: (hour: number) => number): Course {
  return { level: (hour) => profile.usual(hour) * (profile.keys === null ? 1 : factor(hour)), labels: [], grown: factor };
}

function growth(profile: Profile, random: Random): Course {
  const times = random.scale(1.5, 8);
  const isSteady = random.next() < 0.5;
  return grown(profile, (hour) => (isSteady ? 1 + ((times - 1) * hour) / HOURS : times ** (hour / HOURS)));
}

function backfill(profile: Profile, random: Random): Course {
  const { from } = somewhere(random);
  const times = random.scale(1.3, 4);
  const lasts = random.oneOf([0.5, 6, 48]);
  return grown(profile, (hour) => 1 + (times - 1) * Math.min(1, Math.max(0, (hour - from) / lasts)));
}

function noise(profile: Profile, random: Random): Course {
  const width = random.between(0.5, 0.8);
  const isLag = profile.metric.endsWith("_seconds");
  const seen = (level: number): number =>
    isLag ? level * Math.exp(width * random.bell()) : profile.seen(level + (profile.keys === null ? 0.01 : 0.03 * level) * random.bell());
  return { level: profile.usual, labels: [], seen };
}

function missing(profile: Profile, random: Random): Course {
  const share = random.between(0.1, 0.4);
  const gapFrom = random.between(5, 80) * 24;
  const gap = { from: gapFrom, to: gapFrom + random.between(24, 96) };
  return { ...perhapsRisen(profile, random), isMissing: (hour) => isIn(hour, gap) || random.next() < share };
}

function untrusted(profile: Profile, random: Random): Course {
  const course = perhapsRisen(profile, random, somewhere(random, { earliest: 30 * 24 }));
  const isBound = profile.promise === "unique" && random.next() < 0.5;
  const stretches = Array.from({ length: random.whole(1, 3) }, (_, at) => {
    const from = (5 + at * 8) * 24 + random.between(0, 96);
    const reads = random.oneOf([0, 1, 5]) * (profile.rise + profile.usual(0));
    return { from, to: from + random.between(3, 24), reads, direction: isBound ? ("at least" as const) : null };
  });
  const told = stretches.filter(({ reads, direction }) => direction === "at least" && reads > 0);
  return { ...course, labels: [...told.map(({ from, to }) => ({ from, to })), ...course.labels], untrusted: stretches };
}

function newKey(profile: Profile, random: Random): Course {
  const rekeyedAt = random.between(15, 40) * 24;
  const times = random.scale(0.3, 4);
  const course = perhapsRisen(profile, random, somewhere(random, { earliest: rekeyedAt + 5 * 24 }));
  return { ...course, level: (hour) => course.level(hour) * (hour < rekeyedAt ? 1 : times), rekeyedAt };
}

/** What may befall a table, by the kind of series that shows it. */
export const KINDS: Readonly<Record<SeriesKind, KindOfSeries>> = {
  "flat zero": {
    metrics: ALL,
    make: ({ metric }) => ({ level: () => (metric === "duplicate_factor" ? 1 : 0), labels: [], seen: (level) => level }),
  },
  "first surplus": { metrics: NEVER, make: (profile, random) => risen(profile, somewhere(random, { earliest: 3 * 24 })) },
  "rise on an accepted level": {
    metrics: ["surplus_rows", "ghost_rows", "delete_ratio"],
    make: (profile, random) => {
      const accepted = profile.promise === "unique" ? random.whole(1, 5000) : 0.8;
      const flat = { ...profile, usual: () => accepted };
      return { ...perhapsRisen(flat, random), accepted, seen: (level) => level };
    },
  },
  step: { metrics: [...CHANGES, ...DELETES], make: (profile, random) => risen(profile, somewhere(random)) },
  drift: { metrics: CHANGES, make: drift },
  spike: { metrics: [...NEVER, ...LAGS], make: (profile, random) => spikes(profile, random, { count: 3, hours: [3, 6] }) },
  blip: {
    metrics: LAGS,
    make: (profile, random) => ({ ...spikes(profile, random, { count: random.whole(2, 8), hours: [0.2, 0.25] }), labels: [] }),
  },
  "daily season": { metrics: LAGS, make: dailySeason },
  "weekly season": { metrics: LAGS, make: weeklySeason },
  "compaction resets": { metrics: DELETES, make: ({ usual }) => ({ level: usual, labels: [] }) },
  "compaction stops": { metrics: DELETES, make: compactionStops },
  growth: { metrics: [...KEYS, "duplicate_factor"], make: growth },
  backfill: { metrics: [...KEYS, "duplicate_factor"], make: backfill },
  noise: { metrics: [...LAGS, "duplicate_factor", "multi_partition_keys"], make: noise },
  "missing observations": { metrics: [...NEVER, ...CHANGES], make: missing },
  "untrusted stretches": { metrics: [...NEVER, ...CHANGES], make: untrusted },
  "new key": { metrics: CHANGES, make: newKey },
};

function spikes(profile: Profile, random: Random, { count, hours }: { count: number; hours: [number, number] }): Course {
  const starts = Array.from({ length: count }, (_, at) => (15 + (at * 70) / count) * 24 + random.whole(0, 100));
  const labels = starts.map((from) => ({ from, to: from + random.between(...hours) }));
  return { level: (hour) => profile.usual(hour) + (labels.some((at) => isIn(hour, at)) ? profile.rise : 0), labels };
}
