import fc from "fast-check";
import { acceptAndJudge } from "../accept-level.ts";
import type { Db } from "../client.ts";
import { judgeNewest, type JudgedNow } from "../judge-table.ts";
import { completeRun } from "../queries/complete-run.ts";
import { applyPersonEvent } from "../queries/incident-changes.ts";
import { listUnresolved } from "../queries/incidents.ts";
import { insertSilence } from "../queries/silences.ts";
import { applyTableDefinitions } from "../queries/table-definitions.ts";
import { getTable } from "../queries/tables.ts";
import { someCompletedRun, someResult, someStartedRun, type StoredTable } from "./factories.ts";
import { AppError } from "#lib/errors.ts";
import type { PersonEvent } from "#lib/incidents/incident.ts";

const DAY_MS = 86_400_000;
const QUEUE: JudgedNow["queue"] = { send: async () => await Promise.resolve(null) };

/** One thing that happens to a table. */
export type TableStep =
  | { kind: "observe"; surplus: number; ratio: number; isExact: boolean }
  | { kind: "limits"; surplusWarn: number | null; ratioAlert: number | null }
  | { kind: "accept"; level: number }
  | { kind: "silence"; silence: "silence" | "maintenance" }
  | { kind: "person"; does: "acknowledge" | "assign" | "snooze" };

const observe = fc.record({
  kind: fc.constant("observe" as const),
  surplus: fc.constantFrom(0, 0, 1, 5, 99, 100, 163),
  ratio: fc.constantFrom(0, 0.1, 0.2, 0.4, 0.5, 0.9),
  isExact: fc.boolean(),
});
const step: fc.Arbitrary<TableStep> = fc.oneof(
  { weight: 3, arbitrary: observe },
  fc.record({
    kind: fc.constant("limits" as const),
    surplusWarn: fc.constantFrom(null, 1, 50),
    ratioAlert: fc.constantFrom(null, 0.3, 0.5),
  }),
  fc.record({ kind: fc.constant("accept" as const), level: fc.constantFrom(1, 5, 100, 163) }),
  fc.record({ kind: fc.constant("silence" as const), silence: fc.constantFrom("silence" as const, "maintenance" as const) }),
  fc.record({ kind: fc.constant("person" as const), does: fc.constantFrom("acknowledge" as const, "assign" as const, "snooze" as const) }),
);

/** What happens to a table, in order; it is observed first. */
export const tableStory: fc.Arbitrary<TableStep[]> = fc
  .tuple(observe, fc.array(step, { minLength: 1, maxLength: 6 }))
  .map(([first, steps]) => [first, ...steps]);

/** Does to a stored table what the step says. */
export async function happen(
  db: Db,
  table: StoredTable,
  { step, snapshotId, now }: { step: TableStep; snapshotId: string; now: Date },
): Promise<void> {
  const judge = async (tx: Parameters<typeof judgeNewest>[0], because: JudgedNow["because"]): Promise<void> =>
    await judgeNewest(tx, { table: await getTable(tx, table.tableId), now, queue: QUEUE, because });
  switch (step.kind) {
    case "observe": {
      const { surplus, ratio, isExact } = step;
      const readings = { rows: 1000 + surplus, distinct_keys: 1000, duplicated_keys: surplus, surplus_rows: surplus, delete_ratio: ratio };
      const trust = isExact
        ? { level: "exact" as const, direction: null, reasons: [] }
        : { level: "untrusted" as const, direction: "at least" as const, reasons: ["Deletes were skipped."] };
      const completed = someCompletedRun(table, {
        snapshot: { id: snapshotId, committedAt: now },
        observedAt: now,
        results: [someResult(table.keyVersionId, { readings, trust })],
      });
      const claim = await someStartedRun(db, table.tableId);
      await completeRun(db, claim, completed, async (tx) => await judge(tx, "run"));
      return;
    }
    case "limits": {
      const { definition } = await getTable(db, table.tableId);
      const limits = { surplus_rows: { warnAt: step.surplusWarn }, delete_ratio: { alertAt: step.ratioAlert } };
      await applyTableDefinitions(db, [{ ...definition, limits }], "settings", {
        partial: true,
        judgeAgain: async (tx) => await judge(tx, "limits"),
      });
      return;
    }
    case "accept":
      await acceptAndJudge(db, QUEUE, {
        tableId: table.tableId,
        tableKeyId: table.tableKeyId,
        metric: "surplus_rows",
        level: step.level,
        by: "Ana K.",
        why: "known",
        acceptedAt: now,
        until: new Date(now.getTime() + DAY_MS),
      });
      return;
    case "silence":
      await insertSilence(db, {
        kind: step.silence,
        scope: { tableId: table.tableId },
        by: "Ben",
        why: "backfill",
        from: now,
        until: new Date(now.getTime() + DAY_MS),
      });
      return;
    case "person":
      for (const incident of await listUnresolved(db, table.tableId)) await act(db, incident.id, { does: step.does, now });
  }
}

async function act(
  db: Db,
  incidentId: string,
  { does, now }: { does: Extract<TableStep, { kind: "person" }>["does"]; now: Date },
): Promise<void> {
  const event: PersonEvent =
    does === "assign"
      ? { kind: "assign", by: "Ben", assignee: "Cem" }
      : does === "snooze"
        ? { kind: "snooze", by: "Ben", until: new Date(now.getTime() + DAY_MS) }
        : { kind: "acknowledge", by: "Ana K." };
  // A person cannot acknowledge what is acknowledged.
  await applyPersonEvent(db, { incidentId, event, now }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}
