import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptAndJudge, revokeAndJudge } from "#db/accept-level.ts";
import { applyPersonEvent } from "#db/queries/incident-changes.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { judgeNewest } from "#db/judge-table.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { listTableVerdicts } from "#db/queries/verdicts.ts";
import { judgeExpiredLevels } from "#jobs/tasks/expired-levels.ts";
import { createJudgedWorld, MINUTE_MS, type JudgedWorld } from "#jobs/testing/judged-world.ts";
import type { KeyDefinition, LimitOverride } from "#lib/contracts/table-definition.ts";
import type { MetricName } from "#lib/metrics.ts";

let world: JudgedWorld;
beforeAll(async () => {
  world = await createJudgedWorld();
});
afterAll(async () => await world.close());

/** As the settings or the file change them. */
async function setLimits(table: TableWithKeys, limits: Partial<Record<MetricName, LimitOverride>>): Promise<void> {
  const { queue } = world.deps;
  await applyTableDefinitions(world.database.db, [{ ...table.definition, limits }], "settings", {
    partial: true,
    judgeAgain: async (tx, id) => await judgeNewest(tx, { table: await getTable(tx, id), now: world.clock.now, queue, because: "limits" }),
  });
}

async function accept(table: TableWithKeys, level: number, minutes = 60, metric: MetricName = "surplus_rows"): Promise<string> {
  const acceptedAt = world.clock.now;
  const until = new Date(acceptedAt.getTime() + minutes * MINUTE_MS);
  const tableKeyId = table.keys[0]?.id ?? "";
  const accepted = { tableId: table.id, tableKeyId, metric, level, by: "ann", why: "known", acceptedAt, until };
  return (await acceptAndJudge(world.database.db, world.deps.queue, accepted)).id;
}

async function shown(table: TableWithKeys) {
  const [verdict] = await listTableVerdicts(world.database.db, table.id);
  const incidents = await world.incidentsOf(table);
  return {
    verdict: verdict && [verdict.state, verdict.limit],
    incidents: incidents.map(({ check, state }) => `${check} ${state}`),
    events: incidents[0]?.events.map(({ kind }) => kind),
  };
}

async function duplicated(surplus: number): Promise<TableWithKeys> {
  const table = await world.addTable();
  world.finds(table, surplus);
  await world.observe(table);
  return table;
}

test("other limits judge the newest observation again, and what they no longer cross ends at once", async () => {
  const table = await duplicated(5);
  expect(await shown(table)).toEqual({ verdict: ["warning", 1], incidents: ["duplicates open"], events: ["opened"] });
  await setLimits(table, { surplus_rows: { warnAt: 10, alertAt: 100 } });
  expect(await shown(table)).toEqual({ verdict: ["ok", null], incidents: ["duplicates resolved"], events: ["opened", "resolved"] });
  await setLimits(table, { surplus_rows: { warnAt: 2, alertAt: 4 } });
  expect(await shown(table)).toMatchObject({ verdict: ["alert", 2], incidents: ["duplicates open"] });
  const [incident] = await world.incidentsOf(table);
  const [verdict] = await listTableVerdicts(world.database.db, table.id);
  expect(incident?.seen.since).toEqual(verdict?.since);
});

test("a definition that changes no limit judges nothing again", async () => {
  const table = await duplicated(5);
  const before = await listTableVerdicts(world.database.db, table.id);
  world.clock.now = new Date(world.clock.now.getTime() + MINUTE_MS);
  await setLimits({ ...table, definition: { ...table.definition, owner: "Sales" } }, {});
  expect(await listTableVerdicts(world.database.db, table.id)).toEqual(before);
});

test("an accepted level ends the incident as accepted, at once, with who and until when", async () => {
  const table = await duplicated(5);
  await accept(table, 5);
  expect(await shown(table)).toEqual({ verdict: ["accepted", 1], incidents: ["duplicates accepted"], events: ["opened", "accepted"] });
  const [incident] = await world.incidentsOf(table);
  const until = new Date(world.clock.now.getTime() + 60 * MINUTE_MS).toISOString();
  expect(incident).toMatchObject({ resolvedBy: "ann", resolvedAt: world.clock.now });
  expect(incident?.events.at(-1)).toMatchObject({ by: "ann", tells: true, detail: { until, text: "known" } });
  await world.observe(table);
  expect(await shown(table)).toMatchObject({ verdict: ["accepted", 1], events: ["opened", "accepted"] });
});

test("a level that covers a part leaves the incident open with the rest", async () => {
  const table = await world.addTable();
  world.lakeTable(table).finds = { keyProfile: { rows: 39, nullKeyRows: 4, distinctKeys: 30, duplicatedKeys: 5 } };
  await world.observe(table);
  expect((await world.incidentsOf(table))[0]?.findings.map(({ metric }) => metric)).toEqual(["surplus_rows", "null_key_rows"]);
  await accept(table, 5);
  const [incident] = await world.incidentsOf(table);
  expect(incident).toMatchObject({ state: "open", sentence: "4 rows have no key.", findings: [{ metric: "null_key_rows" }] });
  expect(await listTableVerdicts(world.database.db, table.id)).toMatchObject([
    { state: "warning", metric: "null_key_rows", accepted: [{ metric: "surplus_rows", by: "ann" }] },
  ]);
});

/** What ends an accepted level, a few minutes after it was accepted. */
const ENDS = {
  exceeded: async (table: TableWithKeys) => {
    world.finds(table, 7);
    world.lake.commit(table.definition.location);
    await world.observe(table);
  },
  revoked: async (table: TableWithKeys, levelId: string) => {
    const asked = { levelId, tableId: table.id, by: "bob", now: world.clock.now };
    await revokeAndJudge(world.database.db, world.deps.queue, asked);
  },
  expired: async () => {
    world.clock.now = new Date(world.clock.now.getTime() + 3 * MINUTE_MS);
    await judgeExpiredLevels(world.deps);
  },
};

test.each(["exceeded", "revoked", "expired"] as const)("once the level is %s the same incident opens again", async (how) => {
  const table = await duplicated(5);
  const levelId = await accept(table, 5, 3);
  const [{ id } = { id: "" }] = await world.incidentsOf(table);
  await ENDS[how](table, levelId);
  const [incident, ...others] = await world.incidentsOf(table);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ id, state: "open", timesOpened: 2, resolvedAt: null });
  expect(incident?.events.map(({ kind }) => kind)).toEqual(["opened", "accepted", "reopened"]);
  expect(await shown(table)).toMatchObject({ verdict: ["warning", how === "exceeded" ? 6 : 1] });
});

test("an expired level judges its table once", async () => {
  const table = await duplicated(5);
  await judgeExpiredLevels(world.deps);
  await accept(table, 5, 3);
  expect(await judgeExpiredLevels(world.deps)).toBe(0);
  world.clock.now = new Date(world.clock.now.getTime() + 3 * MINUTE_MS);
  expect(await judgeExpiredLevels(world.deps)).toBe(1);
  expect(await judgeExpiredLevels(world.deps)).toBe(0);
});

test("what a person resolved stays resolved when levels change, until a run sees it again", async () => {
  const table = await duplicated(5);
  const [{ id } = { id: "" }] = await world.incidentsOf(table);
  await applyPersonEvent(world.database.db, { incidentId: id, event: { kind: "resolve", by: "ann" }, now: world.clock.now });
  await accept(table, 1, 60, "ghost_rows");
  expect(await shown(table)).toMatchObject({ verdict: ["warning", 1], incidents: ["duplicates resolved"] });
  await world.observe(table);
  expect(await shown(table)).toMatchObject({ incidents: ["duplicates open"] });
});

test("a reading of an older snapshot changes no verdict", async () => {
  const table = await world.addTable({ commits: 2 });
  await world.observe(table);
  const before = await listTableVerdicts(world.database.db, table.id);
  world.finds(table, 5);
  await world.observe(table, "person", "9000000000000000000");
  expect(await listTableVerdicts(world.database.db, table.id)).toEqual(before);
  await accept(table, 1, 60, "ghost_rows");
  expect(await listTableVerdicts(world.database.db, table.id)).toMatchObject([{ runId: before[0]?.runId, state: "ok" }]);
});

test("replayed rows are wrong whatever the promise of the key", async () => {
  const keys: KeyDefinition[] = [{ name: "id", columns: ["id"], promise: "none", keep: "last" }];
  const table = await world.addTable({ kind: "history", keys });
  const share = (cause: "offset_replayed" | "by_design", count: number) => ({ cause, keys: count, surplusRows: count, measure: null });
  const finds = (replayed: number) => {
    world.lakeTable(table).finds = {
      keyProfile: { rows: 50, distinctKeys: 30, duplicatedKeys: 20 },
      causes: {
        value: {
          shares: [...(replayed > 0 ? [share("offset_replayed", replayed)] : []), share("by_design", 20 - replayed)],
          retryKeys: { value: 0 },
          undecided: [],
          measure: { value: null, reason: "None was asked for." },
          drift: null,
          notes: [],
        },
      },
    };
  };
  finds(0);
  await world.observe(table);
  expect(await shown(table)).toMatchObject({ verdict: ["ok", null], incidents: [] });
  finds(12);
  world.lake.commit(table.definition.location);
  await world.observe(table);
  expect(await world.incidentsOf(table)).toMatchObject([
    {
      check: "duplicates",
      sentence: "12 keys contain replayed rows.",
      findings: [{ metric: "replayed_keys", limit: 1 }],
      seen: { since: { snapshotId: "9000000000000000001", lastGoodAt: "2026-03-01T00:00:00.000Z" } },
    },
  ]);
});
