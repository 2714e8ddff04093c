import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What the writer of the sample tables knows of every snapshot for one key: values in the order of the snapshots. */
export interface SampleTruth {
  table: string;
  key: string[];
  snapshotIds: string[];
  committedAt: string[];
  metrics: Record<string, (number | null)[]>;
  partitionsPerKey?: Record<string, number[]>;
}

export const SAMPLES_FOLDER = join(import.meta.dirname, "../../db/seed/samples");

/** Every key of every sample table. */
export function readSampleTruth(): SampleTruth[] {
  return JSON.parse(readFileSync(join(SAMPLES_FOLDER, "truth.json"), "utf8")) as SampleTruth[];
}

/** That of a sample table's first key. Throws when there is no such table. */
export function sampleTruthOf(name: string): SampleTruth {
  const found = readSampleTruth().find(({ table }) => table === name);
  if (found === undefined) throw new Error(`truth.json lacks ${name}`);
  return found;
}

/** Quotients and seconds are fractions. */
export function rounded(value: number | null | undefined): number | null {
  return value == null ? null : Math.round(value * 1e9) / 1e9;
}
