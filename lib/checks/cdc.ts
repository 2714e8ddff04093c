import { defineCheck, readFact, snapshotMetric } from "#lib/checks/define-check.ts";

const KEYS = { unit: "keys", worse: "higher", warnAt: null, alertAt: null } as const;
const ROWS = { ...KEYS, unit: "rows" } as const;

export const cdc = defineCheck({
  id: "cdc",
  title: "Change data capture",
  question: "Do the change events add up to the state of the source?",
  metrics: {
    // A table that promises one row a key promises the state of the source: a deleted entity's row belongs to it as little as a second row.
    ghost_rows: snapshotMetric({
      ...ROWS,
      label: "Ghost rows",
      warnAt: 1,
      alertAt: 100,
      help: "Rows whose operation is a delete and that are still rows of the table.",
      computed: "Live rows whose op column says d or delete, counted where an op column is set.",
      limitsNeedPromise: true,
      followsDirection: true,
      read: ({ rowFacts }) => readFact(rowFacts.ghostRows),
    }),
    soft_deleted_rows: snapshotMetric({
      ...ROWS,
      label: "Soft-deleted rows",
      help: "Rows that carry the soft-delete flag.",
      computed:
        "Live rows whose soft-delete column is set, where there is such a column: true, a word that is not false, a number that is not 0, or a time that is there.",
      read: ({ rowFacts }) => readFact(rowFacts.softDeletedRows),
    }),
    unavailable_value_rows: snapshotMetric({
      ...ROWS,
      label: "Rows with unavailable values",
      warnAt: 1,
      help: "Rows that hold Debezium's placeholder for a value that the source did not send, in the columns set to be looked through.",
      computed:
        "Rows in which one of the configured columns equals the placeholder, as text or as its UTF-8 bytes; null when no column is configured or one of them can hold no text.",
      limitsNeedPromise: true,
      read: ({ rowFacts }) => readFact(rowFacts.unavailableValueRows),
    }),
    snapshot_stream_overlap_keys: snapshotMetric({
      ...KEYS,
      label: "Keys in snapshot and stream",
      help: "Business keys with two snapshot rows, or with one beside an insert or update that the snapshot covers.",
      computed:
        "Keys with two rows of op r, or with one of op r and one of op c or u that it covers. It covers a row that agrees in every column except the Kafka and CDC columns (in after, if the envelope is nested). It also covers a row that came after it in their partition at a log position that is not after its own.",
      followsDirection: true,
      read: ({ rowFacts }) => readFact(rowFacts.snapshotStreamOverlapKeys),
    }),
    lsn_regressed_keys: snapshotMetric({
      ...KEYS,
      label: "Keys that went back",
      warnAt: 1,
      help: "Business keys whose log position is lower than at the snapshot checked before.",
      computed: "Not computed yet: the field stays null, with its reason.",
      limitsNeedPromise: true,
      read: () => ({ notComputed: "Log positions are not compared with those of the snapshot checked before yet." }),
      unfinished: true,
    }),
    envelope: snapshotMetric({
      ...KEYS,
      label: "Envelope left nested",
      unit: "flag",
      worse: "neither",
      help: "1 when the table still holds the change envelope (before, after, op) and not the row itself, else 0.",
      computed: "By the schema of the snapshot alone, for CDC tables: 1 where a top-level column named after is a struct.",
      read: ({ rowFacts }) => readFact(rowFacts.envelope),
    }),
  },
});
