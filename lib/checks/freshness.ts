import { defineCheck, readFact, type Reading, runMetric, snapshotMetric } from "#lib/checks/define-check.ts";

// How old is too old differs from table to table, so these are judged against a table's own past or its own setting.
const UNJUDGED = { unit: "seconds", worse: "higher", warnAt: null, alertAt: null } as const;

export const freshness = defineCheck({
  id: "freshness",
  title: "Freshness",
  question: "How far is the table behind its source?",
  tableWide: true,
  metrics: {
    commit_lag_seconds: snapshotMetric({
      ...UNJUDGED,
      label: "Lag at commit",
      change: { least: 300 },
      help: "Time from the newest source or event time in the table to the commit of the snapshot.",
      computed:
        "The snapshot's commit time less the greatest source time, else event time, of a live row; both columns are set for the table.",
      read: ({ rowFacts }) => readFact(rowFacts.commitLagSeconds),
    }),
    snapshot_age_seconds: runMetric({
      ...UNJUDGED,
      label: "Age of the snapshot",
      help: "Time since the snapshot was committed.",
      computed: "The moment of observation less the snapshot's commit time in the table's metadata.",
      read: ({ snapshot }, now) =>
        snapshot === null ? { notComputed: "The table has no snapshot." } : secondsBetween(snapshot.committedAt, now),
      growsWithTime: true,
    }),
    source_lag_seconds: runMetric({
      ...UNJUDGED,
      label: "Lag now",
      change: { least: 900 },
      help: "Time since the newest source or event time in the table.",
      computed: "The moment of observation less the greatest source time, else event time, of a live row.",
      read: ({ latestAt }, now) => (latestAt.value === null ? { notComputed: latestAt.reason } : secondsBetween(latestAt.value, now)),
      growsWithTime: true,
      tile: { order: 6, label: "Newest row", change: "none", suffix: "old", showsLimit: true },
    }),
  },
});

function secondsBetween(from: string, now: Date): Reading {
  const seconds = (now.getTime() - Date.parse(from)) / 1000;
  return Number.isNaN(seconds) ? { notComputed: `"${from}" is not a time.` } : seconds;
}
