import { getIncident, listIncidents, type IncidentWithEvents } from "#db/queries/incidents.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import type { Trust } from "#lib/iceberg/contract.ts";
import type { RunReason } from "#lib/names.ts";

export const MINUTE_MS = 60_000;

export interface JudgedWorld extends TaskWorld {
  /** What a reading finds from now on. */
  finds: (table: TableWithKeys, surplus: number, trust?: Trust) => void;
  /** A run, a minute later; its id. */
  observe: (table: TableWithKeys, reason?: RunReason, askedSnapshotId?: string) => Promise<string>;
  incidentsOf: (table: TableWithKeys) => Promise<IncidentWithEvents[]>;
}

/** A task world whose tables are read by runs that are stored and judged. */
export async function createJudgedWorld(): Promise<JudgedWorld> {
  const world = await createTaskWorld();
  return {
    ...world,
    finds: (table, surplus, trust) => {
      const rows = Array.from({ length: surplus }, (_, at) => sampleOf(String(at + 1)));
      world.lakeTable(table).finds = {
        keyProfile: { rows: 30 + surplus, distinctKeys: 30, duplicatedKeys: surplus },
        samples: rows,
        ...(trust && { trust }),
      };
    },
    observe: async (table, reason = "person", askedSnapshotId) => {
      world.clock.now = new Date(world.clock.now.getTime() + MINUTE_MS);
      const run = await world.request(table.id, reason, askedSnapshotId === undefined ? {} : { askedSnapshotId });
      await runTable(world.deps, { runId: run.id });
      return run.id;
    },
    incidentsOf: async (table) => {
      const listed = await listIncidents(world.database.db, { tableId: table.id, limit: 10 });
      return await Promise.all(listed.map(async ({ id }) => await getIncident(world.database.db, id)));
    },
  };
}

function sampleOf(id: string) {
  const row = { topic: null, partition: null, offset: null, keyBytesHex: null, file: null, position: null, sequenceNumber: null };
  const values = { id, email: `${id}@example.org` };
  return {
    key: [id],
    rowCount: 2,
    partitions: [],
    keyBytesHex: [],
    rows: [
      { ...row, values },
      { ...row, values },
    ],
  };
}
