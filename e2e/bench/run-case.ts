import { readFileSync, writeSync } from "node:fs";
import { type CaseResult, mark } from "#e2e/bench/bench-case.ts";
import { BenchTable } from "#e2e/bench/bench-table.ts";
import { CASES } from "#e2e/bench/registry.ts";

/** The process of one case: `run-case.ts <case> <table.json>`. Its last line of output is what it found and used, as JSON. */

export interface CaseOutput extends Omit<CaseResult, "from"> {
  /** Null where the case leaves nothing out: then the parent's clock counts, from the start of the process to its end. */
  wallMs: number | null;
  processorMs: number;
  residentBytesMax: number;
}

const [id = "", tableFile = ""] = process.argv.slice(2);
const run = await CASES[id]?.load();
if (!run) throw new Error(`there is no case "${id}"`);
const { answer, parts, from } = await run(BenchTable.parse(JSON.parse(readFileSync(tableFile, "utf8"))));
const end = mark();
const output: CaseOutput = {
  answer,
  parts,
  wallMs: from ? end.at - from.at : null,
  processorMs: end.processorMs - (from?.processorMs ?? 0),
  residentBytesMax: process.resourceUsage().maxRSS * 1024,
};
writeSync(1, `${JSON.stringify(output)}\n`);
// As the reader process does: taking the engine down in order would only cost time.
process.exit(0);
