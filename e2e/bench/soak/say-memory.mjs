/**
 * Preloaded by the soak (`NODE_OPTIONS=--import …?folder=…`) into every program of the service: on SIGUSR2 it collects garbage and writes the memory
 * that is left to `<folder>/<process number>.json`. Plain JavaScript, because npm's own Node may be too old for types.
 */
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import v8 from "node:v8";
import vm from "node:vm";

const folder = new URL(import.meta.url).searchParams.get("folder");
v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

process.on("SIGUSR2", () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  const path = join(folder, `${process.pid}.json`);
  writeFileSync(`${path}.new`, JSON.stringify({ heapBytes: heapUsed, externalBytes: external }));
  renameSync(`${path}.new`, path);
});
