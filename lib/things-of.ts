/** A table's rows by its name: `orders`, `payment states`; `keys` for a name that is no plural. */
export function thingsOf(tableName: string): string {
  const name = tableName.slice(tableName.lastIndexOf(".") + 1).replaceAll("_", " ");
  return /^[\p{L}\d ]{2,40}s$/u.test(name) ? name.toLowerCase() : "keys";
}
