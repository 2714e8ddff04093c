import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyObservedEvent, applyPersonEvent } from "./incident-changes.ts";
import { readReview } from "./reviews.ts";
import { tables } from "../schema/tables.ts";
import { someTable } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { INCIDENT_SETTINGS, type IncidentEvent } from "#lib/incidents/incident.ts";
import { someFinding, someSighting } from "#lib/testing/incidents.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

const START = Date.UTC(2026, 1, 9);
const HOURS = 40 * 24;
const WEEKS = ["2026-W07", "2026-W08", "2026-W09", "2026-W10", "2026-W11", "2026-W12"];
const SETTINGS = { ...INCIDENT_SETTINGS, goodRunsToResolve: 1, reopenWithinMs: 5 * 86_400_000 };
const BAD: IncidentEvent = { kind: "finding", findings: [someFinding()], kept: [], seen: someSighting({ runId: null }) };
const GOOD: IncidentEvent = { kind: "good", runId: null };
const ACCEPTED: IncidentEvent = {
  kind: "accepted",
  runId: null,
  acceptance: { by: "Ada", until: "2027-01-01T00:00:00.000Z", why: "A backfill." },
};
/** Bad observations are as many as all that end an incident, so that most that ended comes back. */
const STEPS = ["bad", "bad", "bad", "good", "accepted", "accepted", "resolve"] as const;

interface Step {
  at: Date;
  kind: (typeof STEPS)[number];
}

test("whatever happened, the numbers of every week add up, and begin where the last one ended", async () => {
  const random = seeded(20_260_302);
  const upTo = (most: number) => Math.floor(random() * most);
  const anyTime = () => new Date(START + upTo(HOURS) * 3_600_000);
  const lives: { open: Change[]; archivedAt: Date | null }[] = [];
  for (let n = 0; n < 40; n++) {
    const { tableId } = await someTable(database.db, { name: `t${n}` });
    await database.db
      .update(tables)
      .set({ createdAt: new Date(START) })
      .where(eq(tables.id, tableId));
    const times = Array.from({ length: upTo(14) }, anyTime).toSorted((a, b) => a.getTime() - b.getTime());
    const open = await live(
      tableId,
      times.map((at) => ({ at, kind: STEPS[upTo(STEPS.length)] ?? "bad" })),
    );
    const archivedAt = upTo(3) === 0 ? anyTime() : null;
    if (archivedAt !== null) await database.db.update(tables).set({ archivedAt }).where(eq(tables.id, tableId));
    lives.push({ open, archivedAt });
  }
  const told = [];
  for (const week of WEEKS) {
    const read = await readReview(database.db, { week, now: new Date(START + 50 * 86_400_000) });
    if ("kind" in read) throw new Error(`no review: ${read.kind}`);
    const { openBefore, opened, reopened, resolved, accepted, removed, stillOpen } = read.review.numbers;
    const counted = (openBefore ?? NaN) + opened.now + reopened.now - resolved.now - accepted.now - removed.now;
    const asOf = new Date(read.review.asOf);
    const open = lives.filter((life) => wasOpen(life, asOf)).length;
    told.push({ week, counted, open, stillOpen: stillOpen.now, openBefore, removed: removed.now, accepted: accepted.now });
  }
  expect(told.map(({ week, counted }) => [week, counted])).toEqual(told.map(({ week, stillOpen }) => [week, stillOpen]));
  expect(told.map(({ week, open }) => [week, open])).toEqual(told.map(({ week, stillOpen }) => [week, stillOpen]));
  expect(told.slice(1).map(({ openBefore }) => openBefore)).toEqual(told.slice(0, -1).map(({ stillOpen }) => stillOpen));
  expect(Math.max(...told.map(({ removed }) => removed))).toBeGreaterThan(0);
  expect(Math.max(...told.map(({ accepted }) => accepted))).toBeGreaterThan(0);
});

/** From `at` on the table's incident is open, or is not. */
interface Change {
  at: Date;
  isOpen: boolean;
}

function wasOpen({ open, archivedAt }: { open: readonly Change[]; archivedAt: Date | null }, moment: Date): boolean {
  return (archivedAt === null || archivedAt >= moment) && (open.findLast(({ at }) => at < moment)?.isOpen ?? false);
}

async function live(tableId: string, steps: readonly Step[]): Promise<Change[]> {
  let incidentId: string | null = null;
  let isOpen = false;
  const changes: Change[] = [];
  for (const { at, kind } of steps) {
    if (kind === "resolve") {
      if (!isOpen || incidentId === null) continue;
      await applyPersonEvent(database.db, { incidentId, event: { kind, by: "Ada" }, now: at });
    } else {
      const event = kind === "bad" ? BAD : kind === "good" ? GOOD : ACCEPTED;
      const asked = { tableId, check: "duplicates", event, now: at, settings: SETTINGS } as const;
      const applied = await database.db.transaction(async (tx) => await applyObservedEvent(tx, asked));
      incidentId = applied?.incident.id ?? incidentId;
    }
    // Whether it is open follows from the last step alone: one good run resolves, an acceptance ends it, what is bad opens it or keeps it open.
    isOpen = kind === "bad";
    changes.push({ at, isOpen });
  }
  return changes;
}

/** Numbers in [0, 1), the same ones for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
