/** A word with one meaning in the whole product. Names of code are in backticks. */
export interface GlossaryEntry {
  word: string;
  meaning: string;
}

/** The words of docs/glossary.md, in its order. */
export const GLOSSARY: readonly GlossaryEntry[] = [
  {
    word: "key",
    meaning:
      "the business key: an ordered list of columns, with a promise (`unique` or `none`) and which row to keep (`last` or `first`). Not the Kafka key, and not a configuration key (a setting)",
  },
  { word: "Kafka key", meaning: "the raw key bytes of a record. A Kafka partition always means the pair (topic, partition)" },
  { word: "kind", meaning: "`upsert`, `cdc`, `aggregate`, `append`, `history` or `events`; it only sets defaults" },
  {
    word: "catalog, store",
    meaning: "a catalog (Iceberg REST) knows where a table is; a store (S3, Google Cloud Storage, Azure) holds its files",
  },
  {
    word: "source",
    meaning:
      "a catalog, store or schema registry that Bergwatch connects to. Not the database behind a CDC connector: that is the source database",
  },
  {
    word: "entry, origin",
    meaning:
      "an entry is a catalog, store, schema registry, channel or table as people write it; its origin is bergwatch.yaml, the settings, or the samples. Not a line of a timeline (an event), and not a file in a manifest (a manifest entry)",
  },
  {
    word: "provisional cause",
    meaning: "a cause that holds, unless one of the undecided causes before it does; pages call it probable and say what to add to be sure",
  },
  {
    word: "check, metric",
    meaning:
      "a check is one question about a table; a metric is a named number that answers it. A check is not one execution: that is a run. The command `check` runs all checks once and stores nothing",
  },
  {
    word: "run",
    meaning: "one execution of a table's checks at one pinned snapshot. Not a look-up, export or bisection: those are key requests",
  },
  {
    word: "reading",
    meaning:
      "one pass of the reader over a table's files, with limits on memory, disk and time. A run, a key request or a sample causes one. Not a metric's value",
  },
  {
    word: "facts",
    meaning: "what a reading counted at one snapshot, before any judgment: they never change. Not an observation, and not a verdict",
  },
  {
    word: "observation",
    meaning:
      "what one run saw of one key at its time: the facts of the current snapshot, and the metrics that depend on the clock. Not the run itself, and not a point that history filled in",
  },
  { word: "`duplicated_keys`", meaning: "keys with more than one row" },
  { word: "`surplus_rows`", meaning: "extra rows: rows beyond the first of their key" },
  { word: "`duplicate_factor`", meaning: "rows with a key per distinct key; null when no row has a key" },
  { word: "`null_key_rows`", meaning: "rows with NULL in a key column; they belong to no key. An empty string is a value" },
  {
    word: "key version",
    meaning:
      "what a key's numbers depend on: its columns, the filter, and the Kafka, time and CDC columns. Charts never join two versions with a line",
  },
  {
    word: "verdict",
    meaning: "the judgment of one key in one run: a state, the limit that applies, since when it is crossed, and a sentence",
  },
  {
    word: "state",
    meaning:
      "Alert or Warning (a limit is crossed, by its severity), Unknown (no trusted answer), Accepted (within a level that a person accepted), OK",
  },
  { word: "finding", meaning: "one metric that is beyond its limit or its expected range" },
  {
    word: "incident",
    meaning:
      "a table and check that need somebody. It opens with a finding and closes itself after three clean runs, or when its level is accepted",
  },
  {
    word: "accepted level",
    meaning: "a value of a metric that a person accepts for a while; only values beyond it are findings",
  },
  {
    word: "silence, maintenance",
    meaning: "a silence mutes notifications for some tables; a maintenance window also prevents new incidents",
  },
  { word: "channel", meaning: "where notifications go: a Slack webhook, a Slack bot, or your own webhook" },
  {
    word: "cause",
    meaning: "why a key has more than one row: the first condition that applies, in a fixed order, with what could not be decided",
  },
  {
    word: "winner, stale row",
    meaning: "the row of a duplicated key that is right, by log position, time, offset and partition; every other row is stale",
  },
  { word: "drift", meaning: "a Kafka key that has records in more than one partition of its topic, and how that happened" },
  { word: "harm", meaning: "what duplicates cost: extra rows, and a chosen measure that is counted twice" },
  {
    word: "trust",
    meaning:
      "`exact`, `partial` (something was left out) or `untrusted` (a known fault), with reasons and, if known, `at least` or `at most`",
  },
  { word: "raw", meaning: "with deletes ignored: what a reader without delete support sees" },
  {
    word: "delete file",
    meaning: "a file that deletes rows without rewriting data files: equality deletes, position deletes or a deletion vector",
  },
  { word: "dangling", meaning: "a delete file that matches no live data file: it costs every reader time and changes nothing" },
  { word: "compaction", meaning: "a snapshot with the operation `replace`: files are rewritten, rows stay the same" },
];
