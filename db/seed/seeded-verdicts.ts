import type { Db } from "../client.ts";
import { Dates } from "../date-findings.ts";
import { storeJudgment } from "../judge-table.ts";
import { listSeenAt } from "../queries/observed-keys.ts";
import { listTables } from "../queries/tables.ts";
import { storeVerdicts, type StoredVerdict } from "../queries/verdicts.ts";
import { judgeTable } from "#lib/judging/judge-table.ts";

const WEEK_MS = 7 * 86_400_000;
/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/**
 * Judges the newest observation of each key of the seeded tables, as a run would have at `now`, and the last one of each week before, which reviews
 * show; those by limits alone. Incidents stay as they were seeded.
 */
export async function seedVerdicts(db: Db, prefix: string, { now, days }: { now: Date; days: number }): Promise<void> {
  const tables = (await listTables(db)).filter(({ name }) => name.startsWith(`${prefix}.`));
  for (const table of tables) await db.transaction(async (tx) => await storeJudgment(tx, { table, now }));
  const versions = new Map(tables.flatMap((table) => table.keys.map((key) => [key.currentVersionId ?? -1, { table, key }] as const)));
  for (const at of listWeekEnds(now, days)) {
    const seen = await listSeenAt(db, [...versions.keys()], at);
    const stored: StoredVerdict[] = [];
    for (const one of seen) {
      const { runId, keyVersionId, observedAt } = one;
      const of = versions.get(keyVersionId);
      if (of === undefined) continue;
      const { table, key } = of;
      const observed = { ...one, key, promise: key.promise, limits: table.definition.limits, accepted: {}, past: [] };
      const [verdict] = judgeTable({ keys: [observed], isFirst: key.position === 0 }).verdicts;
      if (verdict === undefined) continue;
      const findings = await new Dates(db, table.id).dateAll(verdict.findings, one);
      const since = findings[0]?.since ?? null;
      stored.push({ ...verdict, runId, keyVersionId, observedAt, judgedAt: now, findings, since, judgedAfterwards: true });
    }
    await storeVerdicts(db, stored);
  }
}

/** Mondays at midnight, UTC, newest first. */
function listWeekEnds(now: Date, days: number): Date[] {
  const ends: Date[] = [];
  const last = FIRST_MONDAY_MS + Math.floor((now.getTime() - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS;
  for (let end = last; end > now.getTime() - days * 86_400_000; end -= WEEK_MS) ends.push(new Date(end));
  return ends;
}
