import { viewFit } from "#lib/causes/say-drift.ts";
import type { DriftTopic, DriftWindow } from "#lib/iceberg/contract-causes.ts";

export interface StripLook {
  /** Counts are an order: the first of them is the palest. */
  depth: 1 | 2 | 3 | null;
  pattern: "plain" | "striped" | "dotted" | "hatched";
}

/** What explains rows: a window of the topic, or nothing. */
export interface StripSeries extends ReturnType<typeof viewFit> {
  look: StripLook;
  rows: number;
}

export interface StripBar {
  from: string;
  to: string;
  /** From the base line up: place in `series` and part of the tallest bar, from 0 to 1. */
  parts: { series: number; low: number; high: number; rows: number }[];
  rows: number;
}

const PATTERNS = ["plain", "striped", "dotted"] as const;

/** Rows over time by what explains them. null: the topic has no strip. Pure. */
export function viewDriftStrip({
  strip,
  windows,
}: Pick<DriftTopic, "strip" | "windows">): { series: StripSeries[]; bars: StripBar[] } | null {
  if (strip.length === 0) return null;
  const alone = strip.reduce((sum, { rows }) => sum + (rows[windows.length] ?? 0), 0);
  const looks = looksOf(windows);
  const series = windows.map((window, place) => ({ ...viewFit(window), look: looks[place] ?? HATCHED, rows: window.rows }));
  if (alone > 0) series.push({ client: "no partitioner", share: "", from: null, to: null, look: HATCHED, rows: alone });
  const most = Math.max(1, ...strip.map(({ rows }) => rows.reduce((sum, own) => sum + own, 0)));
  const bars = strip.map(({ from, to, rows }) => {
    let sum = 0;
    const parts = rows.flatMap((own, place) => {
      if (own === 0) return [];
      const low = sum;
      sum += own;
      return [{ series: place, low: low / most, high: sum / most, rows: own }];
    });
    return { from, to, parts, rows: sum };
  });
  return { series, bars };
}

const HATCHED: StripLook = { depth: null, pattern: "hatched" };

/** The count chooses how deep the color is, the client the pattern. */
function looksOf(windows: readonly DriftWindow[]): StripLook[] {
  const counts = [...new Set(windows.flatMap(({ partitioner, partitionCount }) => (partitioner === null ? [] : partitionCount)))];
  const clients = [...new Set(windows.flatMap(({ partitioner }) => partitioner ?? []))];
  return windows.map(({ partitioner, partitionCount }) => {
    if (partitioner === null) return HATCHED;
    const depth = Math.min(3, counts.indexOf(partitionCount) + 1) as 1 | 2 | 3;
    return { depth, pattern: PATTERNS[clients.indexOf(partitioner)] ?? "plain" };
  });
}
