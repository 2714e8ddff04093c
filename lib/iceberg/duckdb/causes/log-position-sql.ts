/** Hexadecimal digits of a text as HUGEINT, at most 30 of them; digits beyond 15 go beyond what one cast takes. */
function hex(sql: string): string {
  const part = (place: number) => `CAST('0x0' || substr(lpad(${sql}, 30, '0'), ${10 * place + 1}, 10) AS BIGINT)::HUGEINT`;
  return `((${part(0)} * 1099511627776 + ${part(1)}) * 1099511627776 + ${part(2)})`;
}

/**
 * SQL for one part of a log position as a STRUCT(kind VARCHAR, value HUGEINT) of the text in `sql`, both NULL where it is no position. The kinds
 * and their values are those of compareLogPositions in lib/causes/log-position.ts, which a test holds equal: whole numbers, Postgres'
 * `16/B374D848` and SQL Server's `00000027:00000ac0:0002` (hexadecimal), other bytes (`0x2a`), decimals, names that end in a number (`mysql-bin.000009`). Pure.
 */
export function readPositionSql(sql: string): string {
  const kinds: [name: string, pattern: string, value: string][] = [
    ["'number'", "^-?[0-9]{1,38}([.]0+)?$", `TRY_CAST(regexp_extract(${sql}, '^(-?[0-9]+)', 1) AS HUGEINT)`],
    [
      "'postgres'",
      "^[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}$",
      hex(`lpad(split_part(${sql}, '/', 1), 12, '0') || lpad(split_part(${sql}, '/', 2), 8, '0')`),
    ],
    ["'sql server'", "^[0-9A-Fa-f]{8}:[0-9A-Fa-f]{8}:[0-9A-Fa-f]{4}$", hex(`replace(${sql}, ':', '')`)],
    ["'hexadecimal'", "^0[xX][0-9A-Fa-f]{1,30}$", hex(`substr(${sql}, 3)`)],
    [
      `concat('decimal ', length(${sql}) - instr(${sql}, '.'))`,
      "^-?[0-9]+[.][0-9]+$",
      `CASE WHEN length(${sql}) <= 39 THEN TRY_CAST(replace(${sql}, '.', '') AS HUGEINT) END`,
    ],
    // What is too long to be one of these is not a name either.
    ["NULL::VARCHAR", "^0[xX][0-9A-Fa-f]+$", "NULL::HUGEINT"],
    [
      `concat('name ', regexp_extract(${sql}, '(?s)^(.*[^0-9])[0-9]+$', 1))`,
      "(?s)^.*[^0-9][0-9]{1,38}$",
      `TRY_CAST(regexp_extract(${sql}, '([0-9]+)$', 1) AS HUGEINT)`,
    ],
  ];
  const cases = kinds.map(
    ([name, pattern, value]) => `WHEN regexp_matches(${sql}, '${pattern}') THEN {'kind': ${name}, 'value': ${value}}`,
  );
  return `(CASE ${cases.join(" ")} ELSE {'kind': NULL::VARCHAR, 'value': NULL::HUGEINT} END)`;
}
