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
  ["one change", {}, "that it opened"],
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
    "that it opened, somebody commented and it is resolved",
  ],
  ["changes that are forgotten", { tells: [] }, "of what its timeline has kept no longer"],
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
    "of 2 incidents at once: the catalog does not answer",
  ],
  ["the week's review", { kind: "digest", detail: { week: "2026-W48" } }, "of the review of week 2026-W48"],
  ["a test", { kind: "test", detail: { by: "Ada" } }, "that it arrives, for Ada"],
])("what a message tells: %s", (_, delivery, said) => {
  expect(sayTold(someDelivery(delivery))).toBe(said);
});

test("of one among several it says what it tells of that one, and how many others there are", () => {
  const tells = [
    { incidentId: "a", kind: "opened" as const },
    { incidentId: "b", kind: "resolved" as const },
    { incidentId: "c", kind: "opened" as const },
  ];
  expect(sayTold(someDelivery({ kind: "several", tells }), "b")).toBe("that it is resolved, with 2 others");
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
  expect(say(delivered)).toBe("Told that it opened, in 0.4 s.");
  expect(say({ ...delivered, tries: [{ outcome: "delivered", durationMs: 12 }] })).toBe("Told that it opened, at once.");
  expect(say({ ...delivered, attempts: 3 })).toBe("Told that it opened, in 0.4 s, at try 3.");
  expect(say({ state: "failed", attempts: 2, lastAnswer: "channel_not_found" })).toBe(
    "Could not be told that it opened: channel_not_found, after 2 tries.",
  );
  expect(say({ state: "unsure", attempts: 2 })).toBe("May have been told that it opened: no answer came, so it is not sent again.");
  expect(say({ state: "withheld", lastAnswer: "The channel was taken out of the configuration." })).toBe(
    "Was not told that it opened: The channel was taken out of the configuration.",
  );
  expect(say({})).toBe("To tell that it opened: waits for a worker.");
  expect(sayDelivery(someDelivery({ dueAt: later }), { channel: null, now })).toEqual({
    text: "To tell that it opened: waits for the end of the quiet hours,",
    until: later,
  });
});
