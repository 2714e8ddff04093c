/** SQL that names a value once: `body` sees it under the name. DuckDB has no LET, and a value written twice is computed twice. */
export function bindSql(name: string, value: string, body: string): string {
  return `list_transform([${value}], lambda ${name}: ${body})[1]`;
}
