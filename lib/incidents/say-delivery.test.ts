import { expect, test } from "vitest";
import { sayDelivery, sayTold, whyWaiting, type SaidDelivery } from "./say-delivery.ts";

const now = new Date("2026-11-24T03:00:00.000Z");
const later = new Date("2026-11-24T07:00:00.000Z");
const sooner = new Date("2026-11-24T02:00:00.000Z");

function someDelivery(changes: Partial<SaidDelivery> = {}): SaidDelivery {
  const tells = [{ incidentId: "a", kind: "opened" as const }];
  return { kind: "incident", state: "waiting", detail: {}, tells, attempts: 0, dueAt: sooner, lastAnswer: null, tries: [], ...changes };
}

const say = (changes: Partial<SaidDelivery>, incidentId?: string) =>
  sayDelivery(someDelivery(changes), { ...(incidentId !== undefined && { incidentId }), channel: null, now }).text;

test.each<[what: string, delivery: Partial<SaidDelivery>, said: string]>([
  ["one change", {}, "opened"],
  [
    "several changes at once, each once",
    {
      tells: [
        { incidentId: "a", kind: "opened" },
        { incidentId: "a", kind: "commented" },
        { incidentId: "a", kind: "commented" },
        { incidentId: "a", kind: "resolved" },
      ],
    },
    "opened, comment and resolved",
  ],
  ["changes that are forgotten", { tells: [] }, "events that are no longer kept"],
  [
    "several incidents with what they share",
    {
      kind: "several",
      detail: { shared: "the catalog does not answer" },
      tells: [
        { incidentId: "a", kind: "opened" },
        { incidentId: "b", kind: "opened" },
      ],
    },
    "2 incidents: the catalog does not answer",
  ],
  ["the week's review", { kind: "digest", detail: { week: "2026-W48" } }, "digest of week 2026-W48"],
  ["a test", { kind: "test", detail: { by: "Ada" } }, "test by Ada"],
])("what a message tells: %s", (_, delivery, said) => {
  expect(sayTold(someDelivery(delivery))).toBe(said);
});

test("of one among several it says what it tells of that one, and how many others there are", () => {
  const tells = [
    { incidentId: "a", kind: "opened" as const },
    { incidentId: "b", kind: "resolved" as const },
    { incidentId: "c", kind: "opened" as const },
  ];
  expect(sayTold(someDelivery({ kind: "several", tells }), "b")).toBe("resolved, with 2 other incidents");
});

const fine = { pausedUntil: null, failingSince: null };
const tried = { attempts: 1, tries: [{ outcome: "unreachable" as const, durationMs: 5 }] };
test.each<
  [
    why: string,
    delivery: Partial<SaidDelivery>,
    channel: typeof fine | { pausedUntil: Date | null; failingSince: Date | null },
    until: Date | null,
  ]
>([
  ["quiet", { dueAt: later }, fine, later],
  ["limited", { dueAt: later, attempts: 1, tries: [{ outcome: "limited", durationMs: 5 }] }, fine, later],
  ["limited", {}, { pausedUntil: later, failingSince: null }, later],
  ["again", { dueAt: later, ...tried }, fine, later],
  ["failing", { dueAt: later, ...tried }, { pausedUntil: null, failingSince: sooner }, later],
  ["failing", {}, { pausedUntil: later, failingSince: sooner }, later],
  ["failing", {}, { pausedUntil: sooner, failingSince: sooner }, null],
  ["next", {}, { pausedUntil: new Date(now.getTime() + 1000), failingSince: null }, null],
  ["next", {}, { pausedUntil: sooner, failingSince: null }, null],
])("a message waits: %s (%#)", (reason, delivery, channel, until) => {
  expect(whyWaiting(someDelivery(delivery), channel, now)).toEqual({ reason, until });
});

test("what became of a message is said with its effort, its answer and what it means", () => {
  const delivered = { state: "delivered", attempts: 1, tries: [{ outcome: "delivered", durationMs: 412 }] } as const;
  expect(say(delivered)).toBe("Delivered in 0.4 s (opened).");
  expect(say({ ...delivered, tries: [{ outcome: "delivered", durationMs: 12 }] })).toBe("Delivered at once (opened).");
  expect(say({ ...delivered, attempts: 3 })).toBe("Delivered in 0.4 s, attempt 3 (opened).");
  expect(say({ state: "failed", attempts: 2, lastAnswer: "channel_not_found" })).toBe(
    "Failed (opened) after 2 attempts: channel_not_found.",
  );
  expect(say({ state: "unsure", attempts: 2 })).toBe("May have arrived (opened): no answer came, so it is not sent again.");
  expect(say({ state: "withheld", lastAnswer: "The channel was taken out of the configuration." })).toBe(
    "Not sent (opened): The channel was taken out of the configuration.",
  );
  expect(say({})).toBe("Waiting (opened): for a worker.");
  expect(sayDelivery(someDelivery({ dueAt: later }), { channel: null, now })).toEqual({
    text: "Waiting (opened): quiet hours end",
    until: later,
  });
});
