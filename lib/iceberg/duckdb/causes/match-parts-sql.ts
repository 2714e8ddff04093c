import { bindSql } from "#lib/iceberg/duckdb/causes/bind-sql.ts";

/** `matchParts` of lib/causes/key-bytes as SQL: places in a hex text are reached by one value after another, in any order. */
export interface PartsSql {
  /** A name of hex text. */
  hex: string;
  /** For each value the name of a list: of hex texts, or where values are tagged of structs `w` (the low digits of a tag) and `e` (hex). Without NULLs. */
  parts: readonly string[];
  tagged: boolean;
  /** A list of the places where it may begin, counted from 1. */
  starts: string;
  /** For each value SQL for whether it may be left out. */
  leftOut: readonly string[];
}

export function matchPartsSql({ hex, parts, tagged, starts, leftOut }: PartsSql): string {
  const all = 2 ** parts.length - 1;
  const optional = leftOut.map((one, index) => `CASE WHEN ${one} THEN ${2 ** index} ELSE 0 END`).join(" + ") || "0";
  let states = `list_transform(${starts}, lambda o: {o: o::INTEGER, m: 0::INTEGER})`;
  for (const _ of parts) {
    const reached = parts.map((part, index) => reachSql(hex, part, 2 ** index, tagged));
    states = bindSql("ss", states, `list_distinct(list_concat(ss, ${reached.join(", ")}))`);
  }
  const ends = `list_filter(${states}, lambda z: z.o = length(${hex}) + 1 AND z.m | (${optional}) = ${all})`;
  return `len(${ends}) > 0`;
}

function reachSql(hex: string, part: string, bit: number, tagged: boolean): string {
  const [text, start] = tagged ? ["e.e", tagEndSql(hex)] : ["e", "s.o"];
  const fits = `substr(${hex}, ${start}, length(${text})) = ${text}`;
  return `flatten(list_transform(list_filter(ss, lambda s: s.m & ${bit} = 0), lambda s: list_transform(list_filter(${part}, lambda e: coalesce(${fits}, false)), lambda e: {o: (${start} + length(${text}))::INTEGER, m: (s.m | ${bit})::INTEGER})))`;
}

/** Behind a tag of one byte or two whose lowest three bits are the wire type; NULL: there is none. */
function tagEndSql(hex: string): string {
  const digit = (place: number) => `substr(${hex}, s.o + ${place}, 1)`;
  return `(CASE WHEN ${digit(1)} = '' OR NOT contains(e.w, ${digit(1)}) THEN NULL
    WHEN ${digit(0)} < '8' THEN CASE WHEN ${digit(0)} > '0' OR ${digit(1)} >= '8' THEN s.o + 2 END
    WHEN ${digit(2)} <> '' AND ${digit(2)} < '8' THEN s.o + 4 END)`;
}
