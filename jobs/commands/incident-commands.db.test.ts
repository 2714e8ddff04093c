import { afterAll, beforeAll, expect, test } from "vitest";
import { runTable } from "#jobs/tasks/run-table.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { ErrorDocument } from "#lib/contracts/check-document.ts";
import { IncidentDocument, IncidentsDocument } from "#lib/contracts/incident-documents.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

async function cli(...args: string[]) {
  const { output, exitCode } = await runCommand(world, args);
  return { document: JSON.parse(output) as unknown, exitCode };
}

/** A table with an open incident of duplicates. */
async function brokenTable(): Promise<{ name: string; id: string }> {
  const table = await world.addTable({ owner: "payments" });
  world.lakeTable(table).finds = { keyProfile: { rows: 35, distinctKeys: 30, duplicatedKeys: 5 } };
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
  const { incidents } = IncidentsDocument.parse((await cli("incidents", "--table", table.name)).document);
  return { name: table.name, id: incidents[0]?.id ?? "" };
}

test("incidents lists what is unresolved, and what is resolved when asked", async () => {
  const { name, id } = await brokenTable();
  const list = async (...args: string[]) => IncidentsDocument.parse((await cli("incidents", "--table", name, ...args)).document).incidents;
  expect(await list()).toMatchObject([
    {
      id,
      table: name,
      owner: "payments",
      check: "duplicates",
      state: "open",
      keys: 5,
      findings: [{ metric: "surplus_rows", key: "id", value: 5 }],
    },
  ]);
  await cli("incident", "resolve", id);
  expect(await list()).toEqual([]);
  expect(await list("--state", "open", "--state", "resolved")).toMatchObject([{ id, state: "resolved" }]);
});

test("incident acknowledges, snoozes, comments and resolves, and prints the incident with who did it", async () => {
  const { id } = await brokenTable();
  const done = async (...args: string[]) => IncidentDocument.parse((await cli("incident", ...args, "--by", "ann")).document);
  expect(await done("ack", id)).toMatchObject({ state: "acknowledged", acknowledgedBy: "ann" });
  expect(await done("snooze", id, "--for", "4h")).toMatchObject({ state: "snoozed", snoozedUntil: "2026-03-01T16:00:00.000Z" });
  expect((await done("comment", id, "The writer is stopped.")).events.at(-1)).toMatchObject({
    kind: "commented",
    by: "ann",
    text: "The writer is stopped.",
  });
  expect(await done("resolve", id)).toMatchObject({ state: "resolved", resolvedBy: "ann" });
  const shown = IncidentDocument.parse((await cli("incident", "show", id)).document);
  expect(shown.events.map(({ kind }) => kind)).toEqual(["opened", "acknowledged", "snoozed", "commented", "resolved"]);
});

test.each<[string, string[], string, RegExp]>([
  ["an id that is none", ["incident", "ack", "INC-"], "usage", /List the IDs with the command "incidents"/],
  ["an id of no incident", ["incident", "ack", "00000000-0000-4000-8000-000000000000"], "unknown_incident", /`incidents` lists/],
  ["a snooze without an end", ["incident", "snooze", "00000000-0000-4000-8000-000000000000"], "usage", /--for/],
  ["a snooze until a word", ["incident", "snooze", "00000000-0000-4000-8000-000000000000", "--for", "ever"], "usage", /90m, 4h or 7d/],
])("%s is refused with a sentence", async (_, args, code, message) => {
  const { document, exitCode } = await cli(...args);
  expect(exitCode).toBe(2);
  expect(ErrorDocument.parse(document).error).toEqual({ code, message: expect.stringMatching(message) });
});

test("an incident is shown and changed by the name that people speak of it by, in any case", async () => {
  const { id } = await brokenTable();
  const { name } = IncidentDocument.parse((await cli("incident", "show", id)).document);
  expect(name).toMatch(/^INC-[1-9]\d*$/);
  expect((await cli("incident", "show", name)).document).toMatchObject({ id, name });
  expect((await cli("incident", "ack", name.toLowerCase(), "--by", "ann")).document).toMatchObject({ id, acknowledgedBy: "ann" });
  const { document, exitCode } = await cli("incident", "show", "INC-2147483647");
  expect([exitCode, ErrorDocument.parse(document).error.code]).toEqual([2, "unknown_incident"]);
});

test("what an incident's state leaves nothing to do for is refused", async () => {
  const { id } = await brokenTable();
  await cli("incident", "resolve", id);
  const { document, exitCode } = await cli("incident", "ack", id);
  expect([exitCode, ErrorDocument.parse(document).error.message]).toEqual([
    2,
    "The incident is resolved: there is nothing to acknowledge.",
  ]);
});
