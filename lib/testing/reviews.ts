import type { ReviewView } from "#lib/contracts/review.ts";

/** Week 48 of 2026 as of Friday morning, UTC, with nothing on its agenda. */
export function someReviewView(changes: Partial<ReviewView> = {}): ReviewView {
  const none = { now: 0, was: 0 };
  return {
    week: "2026-W48",
    timeZone: { name: "UTC", configured: false },
    from: "2026-11-23T00:00:00.000Z",
    to: "2026-11-30T00:00:00.000Z",
    asOf: "2026-11-27T09:00:00.000Z",
    isOver: false,
    tables: { all: 3, samples: 0 },
    sampleClock: null,
    sentence: "A quiet week: no incidents opened or are open.",
    because: null,
    numbers: {
      opened: none,
      reopened: none,
      resolved: none,
      accepted: none,
      removed: none,
      stillOpen: none,
      openBefore: 0,
      surplusRows: { now: 0, was: 0, bound: null, unknownTables: 0 },
      runs: { done: 10, due: 10, underWay: 0, kept: true },
    },
    agenda: { items: [], left: [] },
    movers: { worse: [], better: [], leftWorse: 0, leftBetter: 0 },
    owners: { list: [], left: 0, clean: { tables: 3, owners: 2 } },
    missed: { list: [], left: 0 },
    chart: { from: "2026-11-16T00:00:00.000Z", to: "2026-11-30T00:00:00.000Z", everyHours: 6, points: [] },
    ...changes,
  };
}
