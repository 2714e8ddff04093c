import { afterEach, beforeEach, expect, test } from "vitest";
import { readFirstHour } from "./first-hour.ts";
import { tellServiceState } from "./service-states.ts";
import { applyTableDefinitions } from "./table-definitions.ts";
import { reviews } from "../schema/reviews.ts";
import { someDefinition } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import type { Channel } from "#lib/contracts/notification-settings.ts";
import { ServiceSettings } from "#lib/contracts/table-definition.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => await database.drop());

const NOTHING = { table: false, channel: false, owner: false, review: false };
const HOUR = 3_600_000;

async function done() {
  return (await readFirstHour(database.db)).done;
}

async function watch(name: string, { owner = null, source = "settings" }: { owner?: string | null; source?: "settings" | "sample" } = {}) {
  await applyTableDefinitions(database.db, [someDefinition({ name, owner })], source, { partial: true });
}

async function closeWeek(week: string, closedAt: Date) {
  await database.db.insert(reviews).values({ week, closedAt, closedBy: "Ada", frozen: {} });
}

async function configure(channels: Channel[]) {
  const service = ServiceSettings.parse({
    overdueFactor: 2,
    retention: { factsSeconds: null, runsSeconds: null },
    pollersMax: 1,
    notifications: { channels, routes: [], digest: null },
  });
  const state = { file: "/bergwatch.yaml", state: "applied" as const, at: new Date().toISOString(), message: "", faults: [], service };
  await tellServiceState(database.db, "configuration", state);
}

test("an empty installation has nothing done, and the checklist is shown", async () => {
  expect(await readFirstHour(database.db)).toEqual({ done: NOTHING, ownerlessTableId: null, shown: true });
});

test("sample tables, their owners and a review closed before the first own table count for nothing", async () => {
  await watch("sales.sample", { owner: "Shop", source: "sample" });
  await closeWeek("2026-W01", new Date(Date.now() - HOUR));
  expect(await done()).toEqual(NOTHING);
  await watch("sales.own");
  expect(await done()).toEqual({ ...NOTHING, table: true });
});

test("each step is done by its own fact", async () => {
  await configure([]);
  expect(await done()).toEqual(NOTHING);
  await configure([{ kind: "slack_webhook", name: "alerts", quietHours: null, url: { from: "file", path: "/secrets/slack" } }]);
  expect(await done()).toEqual({ ...NOTHING, channel: true });
  await watch("sales.own");
  expect(await done()).toEqual({ ...NOTHING, channel: true, table: true });
  await watch("sales.own", { owner: "Shop" });
  expect(await done()).toEqual({ ...NOTHING, channel: true, table: true, owner: true });
  await closeWeek("2026-W02", new Date(Date.now() + HOUR));
  expect(await done()).toEqual({ table: true, channel: true, owner: true, review: true });
});

test("a removed table counts no longer, but the review that was closed for it does", async () => {
  await watch("sales.own", { owner: "Shop" });
  await closeWeek("2026-W02", new Date(Date.now() + HOUR));
  await applyTableDefinitions(database.db, [], "settings");
  expect(await done()).toEqual({ ...NOTHING, review: true });
});

test("it names an own table that has no owner, rather one that can be changed in the browser", async () => {
  await watch("sales.sample", { source: "sample" });
  await applyTableDefinitions(database.db, [someDefinition({ name: "sales.filed" })], "file");
  const filed = (await readFirstHour(database.db)).ownerlessTableId;
  expect(filed).not.toBeNull();
  await watch("sales.entered");
  const entered = (await readFirstHour(database.db)).ownerlessTableId;
  expect(entered).not.toBe(filed);
  await watch("sales.entered", { owner: "Shop" });
  expect((await readFirstHour(database.db)).ownerlessTableId).toBe(filed);
});

test("a dismissed checklist stays away until somebody shows it again", async () => {
  await tellServiceState(database.db, "first_hour", { shown: false, by: "Ada" });
  expect((await readFirstHour(database.db)).shown).toBe(false);
  await tellServiceState(database.db, "first_hour", { shown: true, by: "Bob" });
  expect((await readFirstHour(database.db)).shown).toBe(true);
});
