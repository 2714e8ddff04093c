import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { inScratchFolder } from "#e2e/bench/scratch-folder.ts";
import { readMemory, type Memory } from "#e2e/bench/soak/memory.ts";
import { visitAsPeople, type Visits } from "#e2e/bench/soak/people.ts";
import { type Program, PROGRAMS, type Sample, type SoakSummary, summarizeSoak } from "#e2e/bench/soak/summarize-soak.ts";
import { SAMPLES_FOLDER } from "#e2e/helpers/sample-truth.ts";
import { npmStart, ownVariables, pressCtrlC, untilAddress } from "#e2e/helpers/service.ts";

const START_MS_MAX = 240_000;
const SAMPLE_EVERY_MS = 30_000;
/** A collection changes how much is resident, so most samples do without. */
const COLLECT_EVERY_SAMPLES = 4;
/** What is loaded at the first visit is no leak. */
const WARM_UP_MS = 120_000;

export interface SoakMeasurement {
  minutes: number;
  summaries: SoakSummary[];
  samples: Sample[];
  visits: Visits;
}

/**
 * A service that watches the sample tables, each of them due every minute, and twenty people at its pages for so many minutes, after two to warm up. Memory is read
 * every 30 s. Throws when the service does not start, or ends.
 */
export async function measureSoak(minutes: number, say: (line: string) => void): Promise<SoakMeasurement> {
  return await inScratchFolder(async (root) => {
    const folder = join(root, "memory");
    mkdirSync(folder);
    writeFileSync(join(root, "bergwatch.yaml"), configuration());
    const preloaded = pathToFileURL(join(import.meta.dirname, "say-memory.mjs"));
    preloaded.searchParams.set("folder", folder);
    const variables = { ...(await ownVariables(root)), NODE_OPTIONS: `--import ${preloaded.href}` };
    const dataDir = join(root, "data");
    const service = npmStart(variables);
    try {
      const url = await untilAddress(service, START_MS_MAX);
      await visitAsPeople(url, performance.now() + WARM_UP_MS);
      const begun = performance.now();
      const until = begun + minutes * 60_000;
      const visiting = visitAsPeople(url, until);
      const samples: Sample[] = [];
      for (let number = 0; performance.now() < until; number++) {
        const memory = await readAll(dataDir, number % COLLECT_EVERY_SAMPLES === 0 ? folder : null);
        samples.push({ seconds: Math.round((performance.now() - begun) / 1000), memory });
        say(describe(samples.at(-1)));
        await sleep(SAMPLE_EVERY_MS);
      }
      return { minutes, summaries: summarizeSoak(samples), samples, visits: await visiting };
    } finally {
      pressCtrlC(service);
      await service.ended;
    }
  });
}

/** As samples.json has them, and due every minute. */
function configuration(): string {
  const samples = JSON.parse(readFileSync(join(SAMPLES_FOLDER, "samples.json"), "utf8")) as { table: { location: string } }[];
  const tables = samples.map(({ table }) => {
    return { ...table, location: join(SAMPLES_FOLDER, table.location), relocated: true, schedule: { every: "60s" } };
  });
  return JSON.stringify({ tables });
}

async function readAll(dataDir: string, folder: string | null): Promise<Record<Program, Memory>> {
  return {
    web: await readMemory("web", dataDir, folder),
    worker: await readMemory("worker", dataDir, folder),
  };
}

function describe(sample: Sample | undefined): string {
  if (sample === undefined) return "";
  const said = PROGRAMS.map((program) => {
    const { residentBytes, heapBytes } = sample.memory[program];
    const heap = heapBytes === null ? "" : ` (heap ${mega(heapBytes)})`;
    return `${program} ${mega(residentBytes)}${heap}`;
  });
  return `soak, ${sample.seconds} s: ${said.join(", ")}`;
}

function mega(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
