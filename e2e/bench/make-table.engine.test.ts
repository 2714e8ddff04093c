import { mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SHAPES } from "#e2e/bench/bench-table.ts";
import { makeTable } from "#e2e/bench/make-table.ts";
import { measureCase } from "#e2e/bench/measure-case.ts";
import { allVariables, readEnv } from "#lib/env.ts";

const ROWS = 20_000;
let directory = "";
const quiet = (): void => {};

beforeAll(() => {
  const { extensionDir } = readEnv(allVariables());
  directory = mkdtempSync(join(tmpdir(), "bergwatch bench "));
  vi.stubEnv("BERGWATCH_EXTENSION_DIR", extensionDir);
  vi.stubEnv("BERGWATCH_DATA_DIR", directory);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

describe.each(SHAPES.filter((shape) => shape !== "deletes"))("a bench table of shape %s", (shape) => {
  test.each(["reading", "reading-own", "seeds", "one-grouping", "dbt-unique", "ours", "ours-explained", "ours-in-process"])(
    "has the known answers, as %s counts them",
    async (id) => {
      const run = await measureCase(id, await makeTable(shape, ROWS, quiet));
      expect(run).toMatchObject({ case: id, fault: null });
      expect(run.wallMs).toBeGreaterThan(0);
      expect(run.processorMs).toBeGreaterThan(0);
      expect(run.residentBytesMax).toBeGreaterThan(1_000_000);
    },
  );
});

test.each(["reading-key", "reading-own", "ours"])("a bench table of deletes has the known answers, as %s counts them", async (id) => {
  expect(await measureCase(id, await makeTable("deletes", ROWS, quiet))).toMatchObject({ fault: null, ended: true });
});

test("a case that does not end in time is no fault, and its time is a bound", async () => {
  const run = await measureCase("ours", await makeTable("few", ROWS, quiet), 50);
  expect(run).toMatchObject({ fault: null, ended: false });
  expect(run.wallMs).toBeGreaterThanOrEqual(50);
});

test("an answer that differs from the known one is a fault that names the number", async () => {
  const table = await makeTable("few", ROWS, quiet);
  const run = await measureCase("one-grouping", { ...table, truth: { ...table.truth, duplicated_keys: 3 } });
  expect(run.fault).toBe(`duplicated_keys is ${table.truth.duplicated_keys} and not 3`);
});

test("a case whose process fails is a fault", async () => {
  const table = await makeTable("few", ROWS, quiet);
  expect((await measureCase("no such case", table)).fault).toBe("the process ended with code 1");
});

test("a table that was made is kept, and one that is not whole is made again", async () => {
  const made = await makeTable("few", ROWS, quiet);
  const file = made.dataFiles[0] ?? "";
  const before = statSync(file).mtimeMs;
  await makeTable("few", ROWS, quiet);
  expect(statSync(file).mtimeMs).toBe(before);
  truncateSync(file, 10);
  const again = await makeTable("few", ROWS, quiet);
  expect(statSync(file).size).toBeGreaterThan(10);
  expect(again).toEqual(made);
});
