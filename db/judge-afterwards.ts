import type { Db } from "./client.ts";
import { Dates } from "./date-findings.ts";
import { listAcceptedSince, type ListedLevel } from "./queries/accepted-levels.ts";
import { listComparablePast } from "./queries/comparable-past.ts";
import { listIncidentSpans } from "./queries/incidents.ts";
import { listOlderSeen, type SeenKey } from "./queries/observed-keys.ts";
import { getTable } from "./queries/tables.ts";
import { storeVerdicts, type StoredVerdict } from "./queries/verdicts.ts";
import { CHECKS } from "#lib/checks/registry.ts";
import { PAST_DAYS, type LeftOut } from "#lib/judging/expectation.ts";
import { judgeTable } from "#lib/judging/judge-table.ts";
import { keepPast } from "#lib/judging/keep-past.ts";
import type { ObservedKey } from "#lib/judging/observed-key.ts";
import type { CheckId } from "#lib/names.ts";

/** Observations in one transaction. */
const BATCH = 200;
const DAY_MS = 86_400_000;

/**
 * Judges the newest observations of a key version that are older than its oldest verdict, a few hundred at most: by the limits of today and by what
 * was accepted then. They are marked, and open and move no incident. Returns how many there were.
 */
export async function judgeOlder(
  db: Db,
  { tableId, tableKeyId, keyVersionId }: { tableId: string; tableKeyId: string; keyVersionId: number },
  now: Date,
): Promise<number> {
  const seen = await listOlderSeen(db, keyVersionId, BATCH);
  const [oldest] = seen;
  if (oldest === undefined) return 0;
  const table = await getTable(db, tableId);
  const place = table.keys.findIndex(({ id }) => id === tableKeyId);
  const key = table.keys[place];
  if (key === undefined) return 0;
  const accepted = (await listAcceptedSince(db, tableId, oldest.observedAt)).filter((level) => level.tableKeyId === tableKeyId);
  const spans = await listIncidentSpans(db, tableId);
  const pasts = new Pasts(await pastBefore(db, oldest));
  await db.transaction(async (tx) => {
    const dates = new Dates(tx, tableId);
    const stored: StoredVerdict[] = [];
    for (const one of seen) {
      const { observedAt, runId } = one;
      const observed = {
        ...one,
        key: { id: key.id, name: key.name },
        promise: key.promise,
        limits: table.definition.limits,
        accepted: acceptedAt(accepted, observedAt),
        past: pasts.next(one),
      };
      const [verdict] = judgeTable({ keys: [observed], leftOut: leftOutAt(spans, observedAt), isFirst: place === 0 }).verdicts;
      if (verdict === undefined) continue;
      const findings = await dates.dateAll(verdict.findings, one);
      const since = findings[0]?.since ?? null;
      stored.push({ ...verdict, runId, keyVersionId, observedAt, judgedAt: now, findings, since, judgedAfterwards: true });
    }
    await storeVerdicts(tx, stored);
  });
  return seen.length;
}

async function pastBefore(db: Db, { keyVersionId, engine, runId, observedAt }: SeenKey): Promise<ObservedKey["past"]> {
  const since = new Date(observedAt.getTime() - PAST_DAYS * DAY_MS);
  return await listComparablePast(db, { keyVersionId, engine, runId, since, before: observedAt });
}

/** The past of one observation after the other, as a run is given it by the store. */
class Pasts {
  #past: ObservedKey["past"];
  #engine: string | null = null;

  constructor(past: ObservedKey["past"]) {
    this.#past = past;
  }

  next({ engine, trust, observedAt, values }: SeenKey): ObservedKey["past"] {
    // Numbers of two engines are not compared.
    if (this.#engine !== null && this.#engine !== engine) this.#past = [];
    this.#engine = engine;
    const before = this.#past;
    if (trust.level !== "untrusted") this.#past = keepPast({ observedAt, values }, before);
    return before;
  }
}

function acceptedAt(levels: readonly ListedLevel[], at: Date): ObservedKey["accepted"] {
  const held = levels.filter(({ acceptedAt: from, until, endedAt }) => from <= at && at < (endedAt ?? until));
  return Object.fromEntries(held.map(({ metric, level, by, why, until }) => [metric, { level, by, why, until: until.toISOString() }]));
}

/** Incidents as they were then: one that ended later was open. */
function leftOutAt(spans: Awaited<ReturnType<typeof listIncidentSpans>>, at: Date): Partial<Record<CheckId, LeftOut>> {
  const begun = spans
    .filter(({ from }) => from <= at)
    .map(({ check, from, to }) => ({ check, from, to: to !== null && to > at ? null : to }));
  return Object.fromEntries(CHECKS.map(({ id }) => [id, begun.filter(({ check }) => check === id)]));
}
