/** Whether a value is a map, as YAML and JSON call it: no list, no scalar, not null. Pure. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
