import { bindSql } from "#lib/iceberg/duckdb/causes/bind-sql.ts";
import {
  familyOfColumn,
  foldLeafSql,
  foldSql,
  keyValueSql,
  type KeyColumnSql,
  type KeyValueSql,
} from "#lib/iceberg/duckdb/causes/key-value-sql.ts";
import { leavesSql, looksLikeJson } from "#lib/iceberg/duckdb/causes/leaves-sql.ts";
import { matchPartsSql } from "#lib/iceberg/duckdb/causes/match-parts-sql.ts";
import type { KeyValue } from "#lib/causes/key-bytes/key-value.ts";
import { afterHeaderSql, isCompressedSql } from "#lib/iceberg/duckdb/causes/schema-header-sql.ts";
import { isOtherTextSql, isUsualSql, mayMatchSql } from "#lib/iceberg/duckdb/causes/quick-reads-sql.ts";
import { orderings } from "#lib/causes/key-bytes/orderings.ts";
import { LONG_BYTES } from "#lib/causes/key-bytes/read-key-as.ts";
import { SEPARATOR_MAX } from "#lib/causes/key-bytes/reads-as-text.ts";

interface KeySql {
  values: KeyValueSql[];
  families: KeyValue["family"][];
}

/**
 * SQL for a BOOLEAN: the Kafka key's bytes (a BLOB) read as the row's business key. NULL: there are none
 * (or empty ones), or only a schema registry can tell. The same as `readKeyAs` of lib/causes/key-bytes, which a test holds. Cheap tests come first: the
 * dear ones see only rows that these did not settle. Name columns, since they are written often, by names that begin with two underscores: others
 * may be hidden by those that this SQL gives.
 */
export function keyReadsSql(columns: readonly KeyColumnSql[], keyBytes: string): string {
  const families = columns.map(familyOfColumn);
  const key: KeySql = { families, values: columns.map((column) => keyValueSql(column, families)) };
  const [only] = key.values;
  const exact = columns.length === 1 && only !== undefined ? `WHEN ${keyBytes} = encode(${only.text}) THEN true` : "";
  const whole = columns.length === 1 && only !== undefined && only.whole.length > 0 ? `WHEN ${wholeSql(only, keyBytes)} THEN true` : "";
  const behind = `CASE WHEN ${isCompressedSql(keyBytes)} THEN NULL WHEN ${readsSql(key, "r", false)} THEN true WHEN ${isJsonFields("r.t")} THEN false END`;
  const plain = bindSql("r", bytesSql(keyBytes), readsSql(key, "r", true));
  const own = key.values.map(({ text }) => `strlen(${text})`).join(" + ");
  const long = `WHEN octet_length(${keyBytes}) > ${LONG_BYTES.bytes} AND octet_length(${keyBytes}) > ${LONG_BYTES.times} * (${own}) THEN false`;
  return `CASE WHEN ${keyBytes} IS NULL OR octet_length(${keyBytes}) = 0 THEN NULL ${long} ${exact} ${whole}
    ELSE ${bindSql("a", afterHeaderSql(keyBytes), `CASE WHEN a IS NULL THEN ${plain} ELSE ${bindSql("r", bytesSql("a"), behind)} END`)} END`;
}

function bytesSql(bytes: string): string {
  return `{t: TRY(decode(${bytes})), h: hex(${bytes})}`;
}

/** Bytes without a header that are one value of known width. */
function wholeSql({ whole }: KeyValueSql, keyBytes: string): string {
  return `coalesce(list_contains([${whole.join(", ")}], hex(${keyBytes})), false)`;
}

/** `r` has the bytes as text `t` (NULL: none) and in hex `h`. */
function readsSql(key: KeySql, r: string, asText: boolean): string {
  const leaves = `coalesce(${bindSql("l", bindSql("t", `${r}.t`, leavesSql("t")), sameLeavesSql(key, "l"))}, false)`;
  const text = asText ? `WHEN coalesce(${bindSql("t", `${r}.t`, textSql(key))}, false) THEN true` : "";
  return `CASE WHEN ${isOtherTextSql(key.values, key.families, r)} THEN false ${text} WHEN ${isUsualSql(key.values, r)} THEN true WHEN ${leaves} THEN true WHEN NOT ${mayMatchSql(key.values, r)} THEN false
    WHEN ${avroSql(key, r)} THEN true ELSE ${protobufSql(key, r)} END`;
}

function isJsonFields(text: string): string {
  return `coalesce(regexp_matches(${text}, '^\\s*[\\[{]') AND ${looksLikeJson(text)}, false)`;
}

/** `t` is the text; NULL where there is none. */
function textSql({ values, families }: KeySql): string {
  const [only] = values;
  if (values.length === 1 && only !== undefined)
    return bindSql("f", foldLeafSql("t", families), `f = ${only.folded} OR ${inList(only.others, "f")}`);
  const parts = values.map(({ text }, index) => `p${index} := ${foldSql(text)}`);
  const names = values.map((_, index) => `p.p${index}`);
  const total = names.map((name) => `length(${name})`).join(" + ");
  const gaps = values.length - 1;
  const joined = orderings(names).map((order) => {
    const separator = `substr(f, length(${order[0]}) + 1, w)`;
    return bindSql("g", separator, `regexp_full_match(g, '(?s)[^0-9a-z]+') AND f = ${order.join(" || g || ")}`);
  });
  const width = bindSql(
    "w",
    `(length(f) - (${total})) // ${gaps}`,
    `w BETWEEN 1 AND ${SEPARATOR_MAX} AND length(f) = ${total} + w * ${gaps} AND (${joined.join(" OR ")})`,
  );
  const folded = bindSql(
    "c",
    foldSql("t"),
    `[c, CASE WHEN regexp_matches(c, '(?s)^[(\\[{<].*[)\\]}>]$') THEN substr(c, 2, length(c) - 2) END]`,
  );
  return bindSql("p", `struct_pack(${parts.join(", ")})`, `len(list_filter(${folded}, lambda f: coalesce(${width}, false))) > 0`);
}

function inList(texts: readonly string[], name: string): string {
  return texts.length === 0 ? "false" : `coalesce(list_contains([${texts.join(", ")}], ${name}), false)`;
}

/** `leaves` is a list of texts, or NULL. */
function sameLeavesSql({ values, families }: KeySql, leaves: string): string {
  const others = values.filter(({ others: texts }) => texts.length > 0);
  const mapped = others.map(({ others: texts, folded }) => `WHEN ${inList(texts, "f")} THEN ${folded}`);
  const leaf = mapped.length === 0 ? "f" : `CASE ${mapped.join(" ")} ELSE f END`;
  const found = `list_transform(${leaves}, lambda x: ${bindSql("f", foldLeafSql("x", families), leaf)})`;
  return `len(${leaves}) = ${values.length} AND list_sort(${found}) = list_sort([${values.map(({ folded }) => folded).join(", ")}])`;
}

function avroSql({ values }: KeySql, r: string): string {
  const [only] = values;
  if (values.length === 1 && only !== undefined) {
    const inUnion = `left(${r}.h, 2) IN ('00', '02', '04') AND list_contains(e, substr(${r}.h, 3))`;
    return `coalesce(${bindSql("e", `[${only.avro.join(", ")}]`, `list_contains(e, ${r}.h) OR (${inUnion})`)}, false)`;
  }
  const parts = values.map(({ avro }, index) => `a${index} := ${inBranches(avro)}`);
  const match = matchPartsSql({
    hex: `${r}.h`,
    parts: values.map((_, index) => `q.a${index}`),
    tagged: false,
    starts: "[1]",
    leftOut: [],
  });
  return bindSql("q", `struct_pack(${parts.join(", ")})`, match);
}

function inBranches(encodings: readonly string[]): string {
  return bindSql(
    "e",
    `[${encodings.join(", ")}]`,
    "list_filter(flatten(list_transform(['', '00', '02', '04'], lambda b: list_transform(e, lambda y: b || y))), lambda y: y IS NOT NULL)",
  );
}

const LOW_DIGITS = { 0: "08", 1: "19", 2: "2A", 5: "5D" } as const;

function protobufSql({ values }: KeySql, r: string): string {
  const parts = values.map(({ protobuf }, index) => {
    const list = protobuf.map(({ wire, hex }) => `{w: '${LOW_DIGITS[wire]}', e: ${hex}}`);
    return `a${index} := list_filter([${list.join(", ")}], lambda e: e.e IS NOT NULL)`;
  });
  const match = matchPartsSql({
    hex: `${r}.h`,
    parts: values.map((_, index) => `q.a${index}`),
    tagged: true,
    starts: messageStartsSql(`${r}.h`),
    leftOut: values.map(({ leftOut }) => leftOut),
  });
  return bindSql("q", `struct_pack(${parts.join(", ")})`, match);
}

/** `messageStarts` of lib/causes/key-bytes, counted from 1. */
function messageStartsSql(hex: string): string {
  const digit = (place: number) => `(instr('0123456789ABCDEF', substr(${hex}, ${place}, 1)) - 1)`;
  const first = `left(${hex}, 2)`;
  return `list_filter([1, CASE ${first} WHEN '00' THEN 3 WHEN '02' THEN 5 WHEN '04' THEN 7 WHEN '06' THEN 9 WHEN '01' THEN 5 END,
    CASE WHEN substr(${hex}, 3, 2) = '0A' THEN 3 + 2 * (16 * ${digit(1)} + ${digit(2)}) END], lambda o: o <= length(${hex}) + 1)`;
}
