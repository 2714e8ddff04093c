import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import type { RunView } from "#lib/contracts/run-view.ts";
import { runLogQuery, runQuery } from "./runs.ts";

const run: RunView = {
  id: "11111111-1111-4111-8111-111111111111",
  tableId: "22222222-2222-4222-8222-222222222222",
  tableName: "shop.orders",
  state: "running",
  reason: "person",
  attempt: 1,
  askedSnapshotId: null,
  snapshotId: null,
  scheduledFor: "2026-09-20T22:07:10Z",
  queuedAt: "2026-09-20T22:07:10Z",
  startedAt: "2026-09-20T22:07:11Z",
  heartbeatAt: null,
  finishedAt: null,
  worker: null,
  progress: null,
  error: null,
  cost: { bytes: null, milliseconds: null },
  engineVersion: null,
};

test("what a table's page knows of a run is not taken for the run with its log, which its own page shows", async () => {
  const client = new QueryClient();
  client.setQueryData(runQuery(run.id).queryKey, run);
  await expect(client.ensureQueryData(runLogQuery({ run, lines: [] }))).resolves.toEqual({ run, lines: [] });
  expect(client.getQueryData(runQuery(run.id).queryKey)).toEqual(run);
});
