const PART_CHARS_MAX = 80;
const WHOLE_CHARS_MAX = 240;

/** Engines as people write them; any other stands as it names itself. */
const ENGINES: ReadonlyMap<string, string> = new Map([
  ["spark", "Spark"],
  ["flink", "Flink"],
  ["trino", "Trino"],
  ["hive", "Hive"],
  ["presto", "Presto"],
  ["impala", "Impala"],
  ["pyiceberg", "PyIceberg"],
  ["kafka-connect", "Kafka Connect"],
]);

const OFFSETS = "kafka.connect.offsets.";
/** What Flink writes when its input has ended: the greatest number there is. */
const END_OF_INPUT = "9223372036854775807";

type Summary = Readonly<Record<string, string>>;

/**
 * Who committed a snapshot, for a person: the engine with its version, then what finds the very job in it, such as "Flink 1.20.1, job
 * a59bb7c5dca5551ff7f1c99e40237364, checkpoint 20417". Ids stand whole up to 80 characters; all together at most 240, without control
 * characters. null: the summary does not say.
 * Source: the keys that Iceberg's environment context, and the writers of Spark, Flink, Kafka Connect, Trino and Redpanda, put into summaries.
 */
export function describeCommitter(summary: Summary | undefined): string | null {
  if (summary === undefined) return null;
  const says = (key: string): string | null => (Object.hasOwn(summary, key) ? tidy(summary[key] ?? "") : null);
  const named = (word: string, value: string | null): string[] => (value === null ? [] : [`${word} ${value}`]);
  const connector = connectorOf(summary);
  const jobs = [
    ...named("application", applicationOf(says)),
    ...named("job", says("flink.job-id")),
    ...checkpointOf(says("flink.max-committed-checkpoint-id")),
    ...(connector === null ? [] : [connector]),
    ...named("commit", says("kafka.connect.commit-id") ?? says("kafka.connect.commitId")),
    ...named("task", says("kafka.connect.task-id")),
    ...named("query", says("trino_query_id")),
    ...named("offset", offsetOfRedpanda(says("redpanda.commit-metadata"))),
  ];
  const engine = versionOf(summary, says);
  const library = says("iceberg-version");
  if (engine === null && jobs.length === 0)
    return library === null ? null : cut(`an unnamed program with ${libraryOf(library)}`, WHOLE_CHARS_MAX);
  return cut([engine ?? "an unnamed engine", ...jobs].join(", "), WHOLE_CHARS_MAX);
}

type Says = (key: string) => string | null;

function versionOf(summary: Summary, says: Says): string | null {
  const engine = engineOf(summary);
  const version = says("engine-name") === null ? null : says("engine-version");
  return engine === null || version === null ? engine : `${engine} ${version}`;
}

/** The engine's own word; else whose key stands there, as older writers and those without an environment leave only these. Pure. */
export function engineOf(summary: Summary): string | null {
  const name = Object.hasOwn(summary, "engine-name") ? tidy(summary["engine-name"] ?? "") : null;
  if (name !== null) return ENGINES.get(name.toLowerCase()) ?? name;
  const has = (prefix: string) => Object.keys(summary).some((key) => key.startsWith(prefix));
  if (has("flink.")) return "Flink";
  if (has("kafka.connect.")) return "Kafka Connect";
  if (has("spark.")) return "Spark";
  if (has("trino_")) return "Trino";
  if (has("redpanda.")) return "Redpanda";
  return null;
}

function applicationOf(says: Says): string | null {
  const [name, id] = [says("app-name"), says("app-id") ?? says("spark.app.id")];
  return name !== null && id !== null ? `${name} (${id})` : (name ?? id);
}

function checkpointOf(checkpoint: string | null): string[] {
  if (checkpoint === null) return [];
  return [checkpoint === END_OF_INPUT ? "at the end of its input" : `checkpoint ${checkpoint}`];
}

/**
 * The sink's key is its control topic and its consumer group with a dot between, and both may hold dots: where the group has one of the two
 * usual forms, the connector is known by its name.
 */
function connectorOf(summary: Summary): string | null {
  const key = Object.keys(summary).find((one) => one.startsWith(OFFSETS));
  if (key === undefined) return null;
  const rest = tidy(key.slice(OFFSETS.length));
  if (rest === null) return null;
  const group = /\.(?:connect|cg-control)-(?<connector>[^.]+)$/.exec(rest)?.groups?.["connector"];
  return group === undefined ? `control topic and group ${rest}` : `connector ${group}`;
}

function offsetOfRedpanda(metadata: string | null): string | null {
  return /"offset"\s*:\s*(?<offset>\d+)/.exec(metadata ?? "")?.groups?.["offset"] ?? null;
}

function libraryOf(version: string): string {
  return version.replace(/ \(commit [0-9a-f]*\)$/, "");
}

/** One line that Postgres, JSON and a page can hold; null when nothing is left. */
function tidy(text: string): string | null {
  const line = text
    .slice(0, 4 * PART_CHARS_MAX)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return line === "" ? null : cut(line, PART_CHARS_MAX);
}

/** In the middle, so that the end of an id stays. */
function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const half = Math.floor((charsMax - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`.toWellFormed();
}
