import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { entryCommands } from "#jobs/testing/entry-commands.ts";
import { takeOver } from "#jobs/testing/take-over.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { NotificationsDocument, SentOpenDocument } from "#lib/contracts/notification-documents.ts";

let world: TaskWorld;
let folder = "";
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.database.db.execute("truncate settings_entries, service_states, tables cascade");
  folder = await mkdtemp(join(tmpdir(), "bergwatch-commands-"));
});
afterEach(async () => await rm(folder, { recursive: true }));

const { cli, errorOf, stored } = entryCommands(() => world);

describe("notifications add writes what the file would say", () => {
  test.each<[string[], object]>([
    [["--slack-webhook-env", "BERGWATCH_SECRET_H"], { slack_webhook: { url: "${BERGWATCH_SECRET_H}" } }],
    [
      [
        "--slack-bot-token-env",
        "BERGWATCH_SECRET_B",
        "--conversation",
        "C0123456789",
        "--app-token-env",
        "BERGWATCH_SECRET_A",
        "--slack-user",
        "U0123456789",
      ],
      {
        slack_bot: {
          token: "${BERGWATCH_SECRET_B}",
          conversation: "C0123456789",
          app_token: "${BERGWATCH_SECRET_A}",
          users: ["U0123456789"],
        },
      },
    ],
    [
      [
        "--webhook-url-env",
        "BERGWATCH_SECRET_U",
        "--webhook-secret-env",
        "BERGWATCH_SECRET_S",
        "--quiet-from",
        "22:00",
        "--quiet-to",
        "07:00",
        "--quiet-but",
        "alert",
      ],
      {
        webhook: { url: "${BERGWATCH_SECRET_U}", secret: "${BERGWATCH_SECRET_S}" },
        quiet_hours: { from: "22:00", to: "07:00", but: ["alert"] },
      },
    ],
  ])("%j", async (options, written) => {
    await cli("notifications", "add", "ops", ...options);
    expect(await stored()).toEqual([["channel", { name: "ops", ...written }]]);
  });
});

test("a channel is added, listed with who added it, sent what is open, and removed", async () => {
  expect(await errorOf("notifications", "add", "ops")).toMatch(/no destination/);
  await cli("notifications", "add", "ops", "--slack-webhook-env", "BERGWATCH_SECRET_H", "--by", "Ada");
  await takeOver(world, folder);
  const listed = NotificationsDocument.parse(JSON.parse((await cli("notifications", "list")).output));
  expect(listed).toMatchObject({
    channels: [{ name: "ops", origin: { from: "settings", changedBy: "Ada" }, state: "unused" }],
    notInUse: [],
  });
  expect(SentOpenDocument.parse(JSON.parse((await cli("notifications", "send-open", "ops")).output))).toEqual({
    channel: "ops",
    samples: false,
    incidents: 0,
    deliveries: [],
  });
  expect(await errorOf("notifications", "remove", "other")).toMatch(/No channel named other was entered: there are ops/);
  await cli("notifications", "remove", "OPS");
  expect((await takeOver(world, folder)).notifications.channels).toEqual([]);
});
