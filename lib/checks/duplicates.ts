import { defineCheck, readFact, type Reading, snapshotMetric } from "#lib/checks/define-check.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { CauseName } from "#lib/names.ts";

const COUNT = { worse: "neither", warnAt: null, alertAt: null } as const;

export const duplicates = defineCheck({
  id: "duplicates",
  title: "Duplicate rows",
  question: "Does each business key have one row?",
  metrics: {
    rows: snapshotMetric({
      ...COUNT,
      label: "Rows",
      unit: "rows",
      help: "Live rows at the snapshot that satisfy the table's row filter, deletes applied.",
      computed:
        'Counted over the live rows of the pinned snapshot: every data file of its manifests, deletes applied by the Iceberg specification ("Scan Planning"), then the table\'s filter.',
      followsDirection: true,
      read: ({ keyProfile }) => keyProfile.rows,
      inSeries: true,
      summary: true,
    }),
    // A key that reads as NULL everywhere (a file without field ids) leaves nothing to compare: silence would look like health.
    null_key_rows: snapshotMetric({
      ...COUNT,
      label: "Rows without a key",
      unit: "rows",
      worse: "higher",
      warnAt: 1,
      help: "Rows with NULL in any column of the business key; they belong to no key and are compared with nothing.",
      computed: "Counted in the pass that hashes the keys: a row counts as soon as one column of the key is NULL.",
      limitsNeedPromise: true,
      followsDirection: true,
      read: ({ keyProfile }) => keyProfile.nullKeyRows,
    }),
    distinct_keys: snapshotMetric({
      ...COUNT,
      label: "Distinct keys",
      unit: "keys",
      help: "Distinct business keys of the live rows, compared as typed tuples.",
      computed:
        "A pass over the key columns hashes every key; keys whose hash came twice are read again and compared by their real values, so that a clash of hashes makes no duplicate.",
      followsDirection: true,
      read: ({ keyProfile }) => keyProfile.distinctKeys,
      summary: true,
    }),
    duplicated_keys: snapshotMetric({
      ...COUNT,
      label: "Duplicated keys",
      unit: "keys",
      worse: "higher",
      help: "Business keys that have more than one row.",
      computed:
        "Keys whose hash came more than once are read again by their real values, and those that have more than one live row are counted.",
      followsDirection: true,
      read: ({ keyProfile }) => keyProfile.duplicatedKeys,
      chart: { id: "surplus", part: "duplicated keys", order: 2 },
      tile: { order: 2, change: "difference", of: "distinct_keys" },
      overview: true,
      summary: true,
    }),
    // One surplus row breaks the promise; a hundred is no accident of one batch any more.
    surplus_rows: snapshotMetric({
      label: "Surplus rows",
      unit: "rows",
      worse: "higher",
      warnAt: 1,
      alertAt: 100,
      help: "Rows beyond the first for their business key.",
      computed: "Rows with a key less distinct keys: three rows of one key are two surplus rows.",
      limitsNeedPromise: true,
      followsDirection: true,
      read: (facts) => keyedRows(facts) - facts.keyProfile.distinctKeys,
      chart: { id: "surplus", part: "surplus rows", order: 1 },
      tile: { order: 1, change: "difference" },
      overview: true,
      sparkline: true,
      summary: true,
      keepsPeak: true,
    }),
    duplicate_factor: snapshotMetric({
      ...COUNT,
      label: "Duplicate factor",
      unit: "ratio",
      change: { least: 0.01, origin: 1 },
      worse: "higher",
      help: "Rows with a key divided by distinct keys; 1 when no key has a second row.",
      computed: "Rows with a key divided by distinct keys.",
      read: (facts) =>
        facts.keyProfile.distinctKeys === 0
          ? { notComputed: "No row has a business key, so there is nothing to divide by." }
          : keyedRows(facts) / facts.keyProfile.distinctKeys,
      tile: { order: 3, change: "was", decimals: 4 },
    }),
    rows_per_key_max: snapshotMetric({
      ...COUNT,
      label: "Most rows of one key",
      unit: "rows per key",
      worse: "higher",
      help: "Rows of the business key that has the most.",
      computed: "The greatest number of live rows that share one key.",
      followsDirection: true,
      read: ({ keyProfile }) => keyProfile.rowsPerKeyMax,
    }),
    raw_rows: snapshotMetric({
      ...COUNT,
      label: "Rows, deletes ignored",
      unit: "rows",
      help: "Rows that a reader without delete support sees.",
      computed: "The same count with every delete ignored: the rows of all live data files that satisfy the filter.",
      read: ({ keyProfile }) => readFact(keyProfile.rawRows),
    }),
    raw_duplicated_keys: snapshotMetric({
      ...COUNT,
      label: "Duplicated keys, deletes ignored",
      unit: "keys",
      worse: "higher",
      help: "Business keys that show more than one row in a reader without delete support.",
      computed: "The same count with every delete ignored; a key that was updated by a delete and a new row is among them.",
      read: ({ keyProfile }) => readFact(keyProfile.rawDuplicatedKeys),
    }),
    // Where a key may have many rows, the same row twice is wrong all the same: a history counts one event as two.
    replayed_keys: snapshotMetric({
      label: "Keys with replayed rows",
      unit: "keys",
      worse: "higher",
      warnAt: 1,
      alertAt: 100,
      help: "Keys that contain the same row more than once: a file is registered twice, or a Kafka record was written again.",
      computed:
        "Duplicated keys whose cause is file_registered_twice or offset_replayed. Judged where a key may have many rows; a unique key is judged by its surplus rows.",
      neverMeant: true,
      limitsNeedNoPromise: true,
      read: countReplayed,
    }),
  },
});

function keyedRows({ keyProfile }: Facts): number {
  return keyProfile.rows - keyProfile.nullKeyRows;
}

const REPLAYED: ReadonlySet<CauseName> = new Set<CauseName>(["file_registered_twice", "offset_replayed"]);

function countReplayed({ keyProfile, causes }: Facts): Reading {
  if (keyProfile.duplicatedKeys === 0) return 0;
  if (causes.value === null) return { notComputed: causes.reason };
  return causes.value.shares.reduce((keys, share) => keys + (REPLAYED.has(share.cause) ? share.keys : 0), 0);
}
