import { describe, expect, test } from "vitest";
import type { Channel, NotificationSettings } from "#lib/contracts/notification-settings.ts";
import { locationRoot } from "#lib/incidents/location-root.ts";
import {
  planDeliveries,
  type OpenDelivery,
  type PlannedDelivery,
  type UnroutedEvent,
  type WasTold,
} from "#lib/incidents/plan-deliveries.ts";
import type { IncidentCheck, IncidentEventKind } from "#lib/names.ts";

const NOW = new Date("2026-03-02T12:00:00Z");
const EVENING = new Date("2026-03-02T18:00:00Z");
const place = { from: "environment", name: "X" } as const;
const CHANNEL: Channel = { kind: "webhook", name: "one", quietHours: null, url: place, secret: place };
const SETTINGS: NotificationSettings = { channels: [CHANNEL], routes: [], digest: null };
const QUIET: NotificationSettings = {
  ...SETTINGS,
  channels: [{ ...CHANNEL, quietHours: { from: "08:00", to: "18:00", days: [1, 2, 3, 4, 5, 6, 7], timeZone: "UTC", but: ["alert"] } }],
};

let ids = 0;
/** Of an incident by its name: `a`, or `a@s3://lake/a` of a table there that is not read any more. */
function event(
  incident: string,
  kind: IncidentEventKind = "opened",
  more: { severity?: "warn" | "alert"; by?: string } = {},
): UnroutedEvent {
  const [id = "", location] = incident.split("@");
  const check: IncidentCheck = location === undefined ? "duplicates" : "runs";
  ids += 1;
  return {
    id: ids,
    kind,
    by: more.by ?? null,
    incident: {
      id,
      check,
      severity: more.severity ?? "warn",
      location: location ?? "/lake/x/y",
      tables: [{ name: id, owner: null, tags: [] }],
    },
  };
}
function waits(id: number, incidents: string, changes: Partial<OpenDelivery> = {}): OpenDelivery {
  const told = incidents.split(" ").map((incident) => {
    const [name = "", location] = incident.split("@");
    return {
      id: name,
      check: location === undefined ? ("duplicates" as const) : ("runs" as const),
      location: location ?? "/lake/x/y",
      opens: true,
    };
  });
  return {
    id,
    channel: "one",
    eventIds: told.map((_, at) => -100 * id - at),
    shared: null,
    together: told.length > 1,
    dueAt: NOW,
    wasTried: false,
    incidents: told,
    ...changes,
  };
}
const NOT_TOLD: WasTold = () => null;
const plan = (events: readonly UnroutedEvent[], waiting: readonly OpenDelivery[] = [], { settings = SETTINGS, wasTold = NOT_TOLD } = {}) =>
  planDeliveries({ settings, events, waiting, wasTold, now: NOW });
/** As `id:kind×events`, with what it absorbs. */
const said = (planned: readonly PlannedDelivery[]) =>
  planned
    .map(({ id, incidentId, eventIds, shared, absorbs }) =>
      [
        `${id ?? "new"}:${incidentId ?? `several${shared === null ? "" : ` of ${shared}`}`}×${eventIds.length}`,
        ...absorbs.map((one) => `-${one}`),
      ].join(" "),
    )
    .toSorted();
const opens = (names: string) => names.split(" ").map((name) => event(name));

describe("messages are made", () => {
  test.each<[string, UnroutedEvent[], OpenDelivery[], string[]]>([
    ["one for one", opens("a"), [], ["new:a×1"]],
    ["one of an incident's entries", [event("a"), event("a", "acknowledged", { by: "ann" }), event("a", "resolved")], [], ["new:a×3"]],
    ["none of what follows and nobody was told of", [event("a", "resolved"), event("b", "commented", { by: "ann" })], [], []],
    ["each its own up to five", opens("a b c d e"), [], ["new:a×1", "new:b×1", "new:c×1", "new:d×1", "new:e×1"]],
    ["one from six on", opens("a b c d e f"), [], ["new:several×6"]],
    ["into one that waits, of what follows", [event("a", "acknowledged", { by: "ann" })], [waits(1, "a")], ["1:a×2"]],
    ["into a list that waits, of what follows", [event("b", "resolved")], [waits(1, "a b c")], ["1:several×4"]],
    ["into one that was tried, of what follows", [event("a", "resolved")], [waits(1, "a", { wasTried: true })], ["1:a×2"]],
    [
      "beside one that was tried, of what is new",
      opens("b c d e f"),
      [waits(1, "a", { wasTried: true })],
      ["new:b×1", "new:c×1", "new:d×1", "new:e×1", "new:f×1"],
    ],
    [
      "from those that wait and the new ones together",
      opens("e f"),
      [waits(1, "a"), waits(2, "b"), waits(3, "c"), waits(4, "d")],
      ["1:several×6 -2 -3 -4"],
    ],
    ["into the list that waits, of new ones", opens("g"), [waits(1, "a b c d e f")], ["1:several×7"]],
    [
      "apart from those that wait for another time",
      opens("e f"),
      [1, 2, 3, 4].map((id) => waits(id, `w${id}`, { dueAt: EVENING })),
      ["new:e×1", "new:f×1"],
    ],
    [
      "with those that wait for the channel alone, whenever they were due",
      opens("e f"),
      [1, 2, 3, 4].map((id) => waits(id, `w${id}`, { dueAt: new Date(0) })),
      ["1:several×6 -2 -3 -4"],
    ],
    ["one of a place", opens("a@s3://lake/a b@s3://lake/b c@s3://other/c d"), [], ["new:c×1", "new:d×1", "new:several of s3://lake×2"]],
    [
      "into the list of the place",
      opens("c@s3://lake/c"),
      [waits(1, "a@s3://lake/a b@s3://lake/b", { shared: "s3://lake" })],
      ["1:several of s3://lake×3"],
    ],
    ["one of a place with the one that waits", opens("b@s3://lake/b"), [waits(1, "a@s3://lake/a")], ["1:several of s3://lake×2"]],
    [
      "of a place beside a list of others",
      opens("a@s3://lake/a b@s3://lake/b g"),
      [waits(1, "c d e f h i")],
      ["1:several×7", "new:several of s3://lake×2"],
    ],
    ["with the list of a place left alone", opens("c"), [waits(1, "a@s3://lake/a b@s3://lake/b", { shared: "s3://lake" })], ["new:c×1"]],
    ["of what could be read and lies in one place each its own", opens("a b"), [], ["new:a×1", "new:b×1"]],
  ])("%s", (_, events, waiting, planned) => {
    expect(said(plan(events, waiting))).toEqual(planned);
  });
});

test("what follows is one message each where it was told alone, so that threads go on, and one where it was told together", () => {
  const ends = (names: string) => names.split(" ").map((name) => event(name, "resolved"));
  const told = (how: "alone" | "together"): { wasTold: WasTold } => ({ wasTold: () => how });
  expect(said(plan(ends("a@s3://lake/a b@s3://lake/b"), [], told("alone")))).toEqual(["new:a×1", "new:b×1"]);
  expect(said(plan(ends("a@s3://lake/a b@s3://lake/b"), [], told("together")))).toEqual(["new:several of s3://lake×2"]);
  expect(said(plan(ends("a b c d e f"), [], told("alone")))).toEqual(["new:several×6"]);
});

test("what opens and what follows are not put into one list", () => {
  const wasTold: WasTold = (_, id) => (id < "d" ? "alone" : null);
  const events = [...["a", "b", "c"].map((name) => event(name, "resolved")), ...opens("d e f")];
  expect(plan(events, [], { wasTold })).toHaveLength(6);
});

test("quiet hours are those of the incident's severity, and the earliest of what is told together", () => {
  const due = (planned: readonly PlannedDelivery[]) => planned.map(({ dueAt }) => dueAt);
  expect(due(plan([event("a")], [], { settings: QUIET }))).toEqual([EVENING]);
  expect(due(plan([event("a", "opened", { severity: "alert" })], [], { settings: QUIET }))).toEqual([NOW]);
  expect(due(plan([event("a", "worsened", { severity: "alert" })], [waits(1, "a", { dueAt: EVENING })], { settings: QUIET }))).toEqual([
    NOW,
  ]);
  expect(due(plan([event("a", "commented", { by: "ann" })], [waits(1, "a", { dueAt: NOW })], { settings: QUIET }))).toEqual([NOW]);
});

test("whatever comes in whatever order, each entry stands in one message of the channel, and none is lost", () => {
  // A small generator with a fixed seed: the same on every machine.
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 200; round++) {
    let stored: OpenDelivery[] = [];
    const toldOf = new Set<string>();
    const heard = new Set<number>();
    let next = 1;
    for (let batch = 0; batch < 4; batch++) {
      const events = Array.from({ length: random(9) }, () => {
        const name = `i${random(12)}`;
        const kind = (["opened", "worsened", "acknowledged", "resolved"] as const)[random(4)] ?? "opened";
        return event(random(3) === 0 ? `r${name}@s3://lake/${name}` : name, kind, kind === "acknowledged" ? { by: "ann" } : {});
      });
      const byId = new Map(events.map((one) => [one.id, one]));
      const planned = plan(events, stored, { wasTold: (_, id) => (toldOf.has(id) ? "alone" : null) });
      for (const { id, eventIds, incidentId, shared, dueAt, absorbs } of planned) {
        const taken = stored.filter((one) => one.id === id || absorbs.includes(one.id));
        stored = stored.filter((one) => !taken.includes(one));
        const incidents = new Map(taken.flatMap((one) => one.incidents.map((incident) => [incident.id, incident] as const)));
        for (const one of eventIds.flatMap((eventId) => byId.get(eventId) ?? [])) {
          const isOpening = one.kind === "opened" || (incidents.get(one.incident.id)?.opens ?? false);
          incidents.set(one.incident.id, { ...one.incident, opens: isOpening });
          toldOf.add(one.incident.id);
          heard.add(one.id);
        }
        expect(incidentId === null || incidents.size === 1).toBe(true);
        stored.push({
          ...waits(id ?? next++ + 1000 * round, "x"),
          eventIds,
          shared,
          dueAt,
          together: incidentId === null,
          incidents: [...incidents.values()],
        });
      }
      const all = stored.flatMap(({ eventIds }) => eventIds);
      expect(new Set(all).size).toBe(all.length);
      expect(all.filter((id) => id > 0).toSorted((a, b) => a - b)).toEqual([...heard].toSorted((a, b) => a - b));
      if (random(3) === 0) stored = [];
      if (stored.length === 0) heard.clear();
    }
  }
});

test.each([
  ["s3://lake/shop/orders", "s3://lake"],
  ["S3://Lake/shop", "s3://Lake"],
  ["https://catalog.example:8181/v1/tables/x", "https://catalog.example:8181"],
  ["/lake/shop/orders", "/lake/shop"],
  ["/lake/shop/orders/", "/lake/shop"],
  ["/lake/shop/orders/metadata/v3.metadata.json", "/lake/shop"],
  ["file:///lake/shop/orders", "/lake/shop"],
  ["/orders", null],
])("%s lies in %s", (location, root) => {
  expect(locationRoot(location)).toBe(root);
});
