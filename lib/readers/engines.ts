import type { DeleteKind } from "#lib/names.ts";

/**
 * What a reader does with the deletes of one kind. `ignores`: it reads on, and shows rows that were deleted. `refuses`: its query fails.
 * `not supported`: it does not apply them, and no source says whether it fails or reads on. `unknown`: no source says anything.
 */
export type ReaderDoes = "applies" | "ignores" | "refuses" | "not supported" | "unknown";

/** One thing that is known of a reader. */
export interface ReaderStatement {
  does: ReaderDoes;
  /** From which version on, or under what condition, in a few words; null: nothing limits it. */
  note: string | null;
  /** Who says so; null for `unknown` alone. `date`: of the source where it has one, else of the day when it was read; ISO 8601. */
  source: { url: string; date: string } | null;
}

/** A way of reading an Iceberg table that people use beside Bergwatch. */
export interface ReaderEngine {
  /** Stands in documents. */
  id: string;
  name: string;
  /** Which versions the statements are about. */
  version: string;
  deletes: Readonly<Record<DeleteKind, ReaderStatement>>;
}

function say(does: Exclude<ReaderDoes, "unknown">, date: string, url: string, note: string | null = null): ReaderStatement {
  return { does, note, source: { url, date } };
}

/** A comparison of five engines by people who write equality deletes for a living. */
const COMPARED = ["2026-08-20", "https://github.com/datazip-inc/olake-docs/pull/490"] as const;
const FLINK = [
  "2026-11-30",
  "https://github.com/apache/iceberg/blob/0fca6e2c5fb9e6cde98c593bce49696fa773bfa4/flink/v1.20/flink/src/main/java/org/apache/iceberg/flink/source/RowDataFileScanTaskReader.java",
] as const;
const STARROCKS = ["2025-12-01", "https://www.alibabacloud.com/help/en/emr/emr-serverless-starrocks/iceberg-catalog"] as const;
const DUCKDB = ["2025-04-25", "https://github.com/duckdb/duckdb-iceberg/issues/158"] as const;
const BIGQUERY = ["2026-11-30", "https://docs.cloud.google.com/bigquery/docs/iceberg-external-tables"] as const;

/** By what sources said up to the dates that they carry; engines change, so look before you build on it. */
export const READER_ENGINES: readonly ReaderEngine[] = [
  {
    id: "spark",
    name: "Spark",
    version: "as of 2026",
    deletes: { equality: say("applies", ...COMPARED), position: say("applies", ...COMPARED), vector: say("applies", ...COMPARED) },
  },
  {
    id: "trino",
    name: "Trino",
    version: "480",
    deletes: {
      equality: say("applies", ...COMPARED),
      position: say("applies", ...COMPARED),
      vector: say("applies", "2025-12-30", "https://github.com/trinodb/trino/pull/27788", "from 480 on"),
    },
  },
  {
    id: "flink",
    name: "Flink",
    version: "connector 1.20, batch",
    deletes: {
      equality: say("applies", ...FLINK, "batch reads; a streaming read is for tables that are only appended to"),
      position: say("applies", ...FLINK, "batch reads; a streaming read is for tables that are only appended to"),
      vector: say("applies", "2026-11-30", "https://docs.cloud.google.com/lakehouse/docs/use-iceberg-v3-binary-deletion-vectors"),
    },
  },
  {
    id: "snowflake",
    name: "Snowflake",
    version: "as of 2026",
    deletes: {
      equality: say(
        "refuses",
        "2026-08-25",
        "https://github.com/MaterializeInc/materialize/pull/38458",
        "error 091968 for a table registered after its first equality delete; one registered before keeps serving its last readable snapshot, without an error",
      ),
      position: say(
        "applies",
        "2025-10-17",
        "https://docs.snowflake.com/release-notes/2025/other/2025-10-17-position-row-level-deletes-externally-managed-iceberg-ga",
      ),
      vector: say("applies", "2026-05-07", "https://docs.snowflake.com/en/release-notes/2026/other/2026-05-07-iceberg-v3-ga.html"),
    },
  },
  {
    id: "athena",
    name: "Athena",
    version: "as of 2026",
    deletes: {
      equality: say("applies", ...COMPARED),
      position: say("applies", "2026-11-30", "https://docs.aws.amazon.com/athena/latest/ug/querying-iceberg-delete.html"),
      vector: say("not supported", ...COMPARED),
    },
  },
  {
    id: "databricks",
    name: "Databricks",
    version: "Runtime 18",
    deletes: {
      equality: say(
        "not supported",
        "2026-09-09",
        "https://github.com/datazip-inc/olake-docs/pull/518",
        "tables of Unity Catalog, managed and foreign",
      ),
      position: say(
        "not supported",
        "2026-09-09",
        "https://github.com/datazip-inc/olake-docs/pull/518",
        "tables of Unity Catalog, managed and foreign",
      ),
      vector: say("applies", "2026-11-30", "https://docs.databricks.com/iceberg/iceberg-v3", "Runtime 18.0 and above"),
    },
  },
  {
    id: "bigquery",
    name: "BigQuery",
    version: "external tables",
    deletes: {
      equality: say("applies", ...BIGQUERY, "at most 100,000 equality deletes for a data file"),
      position: say("applies", ...BIGQUERY, "at most 10,000 delete files for a data file"),
      vector: say(
        "applies",
        "2026-11-30",
        "https://docs.cloud.google.com/lakehouse/docs/use-iceberg-v3-binary-deletion-vectors",
        "tables of its Lakehouse catalog",
      ),
    },
  },
  {
    id: "duckdb",
    name: "DuckDB iceberg_scan",
    version: "1.5.5",
    deletes: {
      equality: say("applies", ...DUCKDB, "except for bugs that depend on the table"),
      position: say("applies", ...DUCKDB, "where paths are written alike"),
      vector: say("applies", "2026-02-19", "https://github.com/duckdb/duckdb-iceberg/pull/728"),
    },
  },
  {
    id: "clickhouse",
    name: "ClickHouse",
    version: "from 25.8 on",
    deletes: {
      equality: say(
        "applies",
        "2026-06-15",
        "https://github.com/ClickHouse/ClickHouse/issues/107502",
        "as its documentation says, from 25.8 on",
      ),
      position: say("applies", "2025-08-07", "https://github.com/ClickHouse/ClickHouse/pull/83094", "merged on 7 August 2025"),
      vector: say(
        "not supported",
        "2026-06-15",
        "https://github.com/ClickHouse/ClickHouse/issues/107502",
        "newer versions read them, as an experimental feature",
      ),
    },
  },
  {
    id: "starrocks",
    name: "StarRocks",
    version: "from 3.3 on",
    deletes: {
      equality: say("applies", ...STARROCKS, "from 3.1.10, 3.2.5 and 3.3 on"),
      position: say("applies", ...STARROCKS, "from 3.1 on"),
      vector: say("refuses", "2026-07-01", "https://github.com/StarRocks/starrocks/issues/75620"),
    },
  },
  {
    id: "pyiceberg",
    name: "PyIceberg",
    version: "0.11",
    deletes: {
      equality: say("refuses", "2026-04-23", "https://github.com/apache/iceberg-python/issues/3270", "planning a scan raises an error"),
      position: say("applies", "2026-11-30", "https://github.com/apache/iceberg-python/issues/3618"),
      vector: say("applies", "2025-01-15", "https://github.com/apache/iceberg-python/pull/1516"),
    },
  },
];
