import { expect, test } from "vitest";
import { toldChannels } from "./told-channels.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 10, minute));

test("each channel is told of by what arrived, what waits and what was lost, the troubled ones first", () => {
  const deliveries = [
    { channel: "#a", state: "delivered", endedAt: at(1) },
    { channel: "#a", state: "delivered", endedAt: at(5) },
    { channel: "#a", state: "withheld", endedAt: at(9) },
    { channel: "#b", state: "delivered", endedAt: at(2) },
    { channel: "#b", state: "unsure", endedAt: at(3) },
    { channel: "#c", state: "sending", endedAt: null },
    { channel: "#c", state: "waiting", endedAt: null },
  ] as const;
  const plain = { lastAt: null, told: 0, waiting: 0, lost: 0, failingSince: null };
  expect(toldChannels(deliveries, [{ name: "#c", failingSince: at(0) }])).toEqual([
    { ...plain, channel: "#b", told: 1, lastAt: at(2), lost: 1 },
    { ...plain, channel: "#c", waiting: 2, failingSince: at(0) },
    { ...plain, channel: "#a", told: 2, lastAt: at(5) },
  ]);
});

test("an incident of which nobody was told has no channels", () => {
  expect(toldChannels([], [{ name: "#c", failingSince: null }])).toEqual([]);
});
