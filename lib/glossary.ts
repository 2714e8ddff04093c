/** A word that has one meaning here, wherever it stands. Names of code stand in backticks. */
export interface GlossaryEntry {
  word: string;
  meaning: string;
}

/** The words that README.md lists, in its order and with its meanings, and after them those that only pages use. */
export const GLOSSARY: readonly GlossaryEntry[] = [
  {
    word: "key",
    meaning: "the business key: an ordered list of columns, with a promise (`unique` or `none`) and which row to keep (`last` or `first`)",
  },
  { word: "Kafka key", meaning: "the raw key bytes of the record; a Kafka partition always means the pair (topic, partition)" },
  { word: "kind", meaning: "`upsert`, `cdc`, `aggregate`, `append`, `history`, `events`; it only sets defaults" },
  {
    word: "catalog, store",
    meaning:
      "who knows where a table lies (an Iceberg REST catalog); where its files are (S3, Google's, Azure's). With schema registries they are the sources",
  },
  {
    word: "entry, origin",
    meaning:
      "a catalog, store, schema registry or table as people write it; where that stands: in the file, in the settings (it was entered), or with the samples",
  },
  { word: "check, metric", meaning: "one question asked of a table; a named number that answers it" },
  { word: "`duplicated_keys`", meaning: "keys with more than one row" },
  { word: "`surplus_rows`", meaning: "rows beyond the first of their key" },
  { word: "`duplicate_factor`", meaning: "rows with a key per distinct key; null when there is none" },
  {
    word: "cause",
    meaning:
      "why one key has more than one row: the first condition that holds, in a fixed order; what could not be decided is named beside it",
  },
  {
    word: "winner, stale row",
    meaning: "of a duplicated key the right row, by log position, time, offset and partition; each of its other rows",
  },
  {
    word: "drift",
    meaning: "of a Kafka key: that it lies in more than one partition of its topic, and how that came about",
  },
  {
    word: "harm",
    meaning: "what duplicates cost: surplus rows, and a chosen measure that is counted twice",
  },
  { word: "`null_key_rows`", meaning: "rows with NULL in a key column; they belong to no key. An empty string is a value" },
  {
    word: "trust",
    meaning:
      "`exact`, `partial` (something was left out) or `untrusted` (a fault is known), with reasons and, where known, `at least` or `at most`",
  },
  { word: "raw", meaning: "with deletes ignored: what a reader without delete support sees" },
  { word: "run", meaning: "one execution of a table's checks at one pinned snapshot" },
  { word: "observation", meaning: "what one run saw of one key: the current snapshot, and what depends on the clock" },
  {
    word: "key version",
    meaning:
      "what a key's numbers depend on: its columns, the filter, the Kafka, time and CDC columns. Two versions are never drawn as one line",
  },
  {
    word: "delete file",
    meaning: "a file by which rows are deleted without rewriting theirs: equality deletes, position deletes, or a deletion vector",
  },
  { word: "dangling", meaning: "of a delete file: no live data file can be touched by it. It costs reading and changes nothing" },
  { word: "compaction", meaning: "a snapshot with the operation `replace`: files are rewritten, and no row changes" },
  { word: "finding", meaning: "a number of an observation that is found wrong: by a limit, or by its own past" },
  {
    word: "incident",
    meaning:
      "a table and check that need somebody: it opens with a finding, is one until it is resolved, and resolves itself after three good runs",
  },
  {
    word: "accepted level",
    meaning: "what a person accepts of a metric of a key for a while; only what goes beyond it is found wrong",
  },
  { word: "silence, maintenance", meaning: "a span in which nobody is told of a table's incidents; one in which none opens" },
];
