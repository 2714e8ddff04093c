import { expect, test } from "vitest";
import type { ListedChannelState } from "#db/queries/channel-states.ts";
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

const view = (one: Channel, given: typeof state | ListedChannelState | null, at = now) =>
  viewChannel(one, { state: given, missed: { own: 0, samples: 0 }, isUnrouted: false, entry: null, now: at });

test.each([
  ["Not tested", null],
  ["Not tested", { ...state, lastDeliveredAt: null }],
  ["Healthy", state],
  ["Healthy", { ...state, pausedUntil: new Date(now.getTime() + 1000) }],
  ["Paused", { ...state, pausedUntil: minutes(3) }],
  [
    "Failing",
    { ...state, pausedUntil: minutes(3), failingSince: minutes(-30), fault: "no_service: the webhook was removed; make a new one" },
  ],
])("a channel is said to be: %s (%#)", (word, given) => {
  expect(view(channel, given).stateWord).toBe(word);
});

test("one that fails says with whose answer, and where its secret is set anew", () => {
  const seen = view(channel, { ...state, failingSince: minutes(-30), fault: "no_service: the webhook was removed; make a new one" });
  expect(seen.fault).toBe("no_service: the webhook was removed; make a new one");
  expect(seen.mend).toContain("SLACK_WEBHOOK_URL");
  expect(view(channel, state)).toMatchObject({ fault: null, mend: null });
});

test("quiet hours say whether they are in force, also where some things come all the same", () => {
  expect(view(channel, null).quiet?.until).toEqual(new Date("2026-11-24T07:00:00.000Z"));
  expect(view(channel, null, new Date("2026-11-24T12:00:00.000Z")).quiet?.until).toBeNull();
  expect(view({ ...channel, quietHours: null }, null).quiet).toBeNull();
});

test("all channels are said in one sentence", () => {
  const [fine, wrong] = [{ state: "ok", waiting: 0 } as const, { state: "alert", waiting: 4 } as const];
  expect(sayChannels([fine])).toBe("1 channel, healthy, queue empty.");
  expect(sayChannels([fine, wrong, fine])).toBe("1 of 3 channels failing, 4 messages waiting.");
  expect(sayChannels([{ ...wrong, waiting: 1 }])).toBe("1 channel, failing, 1 message waiting.");
});
