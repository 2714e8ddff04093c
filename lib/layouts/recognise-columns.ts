import type { RecognisedColumns } from "#lib/contracts/browse-documents.ts";
import { LAYOUTS, LOOSE_NAMES, type ColumnRole, type Layout } from "#lib/layouts/layouts.ts";
import type { LeafColumn } from "#lib/layouts/leaf-column.ts";

const WHOLE = new Set(["int", "long"]);
const TIME = new Set(["timestamp", "timestamptz", "timestamp_ns", "timestamptz_ns", "date", ...WHOLE]);

/** Whether a column of this type can be what the role says. What the reader would refuse is not recognised. */
const FITS: Readonly<Record<ColumnRole, (type: string) => boolean>> = {
  topic: (type) => type === "string",
  partition: (type) => WHOLE.has(type),
  offset: (type) => WHOLE.has(type),
  key: (type) => type === "string" || type === "binary" || WHOLE.has(type) || type === "uuid",
  timestamp: (type) => TIME.has(type),
  op: (type) => type === "string",
  lsn: (type) => WHOLE.has(type) || type === "string" || type.startsWith("decimal("),
  source_time: (type) => TIME.has(type),
  deleted: (type) => type === "boolean" || type === "string",
  event_time: (type) => TIME.has(type) && !WHOLE.has(type),
};
const ROLES = Object.keys(FITS) as ColumnRole[];

type Found = Map<ColumnRole, LeafColumn[]>;

export interface RecognisableTable {
  columns: readonly LeafColumn[];
  /** Names of the outermost columns, structs among them. */
  topLevel: readonly string[];
  hasIdentifier: boolean;
}

/**
 * What Kafka or a change stream knew of a row, by the names and types of the columns. A layout counts when all its marks are there; names
 * that people choose themselves fill what it leaves open. Pure.
 */
export function recogniseColumns(table: RecognisableTable): RecognisedColumns {
  const found: Found = new Map();
  // One that adds nothing is another's part.
  const matched = LAYOUTS.filter((layout) => matches(table, layout) && fill(found, columnsOf(table, layout)));
  const byLayout = new Set([...found.values()].flat());
  fill(found, looseColumns(table.columns));
  dropHalves(found);
  const loose = [...found].flatMap(([role, columns]) =>
    columns.filter((column) => !byLayout.has(column)).map(({ written }) => ({ role, written })),
  );
  const [first] = matched;
  return {
    layout: first?.layout ?? null,
    sentence: sentenceOf(matched, loose),
    kind: kindOf(matched, found, table.hasIdentifier),
    ...asSettings(found),
  };
}

function matches({ columns, topLevel }: RecognisableTable, { marks }: Layout): boolean {
  return marks.every(([role, ...path]) =>
    role === null ? topLevel.some((name) => sameName(name, path[0] ?? "")) : find(columns, role, path) !== undefined,
  );
}

function columnsOf({ columns }: RecognisableTable, { marks, others }: Layout): Found {
  const found: Found = new Map();
  for (const [role, ...path] of [...marks, ...others]) {
    if (role === null) continue;
    const column = find(columns, role, path);
    const known = found.get(role) ?? [];
    // A position in a binlog is a file and an offset in it; of everything else one column is enough.
    if (column && (known.length === 0 || role === "lsn")) found.set(role, [...known, column]);
  }
  return found;
}

function find(columns: readonly LeafColumn[], role: ColumnRole, path: readonly string[]): LeafColumn | undefined {
  return columns.find(
    (column) =>
      column.path.length === path.length && path.every((name, at) => sameName(name, column.path[at] ?? "")) && FITS[role](column.type),
  );
}

/** Catalogs write names in lower case, or in upper case, as they are used to. */
function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function looseColumns(columns: readonly LeafColumn[]): Found {
  const found: Found = new Map();
  for (const role of ROLES) {
    for (const name of LOOSE_NAMES[role]) {
      const column = columns.find((one) => name.test(one.path.join(".").toLowerCase()) && FITS[role](one.type));
      if (column === undefined) continue;
      found.set(role, [column]);
      break;
    }
  }
  return found;
}

/** Adds what is not known yet; no column gets two roles. False: there was nothing to add. */
function fill(found: Found, more: Found): boolean {
  const taken = new Set([...found.values()].flat());
  let added = false;
  for (const [role, columns] of more) {
    const free = columns.filter((column) => !taken.has(column));
    if (found.has(role) || free.length === 0) continue;
    found.set(role, free);
    added = true;
  }
  return added;
}

/** An offset names a record within its partition only; the configuration refuses one without the other. */
function dropHalves(found: Found): void {
  if (!found.has("partition")) found.delete("offset");
}

function kindOf(matched: readonly Layout[], found: Found, hasIdentifier: boolean): RecognisedColumns["kind"] {
  if (matched.some(({ kind, layout }) => kind === "append" && layout === null)) return "append";
  if (matched.some(({ kind }) => kind === "cdc") || (found.has("op") && (found.has("lsn") || found.has("source_time")))) return "cdc";
  if (hasIdentifier) return "upsert";
  return matched.length > 0 ? "append" : "upsert";
}

const ROLE_WORDS: Readonly<Record<ColumnRole, string>> = {
  topic: "Kafka topic",
  partition: "Kafka partition",
  offset: "Kafka offset",
  key: "raw Kafka key",
  timestamp: "Kafka timestamp",
  op: "operation",
  lsn: "log position",
  source_time: "time in the source",
  deleted: "soft-delete flag",
  event_time: "event time",
};

function sentenceOf(matched: readonly Layout[], loose: readonly { role: ColumnRole; written: string }[]): string {
  const [first] = matched;
  const byName =
    loose.length === 0
      ? ""
      : `Recognized by name and type: ${loose.map(({ role, written }) => `${written} (${ROLE_WORDS[role]})`).join(", ")}. Check that the columns hold this.`;
  if (first === undefined)
    return loose.length === 0 ? "No Kafka or CDC columns recognized. Select them in the form if the table has them." : byName;
  const marks = first.marks.map(([, ...path]) => path.join(".")).join(", ");
  const also = matched
    .slice(1)
    .map(({ title }) => `; also ${title}`)
    .join("");
  const caution = first.caution === undefined ? "" : ` ${first.caution}`;
  return [`Recognized as ${first.title} by the columns ${marks}${also}.${caution}`, byName].filter((part) => part !== "").join(" ");
}

function asSettings(found: Found): Pick<RecognisedColumns, "kafka" | "cdc" | "event_time"> {
  const one = <K extends ColumnRole>(role: K): { [key in K]?: string } => {
    const written = found.get(role)?.[0]?.written;
    return (written === undefined ? {} : { [role]: written }) as { [key in K]?: string };
  };
  const lsn = found.get("lsn")?.map(({ written }) => written);
  return {
    kafka: { ...one("topic"), ...one("partition"), ...one("offset"), ...one("key"), ...one("timestamp") },
    cdc: { ...one("op"), ...(lsn && { lsn }), ...one("source_time"), ...one("deleted") },
    ...one("event_time"),
  };
}
