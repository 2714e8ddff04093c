import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allVariables, env } from "#lib/env.ts";
import type { Progress } from "#lib/iceberg/contract.ts";
import type { KeyExportRequest } from "#lib/iceberg/contract-keys.ts";
import { createExportKeys } from "#lib/iceberg/export-keys.ts";
import { createReaderPool, type ReaderPool } from "#lib/iceberg/reader-pool.ts";
import { someTableRequest } from "#lib/testing/facts.ts";
import { writeRepeatedTable } from "#lib/testing/repeated-table.ts";

const ROWS = 300_000;

let folder = "";
let location = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch-exporting-"));
  location = join(folder, "table");
  await writeRepeatedTable(location, { rows: ROWS, times: 2 });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

function readers(entry?: URL): ReaderPool {
  const { extensionDir, extensionRepository } = env();
  return createReaderPool({
    limits: { memoryBytesMax: 1024 ** 3, spillBytesMax: 1024 ** 3, durationMsMax: 120_000, threads: 2 },
    extensionDirectory: extensionDir,
    extensionRepository,
    dataDirectory: folder,
    environment: allVariables(),
    ...(entry ? { entry, graceMs: 300 } : {}),
  });
}

function request(file: string, changes: Partial<KeyExportRequest> = {}): KeyExportRequest {
  const rest = someTableRequest({ location });
  return { ...rest, format: "csv", file: join(folder, file), masked: [], hidesPartitions: false, ...changes };
}

test("keys are exported by a reader process, which tells of the writing, and one of them is looked up by another", async () => {
  const phases: Progress["phase"][] = [];
  const asked = request("keys.csv");
  const found = await createExportKeys(readers())(asked, { onProgress: ({ phase }) => phases.push(phase) });
  expect(found).toMatchObject({ keys: ROWS, rows: 2 * ROWS, trust: { level: "exact" } });
  expect([...new Set(phases)]).toEqual(["starting", "planning", "proving", "counting", "writing"]);
  const [, first] = readFileSync(asked.file, "utf8").split("\r\n");
  const value = /^"([^"]*)"/.exec(first ?? "")?.[1] ?? "";
  const { found: key } = await readers().ask("key")({ ...someTableRequest({ location }), values: [value], rowsMax: 1 });
  expect(key).toMatchObject({ key: [value], rowCount: 2, rows: [{ values: { id: value } }] });
  expect(await readdir(join(folder, "spill"))).toEqual([]);
});

test("an export that is cancelled while it writes leaves no file", async () => {
  const controller = new AbortController();
  const asked = request("cancelled.csv");
  const exporting = createExportKeys(readers())(asked, {
    signal: controller.signal,
    onProgress: ({ phase }) => {
      if (phase === "writing") controller.abort();
    },
  });
  await expect(exporting).rejects.toMatchObject({ code: "cancelled" });
  expect(existsSync(asked.file)).toBe(false);
});

test("an export whose reader is killed leaves no file, though the reader could not remove it", async () => {
  const asked = request("killed.csv", { location: "aborts" });
  writeFileSync(asked.file, "half a fi");
  const exporting = createExportKeys(readers(new URL("../testing/misbehaving-reader.ts", import.meta.url)))(asked);
  await expect(exporting).rejects.toMatchObject({ code: "reader_crashed" });
  expect(existsSync(asked.file)).toBe(false);
});
