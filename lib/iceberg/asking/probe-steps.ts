import type { ProbeStep } from "#lib/contracts/browse-documents.ts";
import { AppError } from "#lib/errors.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";
import { cancelledError } from "#lib/iceberg/reader-ending.ts";

/** `skipped`: there is nothing to try it with, which is no fault. */
export interface Probed {
  outcome: "passed" | "skipped";
  sentence: string;
}

interface Failed {
  outcome: "failed";
  sentence: string;
  /** The part of a catalog's entry that would fix it. */
  path?: "places";
}

type Probe<Step extends ProbeStep> = (Probed | Failed) & { step: Step; milliseconds: number };

/** One thing to try, and what is done meanwhile, for whoever waits. */
export interface TriedStep<Step extends ProbeStep> {
  step: Step;
  doing: string;
  look: () => Promise<Probed>;
}

/** Tries one step after the other; what fails by an AppError is told, and after it nothing more is tried. Throws AppError cancelled. */
export async function probeSteps<Step extends ProbeStep>(
  steps: readonly TriedStep<Step>[],
  { signal, onProgress }: AskOptions,
): Promise<Probe<Step>[]> {
  const probes: Probe<Step>[] = [];
  let isBroken = false;
  for (const { step, doing, look } of steps) {
    if (isBroken) {
      probes.push({ step, outcome: "skipped", sentence: "It was not tried: what goes before it failed.", milliseconds: 0 });
      continue;
    }
    onProgress?.(doing);
    const from = performance.now();
    const found = await look().catch((error: unknown) => asFailure(error, signal));
    if (signal.aborted) throw cancelledError();
    isBroken = found.outcome === "failed";
    probes.push({ step, ...found, milliseconds: Math.round(performance.now() - from) });
  }
  return probes;
}

export function passed(sentence: string): Probed {
  return { outcome: "passed", sentence };
}

export function skipped(sentence: string): Probed {
  return { outcome: "skipped", sentence };
}

function asFailure(error: unknown, signal: AbortSignal): Failed {
  if (signal.aborted) throw cancelledError();
  if (!(error instanceof AppError)) throw error;
  return { outcome: "failed", sentence: error.message, ...(error.code === "table_outside_places" && { path: "places" }) };
}
