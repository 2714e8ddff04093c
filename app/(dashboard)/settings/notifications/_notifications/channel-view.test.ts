import { expect, test } from "vitest";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import { sayChannels, viewChannel } from "./channel-view.ts";

const now = new Date("2026-11-24T03:00:00.000Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const channel: Channel = {
  kind: "slack_webhook",
  name: "#orders",
  quietHours: { from: "22:00", to: "07:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC", but: ["alert"] },
  url: { from: "environment", name: "SLACK_WEBHOOK_URL" },
};
const state = {
  name: "#orders",
  fingerprint: "x",
  pausedUntil: null,
  failingSince: null,
  failuresInRow: 0,
  fault: null,
  lastDeliveredAt: minutes(-9),
  updatedAt: now,
  waiting: 0,
  waitingSince: null,
};

test.each([
  ["Not tried", null],
  ["Not tried", { ...state, lastDeliveredAt: null }],
  ["Works", state],
  ["Works", { ...state, pausedUntil: new Date(now.getTime() + 1000) }],
  ["Paused", { ...state, pausedUntil: minutes(3) }],
  [
    "Failing",
    { ...state, pausedUntil: minutes(3), failingSince: minutes(-30), fault: "no_service: the webhook was removed; make a new one" },
  ],
])("a channel is said to be: %s (%#)", (word, given) => {
  expect(viewChannel(channel, given, now).stateWord).toBe(word);
});

test("one that fails says with whose answer, and where its secret is set anew", () => {
  const view = viewChannel(
    channel,
    { ...state, failingSince: minutes(-30), fault: "no_service: the webhook was removed; make a new one" },
    now,
  );
  expect(view.fault).toBe("no_service: the webhook was removed; make a new one");
  expect(view.mend).toContain("SLACK_WEBHOOK_URL");
  expect(viewChannel(channel, state, now)).toMatchObject({ fault: null, mend: null });
});

test("quiet hours say whether they are in force, also where some things come all the same", () => {
  expect(viewChannel(channel, null, now).quiet?.until).toEqual(new Date("2026-11-24T07:00:00.000Z"));
  expect(viewChannel(channel, null, new Date("2026-11-24T12:00:00.000Z")).quiet?.until).toBeNull();
  expect(viewChannel({ ...channel, quietHours: null }, null, now).quiet).toBeNull();
});

test("all channels are said in one sentence", () => {
  const [fine, wrong] = [{ state: "ok", waiting: 0 } as const, { state: "alert", waiting: 4 } as const];
  expect(sayChannels([fine])).toBe("1 channel, none failing; no message waits.");
  expect(sayChannels([fine, wrong, fine])).toBe("1 of 3 channels is failing; 4 messages wait.");
  expect(sayChannels([{ ...wrong, waiting: 1 }])).toBe("The one channel is failing; 1 message waits.");
});
