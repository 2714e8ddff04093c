/** Plain constants that checks, contracts and the store take their enums from. One word, one meaning: see docs/glossary.md. */

export const TABLE_KINDS = ["upsert", "cdc", "aggregate", "append", "history", "events"] as const;
export type TableKind = (typeof TABLE_KINDS)[number];

export const KEY_PROMISES = ["unique", "none"] as const;
export type KeyPromise = (typeof KEY_PROMISES)[number];

export const KEY_KEEPS = ["last", "first"] as const;
export type KeyKeep = (typeof KEY_KEEPS)[number];

export const TRUST_LEVELS = ["exact", "partial", "untrusted"] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

/** `at least`: the true number of surplus rows is this or more. `at most`: this or fewer. */
export const TRUST_DIRECTIONS = ["at least", "at most"] as const;
export type TrustDirection = (typeof TRUST_DIRECTIONS)[number];

/** As the reader names itself: facts and observations are stored under it. */
export const ENGINE = "duckdb";

/** DuckDB's own reader of Iceberg tables, as sentences on its faults begin. */
export const ICEBERG_SCAN = "DuckDB's iceberg_scan (1.5.5)";

/** How the rows of a table were read. */
export const READ_BY = ["iceberg_scan", "own plan"] as const;
export type ReadBy = (typeof READ_BY)[number];

/** How a table's rows shall be read: by Bergwatch's own plan, by DuckDB's iceberg_scan, or by both, compared; then the numbers are the plan's. */
export const READ_WAYS = ["own", "scan", "both"] as const;
export type ReadWay = (typeof READ_WAYS)[number];

/**
 * What iceberg_scan makes of a table where it errs: no answer, perhaps none, rows too few, rows too many. `perhaps …`: only the rows
 * tell, so it explains what differs and says nothing where nothing does; `other rows` are too few of one file and too many of another.
 */
export type ReaderFaultEffect = "fails" | "may fail" | "fewer rows" | "perhaps fewer rows" | "perhaps other rows" | "more rows";

/** What two readings of one snapshot are compared by. `keys`: the duplicated keys themselves, with their numbers of rows. */
export const COMPARED = ["rows", "null_key_rows", "distinct_keys", "duplicated_keys", "surplus_rows", "keys"] as const;
export type Compared = (typeof COMPARED)[number];

/** Buckets of the histogram of keys by number of Kafka partitions; "0" when every coordinate of the key is NULL. */
export const PARTITION_BUCKETS = ["0", "1", "2", "3", "4", "5+"] as const;
export type PartitionBucket = (typeof PARTITION_BUCKETS)[number];

export const SEVERITIES = ["warn", "alert"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const CHECK_IDS = ["duplicates", "partitions_per_key", "delete_backlog", "freshness", "cdc"] as const;
export type CheckId = (typeof CHECK_IDS)[number];

/**
 * What an incident is about: the answer of a check, `runs`: that none happen, or `catalog`: that it does not answer, whatever its tables.
 * One is open at most for each table and check, and for each catalog.
 */
export const INCIDENT_CHECKS = [...CHECK_IDS, "runs", "catalog"] as const;
export type IncidentCheck = (typeof INCIDENT_CHECKS)[number];

/** `ill`: it has not answered, or has refused us, for a minute and two looks at least; `doubtful`: it may become so. */
export const CATALOG_STATES = ["well", "doubtful", "ill"] as const;

/** `resolved` and `accepted` are ends. `snoozed`: no notifications for a while. `accepted`: all it found is within a level that a person accepts for now. */
export const INCIDENT_STATES = ["open", "acknowledged", "snoozed", "resolved", "accepted"] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number];

/**
 * What the timeline of an incident holds. `worsened`: graver than before, or of a further key or metric; `woken`: its snooze ended; `dated`: a
 * bisection found since which commit it is so; `accepted`: a person accepts all it found.
 */
export const INCIDENT_EVENT_KINDS = [
  "opened",
  "reopened",
  "worsened",
  "acknowledged",
  "snoozed",
  "woken",
  "assigned",
  "commented",
  "dated",
  "resolved",
  "accepted",
] as const;
export type IncidentEventKind = (typeof INCIDENT_EVENT_KINDS)[number];

/** Why a number is found wrong: the first surplus row of a promised key, a limit, its own past, an observation that did not happen. */
export const FINDING_KINDS = ["first_surplus", "limit", "change", "overdue", "ill"] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** Where messages go: an incoming webhook of Slack, a bot of Slack, or a program that takes signed JSON. */
export const CHANNEL_KINDS = ["slack_webhook", "slack_bot", "webhook"] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What a message tells: one incident, several that belong together or came at once, the week's review, or nothing but that it arrives. */
export const MESSAGE_KINDS = ["incident", "several", "digest", "test"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * `waiting` for its time, `sending`: a worker is about it. Ends: `delivered`; `failed`: refused, or given up after a day; `unsure`: twice no
 * answer came, so it may have arrived; `withheld`: nobody needs it any more, such as when its channel was taken out.
 */
export const DELIVERY_STATES = ["waiting", "sending", "delivered", "failed", "unsure", "withheld"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * What came of one try. `refused`: the answer says that it will not do as it is. `limited`: too many messages, with when to come again.
 * `unreachable`: it did not arrive, or the other side has a fault of its own. `unanswered`: it was sent and no answer came.
 */
export const SEND_OUTCOMES = ["delivered", "refused", "limited", "unreachable", "unanswered"] as const;
export type SendOutcomeName = (typeof SEND_OUTCOMES)[number];

/** What a weekly review holds of its own. An `action` has an owner and a due date, and is carried on until it is done. */
export const REVIEW_ENTRY_KINDS = ["note", "decision", "action"] as const;
export type ReviewEntryKind = (typeof REVIEW_ENTRY_KINDS)[number];

/** `silence`: incidents open and nobody is told. `maintenance`: none opens. */
export const SILENCE_KINDS = ["silence", "maintenance"] as const;
export type SilenceKind = (typeof SILENCE_KINDS)[number];

/** The charts of a table's page. They are anchors in its address. */
export type ChartId = "surplus" | "partitions" | "ratio" | "deletes";

export const METRIC_UNITS = [
  "rows",
  "keys",
  "rows per key",
  "partitions per key",
  "files",
  "vectors",
  "bytes",
  "snapshots",
  "seconds",
  "ratio",
  "flag",
] as const;
export type MetricUnit = (typeof METRIC_UNITS)[number];

/** Why one key has more than one row. */
export const CAUSE_NAMES = [
  "file_registered_twice",
  "rewrite_sources_live",
  "offset_replayed",
  "offset_reused",
  "by_design",
  "ghost_delete",
  "soft_delete",
  "snapshot_overlap",
  "unkeyed",
  "key_encoding",
  "key_is_not_business_key",
  "several_topics",
  "partition_drift",
  "delete_in_same_commit",
  "delete_in_other_partition",
  "repeated_in_commit",
  "upsert_off",
  "appended_without_delete",
  "unknown",
] as const;
export type CauseName = (typeof CAUSE_NAMES)[number];

/**
 * What decides a cause and may not be there: a column by the option that gives it, or what the table itself no longer says. In the order in
 * which a verdict names them.
 */
export const EVIDENCE_NAMES = [
  "deleted",
  "kafka-key",
  "kafka-offset",
  "kafka-partition",
  "kafka-topic",
  "lsn",
  "manifests of older snapshots",
  "op",
  "payload",
  "reading of all key bytes",
  "schema registry",
  "sequence number before the compaction",
] as const;
export type EvidenceName = (typeof EVIDENCE_NAMES)[number];

/** How a row of a duplicated key was found to be its right one; `undecided`: nothing that may be compared tells. */
export const WINNER_RULES = ["only_streamed", "log_position", "source_time", "event_time", "offset", "partition", "undecided"] as const;
export type WinnerRule = (typeof WINNER_RULES)[number];

/** The promise of a key that states none, by the kind of its table. */
export const KIND_PROMISES: Readonly<Record<TableKind, KeyPromise>> = {
  upsert: "unique",
  cdc: "unique",
  aggregate: "unique",
  append: "none",
  history: "none",
  events: "none",
};

/** Where the definition of a table comes from. */
export const TABLE_SOURCES = ["file", "sample", "settings"] as const;
export type TableSource = (typeof TABLE_SOURCES)[number];

/** `queued` and `running` are under way; the others are ends. `skipped`: there was nothing to do, or another run of the table held its lock. */
export const RUN_STATES = ["queued", "running", "succeeded", "failed", "cancelled", "skipped"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Who wanted a run: a person, a schedule's tick, a new snapshot, the filling of history, the nightly proof of what was carried over. */
export const RUN_REASONS = ["person", "schedule", "snapshot", "history", "nightly"] as const;
export type RunReason = (typeof RUN_REASONS)[number];

export const RUN_LOG_LEVELS = ["info", "warn", "error"] as const;
export type RunLogLevel = (typeof RUN_LOG_LEVELS)[number];

/**
 * What is asked about keys beyond the stored sample: one key by its values, all duplicated keys as a file, or since which snapshot a number,
 * or one key, is bad.
 */
export const KEY_REQUEST_KINDS = ["look_up", "export", "bisect"] as const;

/** What a person enters in the settings; each could stand in the configuration file as well. */
export const ENTRY_KINDS = ["catalog", "store", "schema_registry", "table", "channel"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** What a person asks of a catalog or a schema registry, or of a table that is not watched yet. */
export const CATALOG_REQUEST_KINDS = ["test", "browse", "describe", "sample", "plan", "match", "test_registry"] as const;

/** What writes tables from Kafka or a change stream, by the columns that it adds. */
export const TABLE_LAYOUTS = ["tableflow", "redpanda", "kafka_connect", "debezium_server", "flink_cdc", "upsolver"] as const;
export type TableLayout = (typeof TABLE_LAYOUTS)[number];

/** Who owns a table and so may change it: `you`, or a product that nobody else writes for. */
export const TABLE_MANAGERS = ["you", "tableflow", "msk_data_delivery", "redpanda", "unity_catalog", "delta_lake"] as const;
export type TableManager = (typeof TABLE_MANAGERS)[number];

/** As those of a run. */
export const KEY_REQUEST_STATES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type KeyRequestState = (typeof KEY_REQUEST_STATES)[number];

/** How rows are deleted without rewriting their files: as the specification counts them, the dearest for a reader first. */
export const DELETE_KINDS = ["equality", "position", "vector"] as const;
export type DeleteKind = (typeof DELETE_KINDS)[number];

/** How a file of exported keys is written. */
export const EXPORT_FORMATS = ["csv", "arrow"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What is written in the place of a column that the table does not have. A column of this name is written in double quotes. */
export const NO_COLUMN = "none";
