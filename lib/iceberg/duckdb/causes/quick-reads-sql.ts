import type { KeyValue } from "#lib/causes/key-bytes/key-value.ts";
import { bindSql } from "#lib/iceberg/duckdb/causes/bind-sql.ts";
import { foldSql, type KeyValueSql } from "#lib/iceberg/duckdb/causes/key-value-sql.ts";

/** Tests that settle most rows at a small part of what matching all encodings costs. `r` has the bytes as text `t` (NULL: none) and in hex `h`. */

/** True: the bytes are the values as most clients write them; a part of what matches. */
export function isUsualSql(values: readonly KeyValueSql[], r: string): string {
  const [only] = values;
  const forms = values.map(({ usual }) => usual.at(0));
  const avro = forms.map((form) => form?.avro ?? "NULL");
  if (values.length === 1 && only !== undefined)
    return `coalesce(${bindSql("e", avro[0] ?? "NULL", `${r}.h IN (e, '00' || e, '02' || e)`)} OR ${r}.h = '000' || ${forms[0]?.protobuf ?? "NULL"}, false)`;
  return `coalesce(${[avro, avro.toReversed()].map((order) => `${r}.h = ${order.join(" || ")}`).join(" OR ")}, false)`;
}

/** False: no encoding of the values can match; they are too short for the bytes, or a text is not among these. */
export function mayMatchSql(values: readonly KeyValueSql[], r: string): string {
  const lengths = values.map(({ text }) => `greatest(strlen(${text}), 16) + 6`);
  const within = values.map(({ text, hasOtherForms }) => {
    if (hasOtherForms === "true") return "true";
    const inText = `CASE WHEN ${r}.t IS NULL THEN true ELSE contains(lower(${r}.t), lower(${text})) END`;
    return `(${hasOtherForms} OR contains(${r}.h, hex(encode(${text}))) OR ${inText})`;
  });
  return `coalesce((length(${r}.h) <= 2 * (4 + ${lengths.join(" + ")}) OR substr(${r}.h, 3, 2) = '0A') AND ${within.join(" AND ")}, true)`;
}

/** True: the bytes are a plain text in which a value does not stand, and which no encoding can match. */
export function isOtherTextSql(values: readonly KeyValueSql[], families: readonly KeyValue["family"][], r: string): string {
  if (families.some((family) => family !== "text" && family !== "integer")) return "false";
  const lacks = values.map(({ text }) => `NOT contains(lower(${r}.t), ${foldSql(text)})`);
  return `coalesce((${lacks.join(" OR ")}) AND NOT regexp_matches(${r}.t, '^\\s*[\\[{"]') AND NOT ${mayMatchSql(values, r)}, false)`;
}
