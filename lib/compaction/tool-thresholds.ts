/** What a table's manifests say, as far as the thresholds of tools need it. Rows and files of live deletes. */
export interface BacklogMeasures {
  dataRows: number;
  equalityRows: number;
  /** Of position-delete files and deletion vectors. */
  positionRows: number;
  deleteFiles: number;
  /** Data files that have to be matched with deletes; null: not known. */
  dataFilesWithDeletes: number | null;
}

/** From when on a tool that people use for compaction, or for looking at tables, acts on deletes or calls them bad. */
export interface ToolThreshold {
  tool: string;
  /** The setting's or the rule's own name. */
  setting: string;
  /** Its default, in words. */
  threshold: string;
  /** `date`: when it was read there; a day or a month, ISO 8601. */
  source: { url: string; date: string };
  /** Whether a table has reached it; null: what is stored of a table does not tell, as where each data file is judged alone. */
  isReached: (measures: BacklogMeasures) => boolean | null;
}

const AMORO =
  "https://github.com/apache/amoro/blob/01dd8dd7c09959af4e651f2171ed37b345ed3361/amoro-format-iceberg/src/main/java/org/apache/amoro/optimizing/plan/CommonPartitionEvaluator.java";

/** A share of physical rows; null: there are none to share. */
function share(rows: number, { dataRows }: BacklogMeasures): number | null {
  return dataRows === 0 ? null : rows / dataRows;
}

function atLeast(value: number | null, limit: number): boolean | null {
  return value === null ? null : value >= limit;
}

/** Defaults that their sources state; a tool of which none was found is left out. */
export const TOOL_THRESHOLDS: readonly ToolThreshold[] = [
  {
    tool: "Spark, rewrite_data_files",
    setting: "delete-ratio-threshold",
    threshold: "rewrites a data file of which 30 % of the rows are deleted",
    source: { url: "https://iceberg.apache.org/docs/latest/spark-procedures/", date: "2026-11-30" },
    isReached: () => null,
  },
  {
    tool: "Spark, rewrite_data_files",
    setting: "delete-file-threshold",
    threshold: "never by the number of delete files alone (2,147,483,647 of them for one data file)",
    source: { url: "https://iceberg.apache.org/docs/latest/spark-procedures/", date: "2026-11-30" },
    isReached: () => false,
  },
  {
    tool: "AWS Glue, compaction",
    setting: "deleteFileThreshold",
    threshold: "takes a data file with 1 delete, in a partition of at least 100 files to compact (minInputFiles)",
    source: { url: "https://docs.aws.amazon.com/glue/latest/webapi/API_IcebergCompactionConfiguration.html", date: "2026-11-30" },
    // Whether one of them lies in a partition of a hundred is not stored; without any it cannot.
    isReached: ({ dataFilesWithDeletes }) => (dataFilesWithDeletes === 0 ? false : null),
  },
  {
    tool: "Trino, optimize",
    setting: "file_size_threshold",
    threshold: "merges files below 100 MB, whatever deletes they have",
    source: { url: "https://trino.io/docs/current/connector/iceberg.html", date: "2026-11-30" },
    isReached: () => false,
  },
  {
    tool: "Apache Amoro, health score",
    setting: "equality deletes",
    threshold: "worst from 0.1 equality-delete rows for each data row on",
    source: { url: AMORO, date: "2026-11-30" },
    isReached: (measures) => atLeast(share(measures.equalityRows, measures), 0.1),
  },
  {
    tool: "Apache Amoro, health score",
    setting: "position deletes",
    threshold: "worst from 0.2 position-delete rows for each data row on",
    source: { url: AMORO, date: "2026-11-30" },
    isReached: (measures) => atLeast(share(measures.positionRows, measures), 0.2),
  },
  {
    tool: "Lakekeeper, console",
    setting: "critical",
    threshold: "more than 100 delete files, or a delete ratio above 0.5",
    source: { url: "https://github.com/lakekeeper/console-components", date: "2026-08" },
    isReached: ({ deleteFiles }) => (deleteFiles > 100 ? true : null),
  },
];
