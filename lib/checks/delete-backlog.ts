import { defineCheck, type Observed, readFact } from "#lib/checks/define-check.ts";

const COUNT = { worse: "higher", warnAt: null, alertAt: null, chart: "stacked" } as const;
const DATA = { ...COUNT, worse: "neither", chart: "none" } as const;

export const deleteBacklog = defineCheck({
  id: "delete_backlog",
  title: "Delete backlog",
  question: "How much deleting is left to every reader?",
  metrics: {
    position_delete_files: {
      ...COUNT,
      label: "Position-delete files",
      unit: "files",
      help: "Live position-delete files.",
      computed: "Counted in the delete manifests of the snapshot (content 1, not in a Puffin file); deleted entries are left out.",
    },
    position_delete_rows: {
      ...COUNT,
      label: "Position-delete rows",
      unit: "rows",
      help: "Rows in live position-delete files.",
      computed: "The sum of record_count of these files in the manifests; a position that two files delete counts twice.",
    },
    position_delete_bytes: {
      ...COUNT,
      label: "Position-delete bytes",
      unit: "bytes",
      help: "Size of live position-delete files.",
      computed: "The sum of file_size_in_bytes of these files in the manifests.",
    },
    // Each equality-delete file is matched against all older data, so their number hurts by itself: other products call a hundred
    // delete files critical, and readers were seen to fail at thousands.
    equality_delete_files: {
      ...COUNT,
      label: "Equality-delete files",
      unit: "files",
      warnAt: 100,
      alertAt: 1000,
      help: "Live equality-delete files; every reader matches each of them against all older data files.",
      computed: "Counted in the delete manifests of the snapshot (content 2); deleted entries are left out.",
    },
    equality_delete_rows: {
      ...COUNT,
      label: "Equality-delete rows",
      unit: "rows",
      help: "Rows in live equality-delete files.",
      computed: "The sum of record_count of these files in the manifests; one row may delete many rows or none.",
    },
    equality_delete_bytes: {
      ...COUNT,
      label: "Equality-delete bytes",
      unit: "bytes",
      help: "Size of live equality-delete files.",
      computed: "The sum of file_size_in_bytes of these files in the manifests.",
    },
    deletion_vectors: {
      ...COUNT,
      label: "Deletion vectors",
      unit: "vectors",
      help: "Live deletion vectors, at most one for a data file.",
      computed: "Counted in the delete manifests of the snapshot (format v3, Puffin blobs); several may lie in one file.",
    },
    deletion_vector_rows: {
      ...COUNT,
      label: "Deletion-vector rows",
      unit: "rows",
      help: "Rows that live deletion vectors mark as deleted.",
      computed: "The sum of record_count of these vectors in the manifests.",
    },
    deletion_vector_bytes: {
      ...COUNT,
      label: "Deletion-vector bytes",
      unit: "bytes",
      help: "Content size of live deletion vectors, each counted once.",
      computed: "The sum of content_size_in_bytes in the manifests, a blob that two entries name counted once.",
    },
    data_files: {
      ...DATA,
      label: "Data files",
      unit: "files",
      help: "Live data files.",
      computed: "Counted in the data manifests of the snapshot; deleted entries are left out.",
    },
    data_rows: {
      ...DATA,
      label: "Physical rows",
      unit: "rows",
      help: "Rows in live data files before deletes are applied.",
      computed: "The sum of record_count of the live data files in the manifests.",
    },
    data_bytes: {
      ...DATA,
      label: "Data bytes",
      unit: "bytes",
      help: "Size of live data files.",
      computed: "The sum of file_size_in_bytes of the live data files in the manifests.",
    },
    small_data_files: {
      ...DATA,
      label: "Small data files",
      unit: "files",
      worse: "higher",
      help: "Live data files below a quarter of the table's target file size (write.target-file-size-bytes, 512 MiB unless set).",
      computed: "Each live data file's file_size_in_bytes is compared with a quarter of the table property write.target-file-size-bytes.",
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
      computed:
        "The rows of position deletes, equality deletes and deletion vectors, divided by the rows of live data files, all by record_count in the manifests.",
    },
    dangling_delete_files: {
      ...COUNT,
      label: "Dangling delete files",
      unit: "files",
      chart: "none",
      help: "Live delete files that no live data file can be touched by; they cost reading and change nothing.",
      computed:
        "By the specification's rules of scope: an equality delete without older data in its partition, a vector or position delete whose data files are gone or younger. Position-delete files are read to know which data files they name.",
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
      computed: "Paths of live data files that stand more than once in the snapshot's manifests.",
    },
    snapshots_retained: {
      ...DATA,
      label: "Snapshots retained",
      unit: "snapshots",
      help: "Snapshots that the table's metadata still lists.",
      computed: "The length of the list of snapshots in the table's metadata file when the table was observed.",
      observation: true,
    },
    seconds_since_compaction: {
      ...DATA,
      label: "Time since compaction",
      unit: "seconds",
      worse: "higher",
      chart: "line",
      help: "Time since the newest retained snapshot that only replaced files (operation replace).",
      computed:
        "From the commit time of the newest snapshot with operation replace, among the read one and its retained ancestors, to the moment of observation.",
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
