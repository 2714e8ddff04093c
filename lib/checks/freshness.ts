import { defineCheck, type Observed, readFact, type Reading } from "#lib/checks/define-check.ts";

// How old is too old differs from table to table, so these are judged against a table's own past or its own setting.
const UNJUDGED = { unit: "seconds", worse: "higher", warnAt: null, alertAt: null, chart: "line" } as const;

export const freshness = defineCheck({
  id: "freshness",
  title: "Freshness",
  question: "How far is the table behind its source?",
  metrics: {
    commit_lag_seconds: {
      ...UNJUDGED,
      label: "Lag at commit",
      change: { least: 300 },
      help: "Time from the newest source or event time in the table to the commit of the snapshot.",
      computed:
        "The snapshot's commit time less the greatest source time, else event time, of a live row; both columns are set for the table.",
    },
    snapshot_age_seconds: {
      ...UNJUDGED,
      label: "Age of the snapshot",
      help: "Time since the snapshot was committed.",
      computed: "The moment of observation less the snapshot's commit time in the table's metadata.",
      observation: true,
    },
    source_lag_seconds: {
      ...UNJUDGED,
      label: "Lag now",
      change: { least: 900 },
      help: "Time since the newest source or event time in the table.",
      computed: "The moment of observation less the greatest source time, else event time, of a live row.",
      observation: true,
    },
  },
  read: ({ table, snapshot, rowFacts }, now) => ({
    commit_lag_seconds: readFact(rowFacts.commitLagSeconds),
    ...observe({ table, snapshot, latestAt: rowFacts.latestAt }, now),
  }),
  observe,
});

function observe({ snapshot, latestAt }: Observed, now: Date) {
  return {
    snapshot_age_seconds: snapshot === null ? { notComputed: "The table has no snapshot." } : secondsBetween(snapshot.committedAt, now),
    source_lag_seconds: latestAt.value === null ? { notComputed: latestAt.reason } : secondsBetween(latestAt.value, now),
  };
}

function secondsBetween(from: string, now: Date): Reading {
  const seconds = (now.getTime() - Date.parse(from)) / 1000;
  return Number.isNaN(seconds) ? { notComputed: `"${from}" is no time.` } : seconds;
}
