import { parseYaml } from "#lib/config/yaml-document.ts";
import { decodeConfig } from "#lib/config/yaml-text.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { TableKind } from "#lib/names.ts";

/** Where a file sets a limit: at the table, in the defaults of its kind, or in those of all tables. */
export type LimitOrigin = "table" | "kind" | "defaults";

/**
 * Where a configuration file sets the warning and the alert of a metric for a table; null: not there, so the check's own holds. A file that
 * cannot be read sets nothing. Pure.
 */
export function limitOrigins(
  source: Uint8Array,
  { table, kind }: { table: string; kind: TableKind },
): (metric: MetricName, side: "warn" | "alert") => LimitOrigin | null {
  const root = valueOf(source);
  const tables = part(root, "tables");
  const own = Array.isArray(tables) ? (tables as unknown[]).find((one) => isNamed(part(one, "name"), table)) : undefined;
  const defaults = part(root, "defaults");
  const places: readonly [LimitOrigin, unknown][] = [
    ["table", part(own, "limits")],
    ["kind", part(part(part(defaults, "kinds"), kind), "limits")],
    ["defaults", part(defaults, "limits")],
  ];
  return (metric, side) => places.find(([, limits]) => sets(part(limits, metric), side))?.[0] ?? null;
}

function valueOf(source: Uint8Array): unknown {
  const decoded = decodeConfig(source);
  if ("fault" in decoded) return null;
  const parsed = parseYaml(decoded.text);
  return "faults" in parsed ? null : parsed.document.value;
}

/** Case does not tell names apart. */
function isNamed(name: unknown, table: string): boolean {
  return typeof name === "string" && name.toLowerCase() === table.toLowerCase();
}

/** `off` sets both. */
function sets(limits: unknown, side: string): boolean {
  return limits === "off" || part(limits, side) !== undefined;
}

function part(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string, unknown>)[key];
}
