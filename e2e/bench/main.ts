import { createReadStream, writeFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { type BenchTable, type Shape, SHAPES } from "#e2e/bench/bench-table.ts";
import { measureDetection } from "#e2e/bench/detection/measure-detection.ts";
import { reportDetection } from "#e2e/bench/detection/report-detection.ts";
import { type Fleet, FLEETS } from "#e2e/bench/fleet.ts";
import { makeTable } from "#e2e/bench/make-table.ts";
import { type Measurement, measureCase } from "#e2e/bench/measure-case.ts";
import { CASES } from "#e2e/bench/registry.ts";
import { reportSummary } from "#e2e/bench/report.ts";
import type { ServiceMeasurement } from "#e2e/bench/service-case.ts";
import { SERVICE_CASES } from "#e2e/bench/service-registry.ts";
import { reportService, type ServiceSummary, summarizeService } from "#e2e/bench/service-summary.ts";
import { measureSoak, type SoakMeasurement } from "#e2e/bench/soak/measure-soak.ts";
import { reportSoak } from "#e2e/bench/soak/summarize-soak.ts";
import { type Summary, summarize } from "#e2e/bench/summary.ts";
import type { Figure, WebPlace } from "#e2e/bench/web-case.ts";
import { inWebPlace } from "#e2e/bench/web-place.ts";
import { WEB_CASES } from "#e2e/bench/web-registry.ts";
import { reportWeb, summarizeWeb, type WebSummary } from "#e2e/bench/web-summary.ts";

interface Options {
  rows: number[];
  shape: Shape[];
  only: string[];
  rounds: number;
  limit: number;
  fleet: Fleet;
  series: number;
  seed: string;
  minutes: number;
  json?: string | true;
}

const DETECTION = "detection";
/** Only by name: it takes half an hour. */
const SOAK = "soak";
const NAMES = [...[CASES, SERVICE_CASES, WEB_CASES].flatMap((cases) => Object.keys(cases)), DETECTION];
const say = (line: string): void => void process.stderr.write(`${line}\n`);

function whole(least: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < least) throw new InvalidArgumentError(`It is a whole number from ${least} on.`);
    return number;
  };
}

function listOf<T extends string>(allowed: readonly T[]): (text: string) => T[] {
  return (text) =>
    text.split(",").map((word) => {
      const found = allowed.find((one) => one === word);
      if (found === undefined) throw new InvalidArgumentError(`"${word}" is none of ${allowed.join(", ")}.`);
      return found;
    });
}

function readOptions(): Options {
  return new Command("npm run bench --")
    .description(
      "Measures a check against other ways of counting, on tables that it makes. A wrong answer fails it; a missed bar does not.",
    )
    .option(
      "--rows <numbers>",
      "sizes of the tables, separated by commas",
      (text) => text.split(",").map(whole(10_000)),
      [1_000_000, 20_000_000],
    )
    .option("--shape <shapes>", `${SHAPES.join(",")}: 0.1 % or half of the keys duplicated, or 10,000 delete files`, listOf(SHAPES), [
      ...SHAPES,
    ])
    .option("--only <cases>", [...NAMES, SOAK].join(","), listOf([...NAMES, SOAK]), NAMES)
    .option("--rounds <n>", "each case once a round, in turn", whole(1), 3)
    .option("--limit <seconds>", "a case that reads a table ends after so long", whole(1), 600)
    .addOption(new Option("--fleet <name>", "how much history the 1,000 tables of the web cases have").choices(FLEETS).default("month"))
    .option("--series <n>", "how many series of each kind the case detection judges", whole(1), 24)
    .option("--seed <text>", "what these series are made from", "bench")
    .option("--minutes <n>", `how long the case ${SOAK} takes`, whole(1), 30)
    .option("--json [file]", "the numbers as JSON, to a file or to standard output")
    .parse()
    .opts<Options>();
}

/** The first case shall not pay for the disk. */
async function readIntoCache({ dataFiles }: BenchTable): Promise<void> {
  for (const file of dataFiles) for await (const _ of createReadStream(file, { highWaterMark: 2 ** 20 }));
}

async function benchTable(table: BenchTable, { only, rounds, limit }: Options): Promise<{ summary: Summary; faults: string[] }> {
  await readIntoCache(table);
  const faults: string[] = [];
  const measured: Measurement[][] = [];
  for (let round = 0; round < rounds; round++) {
    const runs: Measurement[] = [];
    for (const [id, { shapes }] of Object.entries(CASES)) {
      if (!only.includes(id) || shapes?.includes(table.shape) === false) continue;
      const run = await measureCase(id, table, limit * 1000);
      const what = `${table.rows / 1_000_000} M ${table.shape}, round ${round + 1}, ${id}`;
      say(
        run.fault === null
          ? `${what}: ${run.ended ? "" : "not ended after "}${(run.wallMs / 1000).toFixed(2)} s`
          : `${what}: WRONG: ${run.fault}`,
      );
      if (run.fault === null) runs.push(run);
      else faults.push(`${what}: ${run.fault}`);
    }
    measured.push(runs);
  }
  return { summary: summarize(table, measured), faults };
}

/** null when a round failed. */
async function benchService(id: string, rounds: number): Promise<{ summary: ServiceSummary | null; faults: string[] }> {
  const run = await SERVICE_CASES[id]?.load();
  const measured: ServiceMeasurement[] = [];
  try {
    for (let round = 0; run !== undefined && round < rounds; round++) {
      const found = await run();
      say(`${id}, round ${round + 1}: ${(found.ms / 1000).toFixed(2)} s, the other way ${(found.otherMs / 1000).toFixed(2)} s`);
      measured.push(found);
    }
    return { summary: summarizeService(id, measured), faults: [] };
  } catch (error) {
    return { summary: null, faults: [`${id}: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

/** All cases of the web, on one server. A case that fails is left out. */
async function benchWeb({ only, rounds, fleet }: Options, faults: string[]): Promise<WebSummary[]> {
  const chosen = Object.entries(WEB_CASES).filter(([id]) => only.includes(id));
  if (chosen.length === 0) return [];
  return await inWebPlace(fleet, say, async (place) => {
    const found: WebSummary[] = [];
    for (const [id, { load }] of chosen) {
      try {
        found.push(summarizeWeb(id, fleet, await measureWeb(id, await load(), place, rounds)));
      } catch (error) {
        faults.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return found;
  });
}

async function measureWeb(id: string, run: (place: WebPlace) => Promise<Figure[]>, place: WebPlace, rounds: number): Promise<Figure[][]> {
  const measured: Figure[][] = [];
  for (let round = 0; round < rounds; round++) {
    measured.push(await run(place));
    say(`${id}, round ${round + 1} is done`);
  }
  return measured;
}

/** Told as fault: an answer with an error. null when it was not asked for, or the service did not last. */
async function benchSoak({ only, minutes }: Options, faults: string[]): Promise<SoakMeasurement | null> {
  if (!only.includes(SOAK)) return null;
  try {
    const measured = await measureSoak(minutes, say);
    faults.push(...measured.visits.faults.map((fault) => `${SOAK}: ${fault}`));
    return measured;
  } catch (error) {
    faults.push(`${SOAK}: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

// As the command line does; its reader inherits the cache.
enableCompileCache(join(import.meta.dirname, "../../node_modules/.cache/bergwatch/compile"));
const options = readOptions();
const [load = 0] = loadavg();
const machine = { processors: cpus().length, model: cpus()[0]?.model ?? "", loadAverageAtStart: load };
if (load > 0.5) say(`The machine was busy before the bench began: load average ${load.toFixed(1)} on ${machine.processors} processors.`);
const summaries: Summary[] = [];
const services: ServiceSummary[] = [];
const faults: string[] = [];
const tells = options.json !== true;
const needsTables = options.only.some((id) => id in CASES);
for (const rows of needsTables ? options.rows : []) {
  for (const shape of options.shape) {
    const result = await benchTable(await makeTable(shape, rows, say), options);
    summaries.push(result.summary);
    faults.push(...result.faults);
    if (tells) process.stdout.write(`${reportSummary(result.summary, options.rounds)}\n`);
  }
}
for (const id of Object.keys(SERVICE_CASES).filter((known) => options.only.includes(known))) {
  const result = await benchService(id, options.rounds);
  faults.push(...result.faults);
  if (result.summary === null) continue;
  services.push(result.summary);
  if (tells) process.stdout.write(`${reportService(result.summary, options.rounds)}\n`);
}
const web = await benchWeb(options, faults);
if (tells) for (const summary of web) process.stdout.write(`${reportWeb(summary, options.rounds)}\n`);
const detection = options.only.includes(DETECTION) ? measureDetection(options.seed, options.series, say) : null;
if (tells && detection !== null) process.stdout.write(`${reportDetection(detection)}\n`);
const soak = await benchSoak(options, faults);
if (tells && soak !== null) {
  process.stdout.write(
    `${soak.visits.pages} pages and ${soak.visits.requests} requests in ${soak.minutes} minutes\n\n${reportSoak(soak.summaries)}\n`,
  );
}
const json = `${JSON.stringify({ machine, rounds: options.rounds, faults, tables: summaries, services, web, detection, soak }, null, 2)}\n`;
if (options.json === true) process.stdout.write(json);
else if (options.json !== undefined) writeFileSync(options.json, json);
for (const fault of faults) say(`WRONG ANSWER: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
