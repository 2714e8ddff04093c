import { expect, test } from "vitest";
import { agendaName } from "#lib/contracts/agenda-item.ts";
import { judgedVerdict } from "#lib/testing/judged-verdict.ts";
import { boundAgenda, groupByOwner, listAgenda } from "./agenda.ts";
import type { FactsAt, FailedRuns, ReviewIncident, ReviewKey, WeekRuns } from "./review-facts.ts";

function someKey(name: string, { surplus = 0, trust = "exact", owner = null, paused = false }: Changes = {}): ReviewKey {
  const facts: FactsAt = {
    committedAt: new Date("2026-11-24T00:00:00Z"),
    snapshotId: "17",
    trustLevel: trust,
    trustDirection: null,
    values: { surplus_rows: surplus, duplicated_keys: surplus, rows: 100 },
  };
  return {
    table: { id: name, name, owner, source: "file", paused },
    key: { name: "id", position: 0, promise: "unique" },
    verdict: judgedVerdict({ values: facts.values, trust: { level: trust, direction: null, reasons: ["Paths differ."] } }),
    end: { ...facts, trustReasons: trust === "untrusted" ? ["Paths differ."] : [] },
    start: facts,
    before: facts,
  };
}

interface Changes {
  surplus?: number;
  trust?: FactsAt["trustLevel"];
  owner?: string | null;
  paused?: boolean;
}

let number = 0;
function someIncident(table: string, changes: Partial<ReviewIncident> = {}): ReviewIncident {
  number += 1;
  return {
    id: `i${number}`,
    number,
    check: "duplicates",
    severity: "alert",
    sentence: "12 keys have more than one row.",
    why: null,
    table: { id: table, name: table },
    catalog: null,
    owner: null,
    key: "id",
    metric: "surplus_rows",
    snapshot: "17",
    since: { at: "2026-11-24T00:00:00.000Z", orEarlier: false },
    onIt: null,
    silence: null,
    reopened: false,
    ended: null,
    proposal: null,
    ...changes,
  };
}

const NO_RUNS: WeekRuns = { done: 0, failed: 0, cancelled: 0, underWay: 0, kept: true, tables: [] };
const none = { now: 0, was: 0 };
const turns = { opened: none, reopened: none, resolved: none, accepted: none, removed: none };

function agenda(keys: ReviewKey[], all: ReviewIncident[] = [], tables: FailedRuns[] = []) {
  const standing = all.filter((one) => one.ended === null);
  const ended = all.filter((one) => one.ended !== null);
  const items = listAgenda({ keys, incidents: { turns, standing, ended, stoodBefore: 0, openBefore: 0 }, runs: { ...NO_RUNS, tables } });
  return items.map(({ kind, state, table, catalog }) => `${kind} ${state} ${agendaName({ table, catalog })}`);
}

test("the agenda goes from what does harm now to what was settled, the greater harm first", () => {
  const failing = {
    table: { id: "failing", name: "failing" },
    owner: null,
    failed: 2,
    cancelled: 0,
    lastError: "Out of memory.",
    failing: true,
  };
  expect(
    agenda(
      [
        someKey("ok"),
        someKey("small", { surplus: 300 }),
        someKey("large", { surplus: 900 }),
        someKey("untold", { surplus: 500 }),
        someKey("again", { surplus: 2000 }),
        someKey("doubtful", { trust: "untrusted" }),
        someKey("failing"),
        someKey("late"),
        someKey("piling"),
      ],
      [
        someIncident("ok", { ended: { at: new Date("2026-11-25T00:00:00Z"), as: "resolved" } }),
        someIncident("again", { reopened: true }),
        someIncident("piling", { severity: "warn", check: "delete_backlog" }),
        someIncident("small"),
        someIncident("late", { check: "runs", severity: "warn" }),
        someIncident("large"),
      ],
      [failing],
    ),
  ).toEqual([
    "open alert large",
    "open alert small",
    "reopened alert again",
    "alert alert untold",
    "no_result unknown late",
    "no_result unknown failing",
    "untrusted unknown doubtful",
    "open warning piling",
    "resolved ok ok",
  ]);
});

test("what an incident says of a table is not said twice, and a paused table owes no result", () => {
  const failing = (table: string) => ({
    table: { id: table, name: table },
    owner: null,
    failed: 1,
    cancelled: 0,
    lastError: null,
    failing: true,
  });
  expect(agenda([someKey("a", { surplus: 300 })], [someIncident("a")])).toEqual(["open alert a"]);
  expect(agenda([someKey("a")], [someIncident("a", { check: "runs" })], [failing("a")])).toEqual(["no_result unknown a"]);
  expect(agenda([someKey("a", { paused: true })], [], [failing("a")])).toEqual([]);
  // That it is late says nothing of its duplicates.
  expect(agenda([someKey("a", { surplus: 300 })], [someIncident("a", { check: "runs" })])).toEqual([
    "alert alert a",
    "no_result unknown a",
  ]);
});

test("a catalog that is ill has no result, under its own name", () => {
  const ill = someIncident("", { check: "catalog", severity: "warn", table: null, catalog: "lake" });
  expect(agenda([someKey("ok")], [ill, someIncident("alert")])).toEqual(["open alert alert", "no_result unknown Catalog lake"]);
});

test("of a long agenda each owner's gravest find room, and all others are counted by owner", () => {
  const keys = Array.from({ length: 40 }, (_, n) => someKey(`t${n}`, { surplus: 100 - n, owner: n % 2 === 0 ? "even" : null }));
  const items = listAgenda({ keys, incidents: { turns, standing: [], ended: [], stoodBefore: 0, openBefore: 0 }, runs: NO_RUNS });
  const { items: shown, left } = boundAgenda(items);
  expect(shown.map(({ table }) => table?.name)).toEqual(["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9"]);
  expect(left).toEqual([
    { owner: "even", count: 15 },
    { owner: null, count: 15 },
  ]);
  expect(groupByOwner(shown).map(({ owner, items: of }) => [owner, of.length])).toEqual([
    ["even", 5],
    [null, 5],
  ]);
  expect(boundAgenda(items.slice(0, 12))).toEqual({ items: items.slice(0, 12), left: [] });
});

test("an incident's item says why its keys are duplicated", () => {
  const why = "All of them because the table's writer only ever adds rows.";
  const incidents = { turns, standing: [someIncident("orders", { why })], ended: [], stoodBefore: 0, openBefore: 0 };
  const [item] = listAgenda({ keys: [], incidents, runs: NO_RUNS });
  expect(item?.why).toBe(why);
});
