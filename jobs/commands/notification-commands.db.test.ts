import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tellServiceState } from "#db/queries/service-states.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { createDeliveryWorld, someChannel, someOutcome, type DeliveryWorld } from "#jobs/testing/delivery-world.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { ErrorDocument } from "#lib/contracts/check-document.ts";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { DeliveriesDocument, DeliveryDocument, NotificationsDocument } from "#lib/contracts/notification-documents.ts";

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => {
  await world.reset();
  world.notifications.channels = [someChannel("one"), someChannel("two")];
  const service = { ...SERVICE_DEFAULTS, notifications: world.notifications };
  const at = world.clock.now.toISOString();
  await tellServiceState(world.database.db, "configuration", { file: "/b.yaml", state: "applied", at, message: "", faults: [], service });
});

async function cli(args: string[], meanwhile: () => Promise<void> = async () => {}) {
  const { output, exitCode } = await runCommand(world, args, { say: () => void meanwhile() });
  return { document: JSON.parse(output) as unknown, exitCode };
}

test("notifications shows each channel with how it does, and no place of a secret", async () => {
  world.answers = [someOutcome({ outcome: "refused", fault: "channel", status: 404, answer: "no_service" })];
  await world.find(await world.table());
  await world.route();
  await world.serve("one");
  const { channels, routes } = NotificationsDocument.parse((await cli(["notifications"])).document);
  expect(routes).toEqual([]);
  expect(channels).toMatchObject([
    { name: "one", kind: "webhook", state: "fails", fault: "no_service", failingSince: world.clock.now.toISOString(), waiting: 1 },
    { name: "two", state: "unused", waiting: 0 },
  ]);
  expect(JSON.stringify(channels)).not.toContain("URL");
});

test("deliveries lists what was sent and waits, of a channel, a state and an incident by its name", async () => {
  const id = await world.find(await world.table());
  await world.find(await world.table());
  await world.route();
  await world.serve("one");
  const { rows } = await world.database.db.execute<{ number: number }>(`select number from incidents where id = '${id}'`);
  const name = incidentName(rows[0]?.number ?? 0);
  const list = async (...args: string[]) => DeliveriesDocument.parse((await cli(["deliveries", ...args])).document).deliveries;
  expect(await list()).toHaveLength(4);
  expect(await list("--incident", name)).toMatchObject([
    { channel: "two", state: "waiting", tries: [] },
    { channel: "one", state: "delivered", tells: [{ incident: name, kind: "opened" }], tries: [{ outcome: "delivered", status: 200 }] },
  ]);
  expect(await list("--incident", id, "--channel", "one")).toHaveLength(1);
  expect(await list("--state", "delivered", "--limit", "1")).toHaveLength(1);
  expect(ErrorDocument.parse((await cli(["deliveries", "--incident", "INC-99999"])).document).error.code).toBe("unknown_incident");
});

test("notifications test sends to one channel and says what became of it", async () => {
  const asked = DeliveryDocument.parse((await cli(["notifications", "test", "ONE", "--by", "ann"])).document);
  expect(asked).toMatchObject({ channel: "one", kind: "test", state: "waiting" });
  expect((await world.takeSent()).map(({ name, data }) => [name, data])).toEqual([["send-messages", { channel: "one" }]]);
  const tested = async () => await cli(["notifications", "test", "two", "--wait"], async () => await world.serve("two"));
  expect(await tested()).toMatchObject({ exitCode: 0, document: { state: "delivered" } });
  world.answers = [someOutcome({ outcome: "unreachable", status: null, answer: "Nobody listens." })];
  expect(await tested()).toMatchObject({ exitCode: 1, document: { state: "failed", lastAnswer: "Nobody listens." } });
  expect((await cli(["notifications", "test", "three"])).document).toEqual({
    error: { code: "usage", message: "No channel is named three. There are one, two." },
  });
});
