import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "#jobs/testing/run-command.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { ErrorDocument } from "#lib/contracts/check-document.ts";
import { AcceptedLevel, AcceptedLevelsDocument, Silence, SilencesDocument } from "#lib/contracts/silences.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

async function cli(...args: string[]) {
  const { output, exitCode } = await runCommand(world, args);
  return { document: JSON.parse(output) as unknown, exitCode };
}

const ID = "00000000-0000-4000-8000-000000000000";

test("a silence is added, listed and ended, each under a name", async () => {
  const { name } = await world.addTable();
  const added = Silence.parse((await cli("silence", "--table", name, "--until", "4h", "--why", "moving", "--by", "ann")).document);
  expect(added).toMatchObject({
    kind: "silence",
    table: name,
    tag: null,
    covers: 1,
    by: "ann",
    from: "2026-03-01T12:00:00.000Z",
    until: "2026-03-01T16:00:00.000Z",
  });
  const listed = async () => SilencesDocument.parse((await cli("silences")).document);
  expect((await listed()).silences).toContainEqual(added);
  const ended = Silence.parse((await cli("silence", "end", added.id, "--by", "bob")).document);
  expect(ended).toMatchObject({ endedAt: "2026-03-01T12:00:00.000Z", endedBy: "bob" });
  expect([(await listed()).silences.map(({ id }) => id), (await listed()).ended]).toEqual([
    expect.not.arrayContaining([added.id]),
    [ended],
  ]);
});

test("a maintenance window of a tag that nobody has yet is taken, and says that it covers no table", async () => {
  const args = [
    "silence",
    "--tag",
    `<b>"new" 🧊`,
    "--from",
    "2026-03-02",
    "--until",
    "2026-03-03T06:00",
    "--why",
    "upgrade",
    "--maintenance",
  ];
  expect((await cli(...args)).document).toMatchObject({
    kind: "maintenance",
    tag: `<b>"new" 🧊`,
    covers: 0,
    from: "2026-03-02T00:00:00.000Z",
    until: "2026-03-03T06:00:00.000Z",
  });
});

test.each<[string, string[], string, RegExp]>([
  ["a table that nobody knows", ["--table", "no.such", "--until", "4h", "--why", "x"], "unknown_table", /No table is named no\.such/],
  ["no scope", ["--until", "4h", "--why", "x"], "usage", /one of --table, --tag and --owner/],
  ["two scopes", ["--tag", "a", "--owner", "b", "--until", "4h", "--why", "x"], "usage", /two of them are two silences/],
  ["no end", ["--tag", "a", "--why", "x"], "usage", /--until 4h/],
  ["no reason", ["--tag", "a", "--until", "4h", "--why", " "], "usage", /--why/],
  ["an end before its beginning", ["--tag", "a", "--from", "2d", "--until", "1d", "--why", "x"], "usage", /before it begins/],
  ["an end that is over", ["--tag", "a", "--until", "2026-02-01", "--why", "x"], "usage", /is over already/],
  ["more than a year", ["--tag", "a", "--until", "400d", "--why", "x"], "usage", /longer than a year/],
  ["an end that is no time", ["--tag", "a", "--until", "soon", "--why", "x"], "usage", /2026-03-01T10:00Z/],
  ["a tag that is too long", ["--tag", "a".repeat(201), "--until", "4h", "--why", "x"], "usage", /wrong in scope/],
  ["a reason that is too long", ["--tag", "a", "--until", "4h", "--why", "x".repeat(2001)], "usage", /wrong in why/],
  ["the end of one that nobody knows", ["end", ID], "usage", /No silence has the id/],
])("a silence with %s is refused with a sentence", async (_, args, code, message) => {
  const { document, exitCode } = await cli("silence", ...args);
  expect(exitCode).toBe(2);
  expect(ErrorDocument.parse(document).error).toEqual({ code, message: expect.stringMatching(message) });
});

test("a silence that was ended cannot be ended again", async () => {
  const { id } = Silence.parse((await cli("silence", "--owner", "a", "--until", "4h", "--why", "x")).document);
  await cli("silence", "end", id);
  expect(ErrorDocument.parse((await cli("silence", "end", id)).document).error.message).toBe("The silence has already ended.");
});

test("a level is accepted, listed and taken back, each under a name", async () => {
  const { name } = await world.addTable();
  const args = ["--metric", "surplus_rows", "--level", "5", "--why", "known", "--until", "30d"];
  const accepted = AcceptedLevel.parse((await cli("accept", name, ...args, "--by", "ann")).document);
  expect(accepted).toMatchObject({
    table: name,
    key: "id",
    metric: "surplus_rows",
    level: 5,
    by: "ann",
    until: "2026-03-31T12:00:00.000Z",
  });
  const listed = async () => AcceptedLevelsDocument.parse((await cli("accepted", name)).document).accepted;
  expect(await listed()).toEqual([accepted]);
  expect((await cli("accept", "end", accepted.id, "--by", "bob")).document).toMatchObject({ id: accepted.id, endedBy: "bob" });
  expect(await listed()).toEqual([]);
});

test.each<[string, string[], string, RegExp]>([
  ["a metric that nobody knows", ["--metric", "rowz"], "usage", /"checks" lists all metrics/],
  ["a level that is not a number", ["--level", "many"], "usage", /5 or 0\.25/],
  ["a key that the table has not", ["--key", "nope"], "unknown_key", /has no key nope/],
  ["an end that is over", ["--until", "2026-02-01"], "usage", /is over already/],
  ["no reason", ["--why", ""], "usage", /needs --metric, --level, --why and --until/],
])("an accepted level with %s is refused with a sentence", async (_, changed, code, message) => {
  const { name } = await world.addTable();
  const good = ["--metric", "surplus_rows", "--level", "5", "--why", "known", "--until", "30d"];
  const { document, exitCode } = await cli("accept", name, ...good, ...changed);
  expect(exitCode).toBe(2);
  expect(ErrorDocument.parse(document).error).toEqual({ code, message: expect.stringMatching(message) });
});

test("an accepted level that nobody knows cannot be taken back", async () => {
  expect(ErrorDocument.parse((await cli("accept", "end", ID)).document).error.message).toMatch(/No accepted level has the id/);
});
