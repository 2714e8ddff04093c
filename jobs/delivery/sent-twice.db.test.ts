import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { serveChannel } from "#jobs/delivery/serve-channel.ts";
import { createDeliveryWorld, someOutcome, type DeliveryWorld } from "#jobs/testing/delivery-world.ts";

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterAll(async () => await world.close());
beforeEach(async () => await world.reset());

const MINUTE = 60_000;
const later = (ms: number) => (world.clock.now = new Date(world.clock.now.getTime() + ms));
const execute = async (query: string) => await world.database.db.execute(query);
const SILENT = someOutcome({ outcome: "unanswered", status: null, answer: "No answer came in time." });
const states = async () => (await world.deliveries()).map(({ state }) => state);

/** An incident that waits to be told. */
async function opened(): Promise<string> {
  const id = await world.find(await world.table());
  await world.route();
  return id;
}

describe("a message of which it is not known whether it arrived", () => {
  test("is sent once more, and then is unsure", async () => {
    world.answers = [SILENT, SILENT];
    await opened();
    await world.serve();
    later(MINUTE);
    await world.serve();
    later(60 * MINUTE);
    await world.serve();
    expect(world.sent).toHaveLength(2);
    expect(world.sent[1]?.deliveryId).toBe(world.sent[0]?.deliveryId);
    expect(await world.deliveries()).toMatchObject([{ state: "unsure", unanswered: 2, lastAnswer: "No answer came in time." }]);
  });

  test("takes up nothing more: what happens meanwhile is a message of its own", async () => {
    world.answers = [SILENT];
    const id = await opened();
    await world.serve();
    await world.person(id, { kind: "acknowledge", by: "ann" });
    await world.route();
    expect(await world.deliveries()).toMatchObject([{ tells: [{ kind: "opened" }] }, { tells: [{ kind: "acknowledged" }] }]);
  });

  test("since its worker ended between claim and note is sent once more when that worker is surely gone, the channel not blamed", async () => {
    await opened();
    await opened();
    await execute(
      "update deliveries set state = 'sending', attempts = 1, claimed_at = now(), claim_seen_at = now() where id = (select min(id) from deliveries)",
    );
    const paused: number[] = [];
    await serveChannel(world.deps, "one", {
      pause: async (ms) => {
        paused.push(ms);
        expect(world.sent).toEqual([]);
        await execute("update deliveries set claim_seen_at = now() - interval '11 seconds' where state = 'sending'");
      },
    });
    // A silent one gets time for a last sign: while the store was away none could give one.
    expect(paused.map((ms) => Math.round(ms / 1000))).toEqual([10, 5]);
    expect(await world.deliveries()).toMatchObject([
      {
        state: "delivered",
        attempts: 2,
        tries: [{ outcome: "unanswered", answer: expect.stringMatching(/worker/) }, { outcome: "delivered" }],
      },
      { state: "delivered", attempts: 1 },
    ]);
    expect(world.sent).toHaveLength(2);
  });

  test("is its worker's for as long as that gives signs", async () => {
    await opened();
    await execute("update deliveries set state = 'sending', attempts = 1, claimed_at = now() - interval '1 hour', claim_seen_at = now()");
    let waits = 0;
    await serveChannel(world.deps, "one", {
      pause: async () => {
        // It is silent for a moment each time, and then gives a sign.
        const next = ["claim_seen_at = now() - interval '11 seconds'", "claim_seen_at = now()"][waits % 2] ?? "";
        await execute(`update deliveries set ${++waits === 5 ? "state = 'delivered', claimed_at = null" : next} where state = 'sending'`);
      },
    });
    expect(world.sent).toEqual([]);
  });

  test("twice since its worker ended is unsure", async () => {
    await opened();
    await execute("update deliveries set state = 'sending', attempts = 2, unanswered = 1, claimed_at = now() - interval '1 hour'");
    await world.serve();
    expect([await states(), world.sent]).toEqual([["unsure"], []]);
  });

  test("is one that a killed sender left", async () => {
    await opened();
    const [channel] = world.notifications.channels;
    const program = fileURLToPath(new URL("../testing/hanging-sender.ts", import.meta.url));
    const child = spawn(process.execPath, [program, world.database.url, JSON.stringify(channel)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await world.deliveries()).toMatchObject([{ state: "sending", attempts: 1, tries: [] }]);
    await execute("update deliveries set claim_seen_at = claim_seen_at - interval '11 seconds'");
    await world.serve();
    expect(world.sent).toHaveLength(1);
    expect(await world.deliveries()).toMatchObject([{ state: "delivered", attempts: 2, unanswered: 1 }]);
  });

  test("is not noted by a worker that was taken for dead meanwhile", async () => {
    await opened();
    const openChannel = async () =>
      await Promise.resolve({
        fingerprint: "1",
        fault: null,
        send: async () => {
          await execute("update deliveries set state = 'unsure', claimed_at = null");
          return someOutcome();
        },
      });
    await world.serve("one", { ...world.deps, delivery: { ...world.deps.delivery, openChannel } });
    expect(await world.deliveries()).toMatchObject([{ state: "unsure", tries: [] }]);
  });
});
