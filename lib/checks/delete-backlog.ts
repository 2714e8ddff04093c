import { defineCheck, type Observed, readFact } from "#lib/checks/define-check.ts";

const COUNT = { worse: "higher", warnAt: null, alertAt: null, chart: "stacked" } as const;
const DATA = { ...COUNT, worse: "neither", chart: "none" } as const;

export const deleteBacklog = defineCheck({
  id: "delete_backlog",
  title: "Delete backlog",
  question: "How much deleting is left to every reader?",
  metrics: {
    position_delete_files: { ...COUNT, label: "Position-delete files", unit: "files", help: "Live position-delete files." },
    position_delete_rows: { ...COUNT, label: "Position-delete rows", unit: "rows", help: "Rows in live position-delete files." },
    position_delete_bytes: { ...COUNT, label: "Position-delete bytes", unit: "bytes", help: "Size of live position-delete files." },
    // Each equality-delete file is matched against all older data, so their number hurts by itself: other products call a hundred
    // delete files critical, and readers were seen to fail at thousands.
    equality_delete_files: {
      ...COUNT,
      label: "Equality-delete files",
      unit: "files",
      warnAt: 100,
      alertAt: 1000,
      help: "Live equality-delete files; every reader matches each of them against all older data files.",
    },
    equality_delete_rows: { ...COUNT, label: "Equality-delete rows", unit: "rows", help: "Rows in live equality-delete files." },
    equality_delete_bytes: { ...COUNT, label: "Equality-delete bytes", unit: "bytes", help: "Size of live equality-delete files." },
    deletion_vectors: { ...COUNT, label: "Deletion vectors", unit: "vectors", help: "Live deletion vectors, at most one for a data file." },
    deletion_vector_rows: {
      ...COUNT,
      label: "Deletion-vector rows",
      unit: "rows",
      help: "Rows that live deletion vectors mark as deleted.",
    },
    deletion_vector_bytes: {
      ...COUNT,
      label: "Deletion-vector bytes",
      unit: "bytes",
      help: "Content size of live deletion vectors, each counted once.",
    },
    data_files: { ...DATA, label: "Data files", unit: "files", help: "Live data files." },
    data_rows: { ...DATA, label: "Physical rows", unit: "rows", help: "Rows in live data files before deletes are applied." },
    data_bytes: { ...DATA, label: "Data bytes", unit: "bytes", help: "Size of live data files." },
    small_data_files: {
      ...DATA,
      label: "Small data files",
      unit: "files",
      worse: "higher",
      help: "Live data files below a quarter of the table's target file size (write.target-file-size-bytes, 512 MiB unless set).",
    },
    // Compaction tools score a table worst from 0.2 position deletes (0.1 equality deletes) a row on, and call more than 0.5 critical.
    delete_ratio: {
      ...COUNT,
      label: "Delete ratio",
      unit: "ratio",
      warnAt: 0.2,
      alertAt: 0.5,
      chart: "line",
      help: "Rows of all live deletes divided by physical rows.",
    },
    dangling_delete_files: {
      ...COUNT,
      label: "Dangling delete files",
      unit: "files",
      chart: "none",
      help: "Live delete files that no live data file can be touched by; they cost reading and change nothing.",
    },
    // Each row of such a file is read twice.
    files_registered_twice: {
      ...COUNT,
      label: "Files registered twice",
      unit: "files",
      alertAt: 1,
      chart: "none",
      neverMeant: true,
      help: "Data files that the snapshot lists more than once, so that all their rows are read more than once.",
    },
    snapshots_retained: {
      ...DATA,
      label: "Snapshots retained",
      unit: "snapshots",
      help: "Snapshots that the table's metadata still lists.",
      observation: true,
    },
    seconds_since_compaction: {
      ...DATA,
      label: "Time since compaction",
      unit: "seconds",
      worse: "higher",
      chart: "line",
      help: "Time since the newest retained snapshot that only replaced files (operation replace).",
      observation: true,
    },
  },
  read: ({ plan, table, snapshot, rowFacts }, now) => {
    const deleteRows = plan.positionDeletes.rows + plan.equalityDeletes.rows + plan.deletionVectors.rows;
    return {
      position_delete_files: plan.positionDeletes.files,
      position_delete_rows: plan.positionDeletes.rows,
      position_delete_bytes: plan.positionDeletes.bytes,
      equality_delete_files: plan.equalityDeletes.files,
      equality_delete_rows: plan.equalityDeletes.rows,
      equality_delete_bytes: plan.equalityDeletes.bytes,
      deletion_vectors: plan.deletionVectors.files,
      deletion_vector_rows: plan.deletionVectors.rows,
      deletion_vector_bytes: plan.deletionVectors.bytes,
      data_files: plan.data.files,
      data_rows: plan.data.rows,
      data_bytes: plan.data.bytes,
      small_data_files: plan.smallDataFiles,
      delete_ratio: plan.data.rows === 0 ? { notComputed: "The table has no physical rows to divide by." } : deleteRows / plan.data.rows,
      dangling_delete_files: readFact(plan.danglingDeleteFiles),
      files_registered_twice: plan.filesRegisteredTwice,
      ...observe({ table, snapshot, latestAt: rowFacts.latestAt }, now),
    };
  },
  observe,
});

function observe({ table }: Observed, now: Date) {
  return {
    snapshots_retained: table.snapshotsRetained,
    seconds_since_compaction:
      table.lastCompactionAt === null
        ? { notComputed: "No retained snapshot is a compaction (operation replace)." }
        : (now.getTime() - Date.parse(table.lastCompactionAt)) / 1000,
  };
}
