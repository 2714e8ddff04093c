import type { KeySuggestion, RecognisedColumns } from "#lib/contracts/browse-documents.ts";
import type { LeafColumn } from "#lib/layouts/leaf-column.ts";

export interface SuggestableTable {
  columns: readonly LeafColumn[];
  /** The table's own identifier fields, as a person writes them. */
  identifierColumns: readonly string[];
  /** The last level of its name. */
  name: string;
  recognised: RecognisedColumns;
}

const SUGGESTED_MAX = 6;
/** Types whose values name things; a time, a fraction or a truth does not. */
const NAMING = /^(?:int|long|string|uuid|binary|fixed\[\d+\]|decimal\(\d+,0\))$/;
const TENANT =
  /^(?:tenant|org|organisation|organization|account|company|workspace|shop|store|site|region|market)(?:_?(?:id|key|code|uuid))?$/;

/** Keys that a table may have, by its identifier fields and its names, the likeliest first. Pure. */
export function suggestKeys(table: SuggestableTable): KeySuggestion[] {
  return withoutDoubles([...byIdentifier(table), ...byName(table)]).slice(0, SUGGESTED_MAX);
}

function byIdentifier({ identifierColumns }: SuggestableTable): KeySuggestion[] {
  if (identifierColumns.length === 0) return [];
  const sentence = `The table itself says that ${identifierColumns.join(", ")} ${identifierColumns.length === 1 ? "identifies" : "identify"} a row (its identifier fields).`;
  return [{ columns: [...identifierColumns], because: "identifier", sentence }];
}

function byName(table: SuggestableTable): KeySuggestion[] {
  const words = wordsOf(table.name);
  const candidates = keyCandidates(table);
  const ranked = candidates
    .flatMap((column) => {
      const rank = rankOf(column.path.at(-1)?.toLowerCase() ?? "", words);
      // What lies deeper is less likely, but for the row inside Debezium's envelope.
      return rank === null
        ? []
        : [{ column, rank: rank.at + (column.path.length > 1 && column.path[0] !== "after" ? 10 : 0), why: rank.why }];
    })
    .toSorted((a, b) => a.rank - b.rank);
  const tenant = candidates.find(({ path }) => TENANT.test(path.at(-1)?.toLowerCase() ?? ""));
  const singles = ranked.map(({ column, why }): KeySuggestion => ({
    columns: [column.written],
    because: "name",
    sentence: why(column.written),
  }));
  const [best] = ranked;
  if (best === undefined || tenant === undefined || tenant === best.column || best.rank >= 4) return singles;
  const pair = [tenant.written, best.column.written];
  const sentence = `${pair.join(" and ")} together: ids of several tenants in one table often repeat.`;
  return [...singles.slice(0, 1), { columns: pair, because: "name", sentence }, ...singles.slice(1)];
}

/** Columns that may be part of a key: neither what Kafka or the change stream added, nor a type that names nothing. */
export function keyCandidates({
  columns,
  recognised: { kafka, cdc, event_time },
}: Omit<SuggestableTable, "name" | "identifierColumns">): LeafColumn[] {
  const added = new Set([
    kafka.topic,
    kafka.partition,
    kafka.offset,
    kafka.key,
    kafka.timestamp,
    cdc.op,
    ...(cdc.lsn ?? []),
    cdc.source_time,
    cdc.deleted,
    event_time,
  ]);
  return columns.filter(
    ({ written, type, path }) =>
      !added.has(written) && NAMING.test(type) && !STREAM.test(path.join(".").toLowerCase()) && path[0]?.toLowerCase() !== "before",
  );
}

/** Names of what a writer adds, that no layout gave a role: unique in a sample for the wrong reason. */
const STREAM =
  /^(?:\$|__|_cdc\.|_kafka_metadata|cflt_metadata_|redpanda\.|source\.|kafka[._])|(?:^|[._])(?:offset|partition|lsn|sequence|seq|xid|tx_?id|gtid|timestamp|ts(?:_[mun]s)?|row_?number|headers|ingest(?:ed|ion)?_.*)$/;

interface Rank {
  at: number;
  why: (written: string) => string;
}

function rankOf(name: string, words: readonly string[]): Rank | null {
  const own = words.some((word) => new RegExp(`^${word}_?(?:id|key|uuid|guid|no|number|code)$`).test(name));
  if (own) return { at: 0, why: (written) => `${written} is named after the table.` };
  if (/^(?:id|_id)$/.test(name)) return { at: 1, why: (written) => `${written} is the usual name of a key.` };
  if (/^(?:uuid|guid|pk|primary_?key|row_?key|business_?key|natural_?key)$/.test(name))
    return { at: 2, why: (written) => `${written} is a usual name of a key.` };
  if (/_(?:uuid|guid|key|pk)$/.test(name))
    return { at: 4, why: (written) => `${written} is named like a key; it may be one of another table.` };
  if (/_id$/.test(name) && !TENANT.test(name))
    return { at: 5, why: (written) => `${written} is named like a key; it may be one of another table.` };
  return null;
}

/** `public_customers` gives public_customers, customers and the singular of both. */
function wordsOf(table: string): string[] {
  const whole = table.toLowerCase().replace(/_(?:v\d+|raw|bronze|silver|gold|current|latest|history|events?|cdc|upserts?|stream)$/, "");
  const last = whole.split(/[_.$-]/).at(-1) ?? whole;
  const words = [whole, last].flatMap((word) => [word, singular(word)]);
  return [...new Set(words)].filter((word) => word !== "").map((word) => word.replaceAll(/[^\p{L}\p{N}_]/gu, "."));
}

function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, "y");
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.replace(/es$/, "");
  return word.replace(/(?<!s)s$/, "");
}

/** Of the same columns only the first. */
export function withoutDoubles(keys: readonly KeySuggestion[]): KeySuggestion[] {
  return [...new Map(keys.toReversed().map((key) => [JSON.stringify(key.columns), key])).values()].toReversed();
}
