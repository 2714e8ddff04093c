import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getIncident, listIncidents, type IncidentWithEvents } from "#db/queries/incidents.ts";
import { cancelKeyRequest, getKeyRequest, type KeyRequestRow } from "#db/queries/key-requests.ts";
import { listSamples } from "#db/queries/samples.ts";
import { getTable, type TableWithKeys } from "#db/queries/tables.ts";
import { bisect } from "#jobs/tasks/bisect.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, HISTORY_OFF, someReadSample, type TaskWorld } from "#jobs/testing/task-world.ts";
import { AppError } from "#lib/errors.ts";
import { KEY_HASHES } from "#lib/testing/key-hashes.ts";
import { someVerdict } from "#lib/testing/cause-facts.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
});
afterAll(async () => await world.close());

const SAMPLE = someReadSample();

/** A table of `commits` snapshots whose surplus rows begin with the one at `bad`, from 0. */
async function addTable({ commits, bad }: { commits: number; bad: number }, changes: Parameters<TaskWorld["addTable"]>[0] = {}) {
  const table = await world.addTable({ commits, ...HISTORY_OFF, ...changes });
  const lake = world.lakeTable(table);
  lake.findsAt = (id) => {
    const surplus = BigInt(id) - 9_000_000_000_000_000_000n >= bad ? 2 : 0;
    return {
      keyProfile: { rows: 30 + surplus, duplicatedKeys: surplus },
      samples: surplus === 0 ? [{ ...SAMPLE, rowCount: 1, rows: SAMPLE.rows.slice(0, 1) }] : [SAMPLE],
    };
  };
  return table;
}

const SURPLUS = { metric: "surplus_rows", badAbove: 0 } as const;
const read = async (id: string): Promise<KeyRequestRow> => await getKeyRequest(world.database.db, id);
const idAt = (table: TableWithKeys, at: number): string => world.lakeTable(table).snapshots[at]?.id ?? "";

async function observe(table: TableWithKeys): Promise<void> {
  await runTable(world.deps, { runId: (await world.request(table.id, "person")).id });
}

async function incidentOf(table: TableWithKeys): Promise<IncidentWithEvents> {
  const [listed] = await listIncidents(world.database.db, { tableId: table.id, limit: 10 });
  if (!listed) throw new Error("no incident was opened");
  return await getIncident(world.database.db, listed.id);
}

/** Requests that were sent to the queue `bisect` since the last look. */
async function takeAsked(): Promise<string[]> {
  return (await world.takeSent()).filter(({ name }) => name === "bisect").map(({ data }) => String(data["requestId"]));
}

describe("a bisection of a metric", () => {
  test("finds the last commit that made it bad, stores what it reads, and reads nothing twice", async () => {
    const table = await addTable({ commits: 40, bad: 17 });
    const id = await world.ask(table, SURPLUS);
    const before = world.lake.readings.length;
    expect(await bisect(world.deps, { requestId: id })).toBe("succeeded");
    const { since, state, expiresAt, finishedAt } = await read(id);
    expect(state).toBe("succeeded");
    expect(Number(expiresAt) - Number(finishedAt)).toBe(30 * 86_400_000);
    expect(since?.last).toMatchObject({
      at: { snapshotId: idAt(table, 17), addedFiles: 1 },
      before: { commit: { snapshotId: idAt(table, 16) }, value: 0 },
    });
    expect(since).toMatchObject({ metric: "surplus_rows", limit: 0, head: { value: 2, bad: true }, snapshots: 40, read: since?.known });
    const readings = world.lake.readings.slice(before);
    expect(readings.length).toBe(since?.read);
    expect(readings.length).toBeLessThanOrEqual(11);
    expect(readings.every(({ sample }) => sample.keysMax === 0)).toBe(true);
    expect(await world.count("snapshot_facts", table.id)).toBe(readings.length);
    expect(await world.count("observations", table.id)).toBe(0);
    const again = await world.ask(table, SURPLUS);
    await bisect(world.deps, { requestId: again });
    expect((await read(again)).since).toMatchObject({ read: 0, last: since?.last });
    expect(await bisect(world.deps, { requestId: id })).toBe("over");
  });

  test("that is cancelled ends its reading; the next goes on from what was read", async () => {
    const table = await addTable({ commits: 30, bad: 3 });
    const id = await world.ask(table, SURPLUS);
    let readings = 0;
    world.lakeTable(table).reading = async () => {
      if (++readings === 3) await cancelKeyRequest(world.database.db, id);
      if (readings === 3) await new Promise((resolve) => setTimeout(resolve, 900));
    };
    expect(await bisect(world.deps, { requestId: id })).toBe("over");
    expect(await read(id)).toMatchObject({ state: "cancelled", since: null });
    expect(await world.count("snapshot_facts", table.id)).toBe(2);
    world.lakeTable(table).reading = async () => {};
    const next = await world.ask(table, SURPLUS);
    await bisect(world.deps, { requestId: next });
    expect((await read(next)).since?.last?.at.snapshotId).toBe(idAt(table, 3));
  });

  test("leaves out snapshots that cannot be read, says so, and gives the narrowest bracket", async () => {
    const table = await addTable({ commits: 12, bad: 5 });
    const gone = new Set([idAt(table, 4), idAt(table, 5)]);
    world.lakeTable(table).reading = async ({ snapshot }) => {
      if (snapshot.by === "id" && gone.has(snapshot.id)) throw new AppError("table_unreadable", "The file 1.parquet is gone.");
      await Promise.resolve();
    };
    const id = await world.ask(table, SURPLUS);
    expect(await bisect(world.deps, { requestId: id })).toBe("succeeded");
    const { since } = await read(id);
    expect(since?.last).toMatchObject({
      at: { snapshotId: idAt(table, 6) },
      before: { commit: { snapshotId: idAt(table, 3) } },
      unreadBetween: 2,
    });
    expect(since?.notes.join(" ")).toMatch(
      /2 snapshots could not be read and were left out, the first because: The file 1\.parquet is gone\./,
    );
  });

  test("follows the stored lineage beyond what is retained, and says how it ends", async () => {
    const table = await addTable({ commits: 10, bad: 2 });
    await observe(table);
    world.lakeTable(table).snapshots.splice(0, 5);
    const id = await world.ask(table, SURPLUS);
    await bisect(world.deps, { requestId: id });
    expect((await read(id)).since).toMatchObject({ snapshots: 5, last: { before: null, unreadBetween: 5, isFirst: false } });
  });

  test("fails with the reader's reason when the asked snapshot itself cannot be read, or is not there", async () => {
    const table = await addTable({ commits: 3, bad: 1 });
    const unknown = await world.ask(table, SURPLUS, "77");
    expect(await bisect(world.deps, { requestId: unknown })).toBe("failed");
    expect(await read(unknown)).toMatchObject({ errorCode: "unknown_snapshot" });
    world.lakeTable(table).reading = async () => await Promise.reject(new AppError("table_unreadable", "The file 2.parquet is gone."));
    const id = await world.ask(table, SURPLUS);
    expect(await bisect(world.deps, { requestId: id })).toBe("failed");
    expect(await read(id)).toMatchObject({ errorCode: "table_unreadable", since: null });
  });
});

describe("an incident that opens", () => {
  test("is dated by a bisection of its own, once, and its timeline tells the commit", async () => {
    const table = await addTable({ commits: 25, bad: 9 });
    await takeAsked();
    await observe(table);
    const asked = await takeAsked();
    expect(asked).toHaveLength(1);
    const opened = await incidentOf(table);
    expect(opened.seen.since).toMatchObject({ snapshotId: idAt(table, 24), lastGoodAt: null, unreadBetween: true });
    await observe(table);
    expect(await takeAsked()).toEqual([]);
    await bisect(world.deps, { requestId: asked[0] ?? "" });
    const dated = await incidentOf(table);
    expect(dated.seen.since).toMatchObject({ snapshotId: idAt(table, 9), unreadBetween: false, isFirst: false });
    const told = dated.events.filter(({ kind }) => kind === "dated");
    expect(told).toEqual([expect.objectContaining({ tells: false, by: null })]);
    expect(told[0]?.detail).toMatchObject({ snapshotId: idAt(table, 9) });
    expect(told[0]?.detail.text).toMatch(/^Since .* snapshot 9000000000000000009: .* appended 1 file, by its summary\.$/);
    await bisect(world.deps, { requestId: await world.ask(table, SURPLUS) });
    expect((await incidentOf(table)).events.filter(({ kind }) => kind === "dated")).toHaveLength(1);
  });

  test("asks for none where the stored facts date it, and none for a sample table", async () => {
    const table = await addTable({ commits: 3, bad: 3 });
    await takeAsked();
    await observe(table);
    world.lake.commit(table.definition.location);
    await observe(table);
    expect((await incidentOf(table)).seen.since).toMatchObject({ unreadBetween: false });
    expect(await takeAsked()).toEqual([]);
    await observe(await addTable({ commits: 9, bad: 4 }, { source: "sample" }));
    expect(await takeAsked()).toEqual([]);
  });

  test("is dated by parents: what was rolled back is no part of its past", async () => {
    const table = await addTable({ commits: 2, bad: 2 });
    await observe(table);
    const { location } = table.definition;
    const rolledBack = world.lake.commit(location);
    await observe(table);
    world.lake.commit(location, { parentId: idAt(table, 1) });
    await observe(table);
    const { since } = (await incidentOf(table)).seen;
    expect(since?.snapshotId).toBe(idAt(table, 3));
    expect(since?.snapshotId).not.toBe(rolledBack.id);
    expect(since).toMatchObject({ unreadBetween: false });
  });
});

describe("a bisection of one key", () => {
  const KEY = { metric: null, keyValues: ["1"], badAbove: 1 } as const;

  test("counts its rows in one snapshot after the other, takes what samples say, and stores no row", async () => {
    const table = await addTable({ commits: 33, bad: 12 });
    await observe(table);
    const id = await world.ask(table, { ...KEY, keyValues: ["1"] });
    const before = world.lake.asked.length;
    expect(await bisect(world.deps, { requestId: id })).toBe("succeeded");
    const { since, result, keyHash: hash } = await read(id);
    expect(since).toMatchObject({
      metric: null,
      limit: 1,
      head: { value: 2 },
      last: { at: { snapshotId: idAt(table, 12) }, before: { value: 1 }, unreadBetween: 0 },
    });
    // Once more where it began, for the cause.
    expect(world.lake.asked.length - before).toBe((since?.read ?? 0) + 1);
    expect(world.lake.asked.at(-1)).toMatchObject({ snapshot: { id: idAt(table, 12) }, explain: { kind: "upsert" } });
    expect(since?.read).toBeLessThanOrEqual(11);
    expect([result, hash]).toEqual([null, KEY_HASHES.of(["1"])]);
  });

  test("notes with its samples the cause that it had when it became duplicated, which a later run keeps", async () => {
    const table = await addTable({ commits: 12, bad: 5 });
    const lake = world.lakeTable(table);
    const finds = lake.findsAt;
    lake.findsAt = (id) => {
      const found = finds?.(id) ?? {};
      const cause = id === idAt(table, 5) ? "unkeyed" : "unknown";
      return { ...found, samples: found.samples?.map((sample) => ({ ...sample, verdict: someVerdict({ cause }) })) };
    };
    const verdict = async () => {
      const { keys } = await getTable(world.database.db, table.id);
      const at = { keyVersionId: keys[0]?.currentVersionId ?? 0, snapshotId: lake.snapshots.at(-1)?.id ?? "" };
      return (await listSamples(world.database.db, at))[0]?.verdict;
    };
    await observe(table);
    expect(await verdict()).toMatchObject({ cause: "unknown" });
    expect((await verdict())?.first).toBeUndefined();
    await bisect(world.deps, { requestId: await world.ask(table, { ...KEY, keyValues: ["1"] }) });
    const first = { cause: "unkeyed", snapshotId: idAt(table, 5) };
    expect(await verdict()).toMatchObject({ cause: "unknown", first });
    world.lake.commit(table.definition.location);
    await observe(table);
    expect(await verdict()).toMatchObject({ cause: "unknown", first });
  });

  test("that is mended now is searched where a sample knows that it was bad, and else not", async () => {
    const table = await addTable({ commits: 12, bad: 3 });
    const lake = world.lakeTable(table);
    const finds = lake.findsAt;
    await observe(table);
    const mended = world.lake.commit(table.definition.location);
    lake.findsAt = (id) =>
      id === mended.id ? { samples: [{ ...SAMPLE, rowCount: 1, rows: SAMPLE.rows.slice(0, 1) }] } : (finds?.(id) ?? {});
    const found = async () => {
      const id = await world.ask(table, { ...KEY, keyValues: ["1"] });
      await bisect(world.deps, { requestId: id });
      return (await read(id)).since;
    };
    expect(await found()).toMatchObject({ head: { value: 1, bad: false }, last: { at: { snapshotId: idAt(table, 3) }, unreadBetween: 0 } });
    await world.database.db.execute(`delete from samples`);
    expect(await found()).toMatchObject({ last: null, read: 1 });
    expect((await found())?.notes).toContainEqual(expect.stringContaining("not searched"));
  });

  test("forgets the values of a masked key", async () => {
    const table = await addTable({ commits: 4, bad: 2 }, { masked: ["id"] });
    const id = await world.ask(table, { ...KEY, keyValues: ["1"] });
    await bisect(world.deps, { requestId: id });
    expect(await read(id)).toMatchObject({ state: "succeeded", keyValues: null });
  });
});
