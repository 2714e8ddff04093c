import { defineCheck, readFact } from "#lib/checks/define-check.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { CauseName } from "#lib/names.ts";

const COUNT = { worse: "neither", warnAt: null, alertAt: null, chart: "none" } as const;

export const duplicates = defineCheck({
  id: "duplicates",
  title: "Duplicate rows",
  question: "Does each business key have one row?",
  metrics: {
    rows: {
      ...COUNT,
      label: "Rows",
      unit: "rows",
      chart: "line",
      help: "Live rows at the snapshot that satisfy the table's row filter, deletes applied.",
      computed:
        'Counted over the live rows of the pinned snapshot: every data file of its manifests, deletes applied by the Iceberg specification ("Scan Planning"), then the table\'s filter.',
      followsDirection: true,
    },
    // A key that reads as NULL everywhere (a file without field ids) leaves nothing to compare: silence would look like health.
    null_key_rows: {
      ...COUNT,
      label: "Rows without a key",
      unit: "rows",
      worse: "higher",
      warnAt: 1,
      help: "Rows with NULL in any column of the business key; they belong to no key and are compared with nothing.",
      computed: "Counted in the pass that hashes the keys: a row counts as soon as one column of the key is NULL.",
      limitsNeedPromise: true,
      followsDirection: true,
    },
    distinct_keys: {
      ...COUNT,
      label: "Distinct keys",
      unit: "keys",
      chart: "line",
      help: "Distinct business keys of the live rows, compared as typed tuples.",
      computed:
        "A pass over the key columns hashes every key; keys whose hash came twice are read again and compared by their real values, so that a clash of hashes makes no duplicate.",
      followsDirection: true,
    },
    duplicated_keys: {
      ...COUNT,
      label: "Duplicated keys",
      unit: "keys",
      worse: "higher",
      chart: "line",
      help: "Business keys that have more than one row.",
      computed:
        "Keys whose hash came more than once are read again by their real values, and those that have more than one live row are counted.",
      followsDirection: true,
    },
    // One surplus row breaks the promise; a hundred is no accident of one batch any more.
    surplus_rows: {
      label: "Surplus rows",
      unit: "rows",
      worse: "higher",
      warnAt: 1,
      alertAt: 100,
      chart: "line",
      help: "Rows beyond the first for their business key.",
      computed: "Rows with a key less distinct keys: three rows of one key are two surplus rows.",
      limitsNeedPromise: true,
      followsDirection: true,
    },
    duplicate_factor: {
      ...COUNT,
      label: "Duplicate factor",
      unit: "ratio",
      change: { least: 0.01, origin: 1 },
      worse: "higher",
      chart: "line",
      help: "Rows with a key divided by distinct keys; 1 when no key has a second row.",
      computed: "Rows with a key divided by distinct keys.",
    },
    rows_per_key_max: {
      ...COUNT,
      label: "Most rows of one key",
      unit: "rows per key",
      worse: "higher",
      help: "Rows of the business key that has the most.",
      computed: "The greatest number of live rows that share one key.",
      followsDirection: true,
    },
    raw_rows: {
      ...COUNT,
      label: "Rows, deletes ignored",
      unit: "rows",
      help: "Rows that a reader without delete support sees.",
      computed: "The same count with every delete ignored: the rows of all live data files that satisfy the filter.",
    },
    raw_duplicated_keys: {
      ...COUNT,
      label: "Duplicated keys, deletes ignored",
      unit: "keys",
      worse: "higher",
      help: "Business keys that show more than one row in a reader without delete support.",
      computed: "The same count with every delete ignored; a key that was updated by a delete and a new row is among them.",
    },
    // Where a key may have many rows, the same row twice is wrong all the same: a history counts one event as two.
    replayed_keys: {
      label: "Keys with replayed rows",
      unit: "keys",
      worse: "higher",
      warnAt: 1,
      alertAt: 100,
      chart: "none",
      help: "Keys that contain the same row more than once: a file is registered twice, or a Kafka record was written again.",
      computed:
        "Duplicated keys whose cause is file_registered_twice or offset_replayed. Judged where a key may have many rows; a unique key is judged by its surplus rows.",
      neverMeant: true,
      limitsNeedNoPromise: true,
    },
  },
  read: ({ keyProfile, causes }) => {
    const keyedRows = keyProfile.rows - keyProfile.nullKeyRows;
    return {
      rows: keyProfile.rows,
      null_key_rows: keyProfile.nullKeyRows,
      distinct_keys: keyProfile.distinctKeys,
      duplicated_keys: keyProfile.duplicatedKeys,
      surplus_rows: keyedRows - keyProfile.distinctKeys,
      duplicate_factor:
        keyProfile.distinctKeys === 0
          ? { notComputed: "No row has a business key, so there is nothing to divide by." }
          : keyedRows / keyProfile.distinctKeys,
      rows_per_key_max: keyProfile.rowsPerKeyMax,
      raw_rows: readFact(keyProfile.rawRows),
      raw_duplicated_keys: readFact(keyProfile.rawDuplicatedKeys),
      replayed_keys:
        keyProfile.duplicatedKeys === 0 ? 0 : causes.value === null ? { notComputed: causes.reason } : countReplayed(causes.value),
    };
  },
});

const REPLAYED: ReadonlySet<CauseName> = new Set<CauseName>(["file_registered_twice", "offset_replayed"]);

function countReplayed({ shares }: Pick<CauseFacts, "shares">): number {
  return shares.reduce((keys, share) => keys + (REPLAYED.has(share.cause) ? share.keys : 0), 0);
}
