import { defineCheck, readFact, runMetric, snapshotMetric } from "#lib/checks/define-check.ts";

const COUNT = { worse: "higher", warnAt: null, alertAt: null } as const;
const DELETES = { ...COUNT, clearedByCompaction: true } as const;
const DATA = { ...COUNT, worse: "neither" } as const;

export const deleteBacklog = defineCheck({
  id: "delete_backlog",
  title: "Delete backlog",
  question: "How much deleting is left to every reader?",
  tableWide: true,
  metrics: {
    position_delete_files: snapshotMetric({
      ...DELETES,
      label: "Position-delete files",
      unit: "files",
      help: "Live position-delete files.",
      computed: "Counted in the delete manifests of the snapshot (content 1, not in a Puffin file); deleted entries are left out.",
      read: ({ plan }) => plan.positionDeletes.files,
      chart: { id: "deletes", view: "files", part: "position" },
    }),
    position_delete_rows: snapshotMetric({
      ...DELETES,
      label: "Position-delete rows",
      unit: "rows",
      help: "Rows in live position-delete files.",
      computed: "The sum of record_count of these files in the manifests; a position that two files delete counts twice.",
      read: ({ plan }) => plan.positionDeletes.rows,
      chart: { id: "deletes", view: "rows", part: "position" },
      overview: true,
    }),
    position_delete_bytes: snapshotMetric({
      ...DELETES,
      label: "Position-delete bytes",
      unit: "bytes",
      help: "Size of live position-delete files.",
      computed: "The sum of file_size_in_bytes of these files in the manifests.",
      read: ({ plan }) => plan.positionDeletes.bytes,
    }),
    // Each equality-delete file is matched against all older data, so their number hurts by itself: other products call a hundred
    // delete files critical, and readers were seen to fail at thousands.
    equality_delete_files: snapshotMetric({
      ...DELETES,
      label: "Equality-delete files",
      unit: "files",
      warnAt: 100,
      alertAt: 1000,
      help: "Live equality-delete files; every reader matches each of them against all older data files.",
      computed: "Counted in the delete manifests of the snapshot (content 2); deleted entries are left out.",
      read: ({ plan }) => plan.equalityDeletes.files,
      chart: { id: "deletes", view: "files", part: "equality", limits: true },
      keepsPeak: true,
    }),
    equality_delete_rows: snapshotMetric({
      ...DELETES,
      label: "Equality-delete rows",
      unit: "rows",
      help: "Rows in live equality-delete files.",
      computed: "The sum of record_count of these files in the manifests; one row may delete many rows or none.",
      read: ({ plan }) => plan.equalityDeletes.rows,
      chart: { id: "deletes", view: "rows", part: "equality" },
      overview: true,
    }),
    equality_delete_bytes: snapshotMetric({
      ...DELETES,
      label: "Equality-delete bytes",
      unit: "bytes",
      help: "Size of live equality-delete files.",
      computed: "The sum of file_size_in_bytes of these files in the manifests.",
      read: ({ plan }) => plan.equalityDeletes.bytes,
    }),
    deletion_vectors: snapshotMetric({
      ...DELETES,
      label: "Deletion vectors",
      unit: "vectors",
      help: "Live deletion vectors, at most one for a data file.",
      computed: "Counted in the delete manifests of the snapshot (format v3, Puffin blobs); one file can contain several.",
      read: ({ plan }) => plan.deletionVectors.files,
      chart: { id: "deletes", view: "files", part: "vectors" },
    }),
    deletion_vector_rows: snapshotMetric({
      ...DELETES,
      label: "Deletion-vector rows",
      unit: "rows",
      help: "Rows that live deletion vectors mark as deleted.",
      computed: "The sum of record_count of these vectors in the manifests.",
      read: ({ plan }) => plan.deletionVectors.rows,
      chart: { id: "deletes", view: "rows", part: "vectors" },
      overview: true,
    }),
    deletion_vector_bytes: snapshotMetric({
      ...DELETES,
      label: "Deletion-vector bytes",
      unit: "bytes",
      help: "Content size of live deletion vectors, each counted once.",
      computed: "The sum of content_size_in_bytes in the manifests, a blob that two entries name counted once.",
      read: ({ plan }) => plan.deletionVectors.bytes,
    }),
    data_files: snapshotMetric({
      ...DATA,
      label: "Data files",
      unit: "files",
      help: "Live data files.",
      computed: "Counted in the data manifests of the snapshot; deleted entries are left out.",
      read: ({ plan }) => plan.data.files,
    }),
    data_rows: snapshotMetric({
      ...DATA,
      label: "Physical rows",
      unit: "rows",
      help: "Rows in live data files before deletes are applied.",
      computed: "The sum of record_count of the live data files in the manifests.",
      read: ({ plan }) => plan.data.rows,
      inSeries: true,
    }),
    data_bytes: snapshotMetric({
      ...DATA,
      label: "Data bytes",
      unit: "bytes",
      help: "Size of live data files.",
      computed: "The sum of file_size_in_bytes of the live data files in the manifests.",
      read: ({ plan }) => plan.data.bytes,
    }),
    small_data_files: snapshotMetric({
      ...DATA,
      label: "Small data files",
      unit: "files",
      worse: "higher",
      help: "Live data files below a quarter of the table's target file size (write.target-file-size-bytes, 512 MiB unless set).",
      computed: "Each live data file's file_size_in_bytes is compared with a quarter of the table property write.target-file-size-bytes.",
      read: ({ plan }) => plan.smallDataFiles,
    }),
    // Compaction tools score a table worst from 0.2 position deletes (0.1 equality deletes) a row on, and call more than 0.5 critical.
    delete_ratio: snapshotMetric({
      ...DELETES,
      label: "Delete ratio",
      unit: "ratio",
      warnAt: 0.2,
      alertAt: 0.5,
      help: "Rows of all live deletes divided by physical rows.",
      computed:
        "The rows of position deletes, equality deletes and deletion vectors, divided by the rows of live data files, all by record_count in the manifests.",
      read: ({ plan: { data, positionDeletes, equalityDeletes, deletionVectors } }) =>
        data.rows === 0
          ? { notComputed: "The table has no physical rows to divide by." }
          : (positionDeletes.rows + equalityDeletes.rows + deletionVectors.rows) / data.rows,
      chart: { id: "ratio", part: "deletes per row", limits: true },
      tile: { order: 5, change: "was", showsLimit: true },
      overview: true,
      sparkline: true,
      summary: true,
      keepsPeak: true,
    }),
    dangling_delete_files: snapshotMetric({
      ...DELETES,
      label: "Dangling delete files",
      unit: "files",
      help: "Live delete files that no live data file can be touched by; they cost reading and change nothing.",
      computed:
        "By the specification's rules of scope: an equality delete without older data in its partition, a vector or position delete whose data files are gone or younger. Position-delete files are read to know which data files they name.",
      read: ({ plan }) => readFact(plan.danglingDeleteFiles),
    }),
    // Each row of such a file is read twice.
    files_registered_twice: snapshotMetric({
      ...COUNT,
      label: "Files registered twice",
      unit: "files",
      alertAt: 1,
      neverMeant: true,
      help: "Data files that the snapshot lists more than once, so that all their rows are read more than once.",
      computed: "Paths of live data files that are listed more than once in the snapshot's manifests.",
      read: ({ plan }) => plan.filesRegisteredTwice,
    }),
    snapshots_retained: runMetric({
      ...DATA,
      label: "Snapshots retained",
      unit: "snapshots",
      help: "Snapshots that the table's metadata still lists.",
      computed: "The length of the list of snapshots in the table's metadata file when the table was observed.",
      read: ({ table }) => table.snapshotsRetained,
    }),
    seconds_since_compaction: runMetric({
      ...DATA,
      label: "Time since compaction",
      unit: "seconds",
      worse: "higher",
      help: "Time since the newest retained snapshot that only replaced files (operation replace).",
      computed:
        "From the commit time of the newest snapshot with operation replace, among the read one and its retained ancestors, to the moment of observation.",
      read: ({ table }, now) =>
        table.lastCompactionAt === null
          ? { notComputed: "No retained snapshot is a compaction (operation replace)." }
          : (now.getTime() - Date.parse(table.lastCompactionAt)) / 1000,
      growsWithTime: true,
    }),
  },
});
