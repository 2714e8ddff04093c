import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { openQueue } from "#db/queue.ts";
import { applyTableDefinitions } from "#db/queries/table-definitions.ts";
import { getRun, type RunRow } from "#db/queries/runs.ts";
import { getTableByName, type TableWithKeys } from "#db/queries/tables.ts";
import type { KeyWish } from "#db/queries/key-requests.ts";
import { requestKeys } from "#db/request-keys.ts";
import { requestRun, type RunRequest } from "#db/request-run.ts";
import { someDefinition, someSample } from "#db/testing/factories.ts";
import { noDelivery } from "#jobs/testing/fake-delivery.ts";
import { FakeLake, type FakeTable } from "#jobs/testing/fake-lake.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { RunReason, TableSource } from "#lib/names.ts";

/** A table's settings for tests in which only the questions asked read older snapshots. */
export const HISTORY_OFF = { budgets: { history: { snapshots: 0, seconds: 0 }, run: { bytes: null, seconds: null } } };

/** A sampled key as a reader returns it: without the hash, which the worker adds. */
export function someReadSample() {
  const { keyHash: _, ...sample } = someSample();
  return sample;
}

/** A job as the queue was given it. */
interface SentJob {
  name: string;
  data: Record<string, unknown>;
  afterSeconds: number;
}

export interface TaskWorld {
  deps: TaskDeps;
  lake: FakeLake;
  database: TestDatabase;
  /** What was sent since the last call; nobody takes it. */
  takeSent: () => Promise<SentJob[]>;
  /** A table of its own in store and lake. `commits`: 1 unless given. */
  addTable: (changes?: Partial<TableDefinition> & { commits?: number; source?: TableSource }) => Promise<TableWithKeys>;
  /** A queued run. */
  request: (tableId: string, reason: RunReason, more?: Partial<RunRequest>) => Promise<RunRow>;
  run: (runId: string) => Promise<RunRow>;
  /** A queued question about the keys of a table; its id. */
  ask: (table: TableWithKeys, asks: KeyWish["asks"], askedSnapshotId?: string | null) => Promise<string>;
  lakeTable: (table: TableWithKeys) => FakeTable;
  /** Rows that belong to keys of the table. */
  count: (rows: "observations" | "snapshot_facts" | "samples", tableId: string) => Promise<number>;
  /** What stopping a worker aborts. */
  stopping: AbortController;
  /** The clock's time; moved by tests. */
  clock: { now: Date };
  close: () => Promise<void>;
}

/** A database of its own with a queue, a lake in memory, a clock that stands still, and a worker's dependencies around them. */
export async function createTaskWorld(): Promise<TaskWorld> {
  const database = await createTestDatabase();
  const queue = await openQueue({ url: database.url, role: "sender", onError: () => {} });
  const lake = new FakeLake();
  lake.exportFolder = await mkdtemp(join(tmpdir(), "bergwatch-exports-"));
  const stopping = new AbortController();
  const clock = { now: new Date("2026-03-01T12:00:00Z") };
  const deps: TaskDeps = {
    database,
    queue,
    ...lake.engine,
    now: () => clock.now,
    log: pino({ level: "silent" }),
    workerId: "worker 1",
    stopping: stopping.signal,
    settings: () => SERVICE_DEFAULTS,
    delivery: noDelivery,
  };
  let wishes = 0;
  return {
    deps,
    lake,
    database,
    stopping,
    clock,
    takeSent: async () => {
      const { rows } = await database.db.execute<{ name: string; data: Record<string, unknown>; after: number }>(
        `delete from bergwatch_queue.job where state = 'created' returning name, data, extract(epoch from start_after - created_on)::float8 as after`,
      );
      return rows.map(({ name, data, after }) => ({ name, data, afterSeconds: Math.round(after) }));
    },
    addTable: async ({ commits = 1, source = "settings", ...changes } = {}) => {
      const definition = someDefinition(changes);
      const location = changes.location ?? `/lake/${definition.name}`;
      if (!lake.tables.has(location)) lake.add(location, { commits });
      const { rows } = await database.db.execute<{ definition: TableDefinition }>(
        `select definition from tables where source = '${source}' and archived_at is null`,
      );
      const others = rows.map((row) => row.definition).filter(({ name }) => name !== definition.name);
      await applyTableDefinitions(database.db, [...others, { ...definition, location }], source);
      return await getTableByName(database.db, definition.name);
    },
    ask: async (...question) => await ask({ database, queue }, ...question),
    request: async (tableId, reason, more = {}) => {
      wishes++;
      const scheduledFor = new Date(clock.now.getTime() + wishes);
      return (await requestRun(database.db, queue, { tableId, reason, scheduledFor, ...more })).run;
    },
    run: async (runId) => await getRun(database.db, runId),
    lakeTable: ({ definition }) => {
      const table = lake.tables.get(definition.location);
      if (!table) throw new Error(`the lake has no table at ${definition.location}`);
      return table;
    },
    count: async (name, tableId) => {
      const { rows } = await database.db.execute<{ count: number }>(
        `select count(*)::int as count from ${name} join key_versions v on v.id = key_version_id
           join table_keys k on k.id = table_key_id where table_id = '${tableId}'`,
      );
      return rows[0]?.count ?? 0;
    },
    close: async () => {
      await queue.stop({ graceful: false });
      await database.drop();
      await rm(lake.exportFolder, { recursive: true, force: true });
    },
  };
}

async function ask(
  { database, queue }: Pick<TaskDeps, "queue"> & { database: TestDatabase },
  table: TableWithKeys,
  asks: KeyWish["asks"],
  askedSnapshotId: string | null = null,
): Promise<string> {
  const [key] = table.keys;
  if (!key) throw new Error("a table has a key");
  const wish = { tableId: table.id, tableKeyId: key.id, keyVersionId: null, askedSnapshotId, asks };
  return (await requestKeys(database.db, queue, wish)).id;
}
