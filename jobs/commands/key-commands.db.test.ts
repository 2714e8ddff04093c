import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getTableByName } from "#db/queries/tables.ts";
import { someSample } from "#db/testing/factories.ts";
import { exportKeys } from "#jobs/tasks/export-keys.ts";
import { lookUpKey } from "#jobs/tasks/look-up-key.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { ExportDocument, LookUpDocument } from "#lib/contracts/key-documents.ts";
import type { CauseName } from "#lib/names.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";

let world: TaskWorld;
let folder = "";
beforeAll(async () => {
  world = await createTaskWorld();
  folder = await mkdtemp(join(tmpdir(), "bergwatch-copies-"));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => void (await world.takeSent()));

/** Runs a command line while a worker answers what it asks for; `works` false: nobody does. */
async function cli(args: string[], { works = true, signal = new AbortController().signal } = {}) {
  const say = (line: string): void => void (works && line.startsWith("queued") && work());
  const { output, exitCode } = await runCommand(world, args, { signal, say });
  return { document: JSON.parse(output) as unknown, exitCode };
}

async function work(): Promise<void> {
  for (const { name, data } of await world.takeSent()) {
    const input = { requestId: String(data["requestId"]) };
    await (name === "look-up-key" ? lookUpKey(world.deps, input) : exportKeys(world.deps, input));
  }
}

async function addTable(): Promise<string> {
  const table = await world.addTable({ masked: ["note"] });
  const columns = ["id", "note"].map((name, fieldId) => ({ name, type: "string", fieldId, required: false }));
  const { keyHash: _, ...sample } = someSample();
  world.lakeTable(table).finds = { samples: [sample], columns };
  return table.name;
}

test("look-up prints the rows of one key, masked as the table says", async () => {
  const { document, exitCode } = await cli(["look-up", await addTable(), "1"]);
  expect(exitCode).toBe(0);
  const { found, snapshotId } = LookUpDocument.parse(document);
  expect(snapshotId).toBe("9000000000000000000");
  expect(found).toMatchObject({ key: ["1"], rowCount: 2, rows: [{ values: { id: "1", note: null } }, { values: { note: "masked 1" } }] });
});

test("look-up prints the cause that a key had when it became duplicated", async () => {
  const name = await addTable();
  const table = await getTableByName(world.database.db, name);
  const lake = world.lakeTable(table);
  const finds = (cause: CauseName) => {
    const samples = lake.finds?.samples?.map((sample) => ({ ...sample, verdict: someVerdict({ cause }) }));
    lake.finds = { ...lake.finds, ...(samples && { samples }), keyProfile: { rows: 31, duplicatedKeys: 1 } };
  };
  finds("unkeyed");
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
  await world.takeSent();
  world.lake.commit(table.definition.location);
  finds("unknown");
  const { found } = LookUpDocument.parse((await cli(["look-up", name, "1"])).document);
  expect(found?.verdict).toMatchObject({ cause: "unknown", first: { cause: "unkeyed", snapshotId: "9000000000000000000" } });
});

test("look-up of a key that is not there finds null, and is no error", async () => {
  const { document, exitCode } = await cli(["look-up", await addTable(), "--key", "ID", "2"]);
  expect([exitCode, LookUpDocument.parse(document).found]).toEqual([0, null]);
});

test("look-up wants a value for each column of the key", async () => {
  const { document, exitCode } = await cli(["look-up", await addTable(), "1", "2"]);
  expect(exitCode).toBe(2);
  expect(document).toMatchObject({ error: { code: "usage", message: expect.stringContaining("1 columns (id)") } });
});

test("an unknown snapshot is told by the reader's own sentence", async () => {
  const { document, exitCode } = await cli(["look-up", await addTable(), "1", "--snapshot", "17"]);
  expect([exitCode, document]).toEqual([2, { error: { code: "unknown_snapshot", message: "The table has no snapshot 17." } }]);
});

test("export-keys says where the file is and how much is in it, and copies it where it is wanted", async () => {
  const to = join(folder, "keys.csv");
  const { document, exitCode } = await cli(["export-keys", await addTable(), "--to", to]);
  expect(exitCode).toBe(0);
  expect(ExportDocument.parse(document)).toMatchObject({ file: to, format: "csv", keys: 1, rows: 2, bytes: 2 });
  expect(await readFile(to, "utf8")).toBe("1\n");
  const kept = ExportDocument.parse((await cli(["export-keys", await addTable(), "--format", "arrow"])).document);
  expect(kept.file.startsWith(world.lake.exportFolder)).toBe(true);
});

test("whoever stops waiting cancels what was asked for", async () => {
  const { document, exitCode } = await cli(["look-up", await addTable(), "1"], { works: false, signal: AbortSignal.timeout(300) });
  expect([exitCode, document]).toEqual([130, { error: { code: "cancelled", message: "It was cancelled." } }]);
});
