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

test("whatever happened, the numbers of every week add up, and begin where the last one ended", async () => {
  const random = seeded(20_260_302);
  const upTo = (most: number) => Math.floor(random() * most);
  const anyTime = () => new Date(START + upTo(HOURS) * 3_600_000);
  for (let n = 0; n < 30; n++) {
    const { tableId } = await someTable(database.db, { name: `t${n}` });
    await database.db
      .update(tables)
      .set({ createdAt: new Date(START) })
      .where(eq(tables.id, tableId));
    const times = Array.from({ length: upTo(9) }, anyTime).toSorted((a, b) => a.getTime() - b.getTime());
    await live(
      tableId,
      times.map((at, step) => ({ at, event: step % 2 === 0 ? BAD : GOOD, byHand: upTo(3) === 0 })),
    );
    if (upTo(3) === 0) await database.db.update(tables).set({ archivedAt: anyTime() }).where(eq(tables.id, tableId));
  }
  const told = [];
  for (const week of WEEKS) {
    const read = await readReview(database.db, { week, now: new Date(START + 50 * 86_400_000) });
    if ("kind" in read) throw new Error(`no review: ${read.kind}`);
    const { openBefore, opened, reopened, resolved, accepted, removed, stillOpen } = read.review.numbers;
    const counted = (openBefore ?? NaN) + opened.now + reopened.now - resolved.now - accepted.now - removed.now;
    told.push({ week, counted, stillOpen: stillOpen.now, openBefore, removed: removed.now });
  }
  expect(told.map(({ week, counted }) => [week, counted])).toEqual(told.map(({ week, stillOpen }) => [week, stillOpen]));
  expect(told.slice(1).map(({ openBefore }) => openBefore)).toEqual(told.slice(0, -1).map(({ stillOpen }) => stillOpen));
  expect(Math.max(...told.map(({ removed }) => removed))).toBeGreaterThan(0);
});

async function live(tableId: string, steps: readonly { at: Date; event: IncidentEvent; byHand: boolean }[]): Promise<void> {
  let incidentId = "";
  for (const { at, event, byHand } of steps) {
    if (event === GOOD && byHand) {
      await applyPersonEvent(database.db, { incidentId, event: { kind: "resolve", by: "Ada" }, now: at });
      continue;
    }
    const asked = { tableId, check: "duplicates", event, now: at, settings: SETTINGS } as const;
    const applied = await database.db.transaction(async (tx) => await applyObservedEvent(tx, asked));
    incidentId = applied?.incident.id ?? incidentId;
  }
}

/** Numbers in [0, 1), the same ones for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
