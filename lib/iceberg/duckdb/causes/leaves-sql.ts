import { JSON_LIMITS } from "#lib/causes/key-bytes/json.ts";
import { bindSql } from "#lib/iceberg/duckdb/causes/bind-sql.ts";

/** The values that a text in JSON holds, or Kafka Connect's `Struct{…}`, as SQL for a list of texts; NULL: the text is neither. `text` is a name. */
export function leavesSql(text: string): string {
  const payload = `CASE WHEN json_type(${text}) = 'OBJECT' AND list_sort(json_keys(${text})) = ['payload', 'schema'] THEN json_extract(${text}, '$.payload') ELSE CAST(${text} AS JSON) END`;
  const inner = `CASE WHEN ${looksLikeJson("t")} THEN ${jsonLeaves("CAST(t AS JSON)", `[${plainText("y")}]`, "y")} ELSE [t] END`;
  const leaf = `CASE WHEN json_type(x) = 'VARCHAR' THEN ${bindSql("t", "x ->> '$'", inner)} ELSE [${plainText("x")}] END`;
  return `CASE WHEN ${looksLikeJson(text)} THEN ${jsonLeaves(payload, leaf, "x")}
    WHEN regexp_full_match(${text}, 'Struct\\{.*\\}') THEN regexp_extract_all(${text}, '[{,][^=,{}]*=([^,{}]*)', 1) END`;
}

/** JSON that is an object, a list or a quoted text, within JSON_LIMITS. A comma behind the last value is forgiven. */
export function looksLikeJson(text: string): string {
  const brackets = `length(${text}) - length(replace(replace(${text}, '[', ''), '{', ''))`;
  return `(CASE WHEN regexp_matches(${text}, '^\\s*[\\[{"]') THEN length(${text}) <= ${JSON_LIMITS.characters} AND ${brackets} <= ${JSON_LIMITS.brackets} AND json_valid(${text}) ELSE false END)`;
}

function jsonLeaves(json: string, leaf: string, name: string): string {
  const values = bindSql("j", json, "CASE WHEN json_type(j) IN ('OBJECT', 'ARRAY') THEN json_extract(j, '$..*') ELSE [j] END");
  return `flatten(list_transform(list_filter(${values}, lambda ${name}: json_type(${name}) NOT IN ('OBJECT', 'ARRAY', 'NULL')), lambda ${name}: ${leaf}))`;
}

/** Numbers as TypeScript writes them: 1.0 as 1. */
function plainText(json: string): string {
  return `CASE WHEN json_type(${json}) = 'DOUBLE' THEN regexp_replace(CAST(${json} AS VARCHAR), '\\.0$', '') ELSE ${json} ->> '$' END`;
}
