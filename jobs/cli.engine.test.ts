import { fileURLToPath } from "node:url";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CheckDocument, ErrorDocument } from "#lib/contracts/check-document.ts";
import { ConfigDocument } from "#lib/contracts/config-document.ts";
import { allVariables, env } from "#lib/env.ts";
import { writeRepeatedTable } from "#lib/testing/repeated-table.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch-cli-"));
  await writeRepeatedTable(join(folder, "light"), { rows: 1000, times: 2 });
  await writeRepeatedTable(join(folder, "heavy"), { rows: 1_000_000, times: 40 });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

type OnProgress = (line: string, child: ChildProcess) => void;
const check = async (args: string[], onProgress?: OnProgress) => await run(["check", ...args], onProgress);

/** Runs a command line as its own process; `onProgress` sees each line that it says. */
async function run(args: string[], onProgress: OnProgress = () => {}) {
  const variables = { ...allVariables(), BERGWATCH_DATA_DIR: folder, BERGWATCH_EXTENSION_DIR: env().extensionDir };
  const child = spawn(process.execPath, [fileURLToPath(new URL("./cli.ts", import.meta.url)), ...args], { env: variables });
  let output = "";
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    onProgress(text, child);
  });
  const exitCode = await new Promise((resolve) => child.on("close", resolve));
  return { output, said, exitCode };
}

test("standard output is one document, and nothing is said when nobody watches", async () => {
  const { output, said, exitCode } = await check(["--location", join(folder, "light"), "--key", "id"]);
  expect({ said, exitCode }).toEqual({ said: "", exitCode: 0 });
  expect(CheckDocument.parse(JSON.parse(output))).toMatchObject({
    metrics: { rows: 2000, distinct_keys: 1000, surplus_rows: 1000, files_registered_twice: 1 },
  });
});

test("--fail-on ends with 1 and the document all the same", async () => {
  const { output, said, exitCode } = await check(["--location", join(folder, "light"), "--key", "id", "--fail-on", "alert"]);
  expect(exitCode).toBe(1);
  expect(said).toMatch(/^alert: surplus_rows is 1000, limit 1\./);
  expect(CheckDocument.parse(JSON.parse(output)).samples.length).toBe(20);
});

test("a table that is not there is an error document that names the place", async () => {
  const { output, exitCode } = await check(["--location", join(folder, "no-such-table"), "--key", "id"]);
  expect(exitCode).toBe(3);
  expect(ErrorDocument.parse(JSON.parse(output)).error).toMatchObject({
    code: "table_not_found",
    message: expect.stringMatching(/no-such-table/),
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the reading and says so", async (signal) => {
  const args = ["--location", join(folder, "heavy"), "--key", "id", "--verbose"];
  const { output, exitCode } = await check(args, (line, child) => {
    if (line.includes("counting")) child.kill(signal);
  });
  expect(exitCode).toBe(130);
  expect(ErrorDocument.parse(JSON.parse(output)).error.code).toBe("cancelled");
  expect(await readdir(join(folder, "spill"))).toEqual([]);
});

test("a command that is killed takes its reader along", async () => {
  let readers: number[] = [];
  const { output } = await check(["--location", join(folder, "heavy"), "--key", "id", "--verbose"], (line, child) => {
    if (!line.includes("counting")) return;
    readers = listChildren(child.pid);
    child.kill("SIGKILL");
  });
  expect(output).toBe("");
  expect(readers).toHaveLength(1);
  await vi.waitFor(() => expect(readers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]), { timeout: 30_000 });
});

/** Linux tells the children of a process in its file system. */
function listChildren(pid: number | undefined): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return text === "" ? [] : text.split(" ").map(Number);
}

test("a dry run of a configuration says of each table what a run would read, and what is wrong with it", async () => {
  const file = join(folder, "bergwatch.yaml");
  const tables = ["light, key: id", "light, key: no_such_column", "no-such-table, key: id"];
  await writeFile(file, `tables:\n${tables.map((table, index) => `  - { name: t${index}, location: ${table} }\n`).join("")}`);
  const { output, said, exitCode } = await run(["config", "check", "--dry-run", "--file", file]);
  expect(exitCode).toBe(3);
  const document = ConfigDocument.parse(JSON.parse(output));
  expect(document).toMatchObject({
    dryRun: [
      {
        table: "t0",
        plan: {
          columns: [{ role: "key", column: "id", type: "string" }],
          data: { files: 2, rows: 2000 },
          bytesPlanned: expect.any(Number),
        },
      },
      { table: "t1", line: 3, error: { code: "unknown_column", message: expect.stringMatching(/no_such_column/) } },
      { table: "t2", error: { code: "table_not_found", message: expect.stringMatching(/no-such-table/) } },
    ],
  });
  expect(said).toMatch(/t0 \(id\): a run would read .* of 2 data files at snapshot \d+\./);
  expect(await readdir(join(folder, "spill"))).toEqual([]);
});
