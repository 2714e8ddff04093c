import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findDelivery } from "./queries/deliveries.ts";
import { openQueue } from "./queue.ts";
import { deliveries } from "./schema/deliveries.ts";
import { sendAgain } from "./send-again.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";
import type { DeliveryState } from "#lib/names.ts";

let database: TestDatabase;
let queue: Awaited<ReturnType<typeof openQueue>>;
beforeAll(async () => {
  database = await createTestDatabase();
  queue = await openQueue({ url: database.url, role: "sender", onError: () => {} });
});
afterAll(async () => {
  await queue.stop({ graceful: false });
  await database.drop();
});

const now = new Date("2026-11-24T03:00:00.000Z");
const earlier = new Date("2026-11-23T03:00:00.000Z");
const settings = {
  channels: [{ kind: "slack_webhook" as const, name: "#orders", quietHours: null, url: { from: "environment" as const, name: "SLACK" } }],
};

async function someDelivery(state: DeliveryState, channel = "#orders"): Promise<number> {
  const ended = { createdAt: earlier, dueAt: earlier, endedAt: earlier, attempts: 2, unanswered: 2, lastAnswer: "no_service" };
  const [row] = await database.db
    .insert(deliveries)
    .values({ channel, kind: "digest", eventIds: [], detail: { week: `${Math.random()}` }, state, ...ended })
    .returning();
  return row?.id ?? 0;
}

const again = async (deliveryId: number) => await sendAgain(database.db, queue, { deliveryId, by: "Ada", now, settings });

test.each(["failed", "unsure", "withheld"] as const)(
  "a message that is %s goes to the workers once more, with what it told and who wanted it",
  async (state) => {
    const id = await someDelivery(state);
    const before = await findDelivery(database.db, id);
    expect(await again(id)).toMatchObject({ state: "waiting", dueAt: now, endedAt: null, unanswered: 0, attempts: 2 });
    const after = await findDelivery(database.db, id);
    expect(after?.detail).toEqual({ ...before?.detail, again: { by: "Ada", at: now.toISOString() } });
  },
);

test.each(["waiting", "sending", "delivered"] as const)("a message that is %s is not sent once more", async (state) => {
  const id = await someDelivery(state);
  await expect(again(id)).rejects.toMatchObject({ code: "usage" });
  expect((await findDelivery(database.db, id))?.state).toBe(state);
});

test("two who ask at once send it once", async () => {
  const id = await someDelivery("failed");
  const ends = await Promise.allSettled([again(id), again(id)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a channel that is not configured any more, and a message that nobody knows, are refused by name", async () => {
  await expect(again(await someDelivery("failed", "#gone"))).rejects.toMatchObject({
    code: "usage",
    message: "The channel #gone was removed, so nothing can be sent there.",
  });
  await expect(again(987_654_321)).rejects.toMatchObject({ code: "unknown_delivery" });
  await database.db.delete(deliveries).where(eq(deliveries.channel, "#gone"));
});
