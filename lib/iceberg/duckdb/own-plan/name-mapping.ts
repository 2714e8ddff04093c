import { z } from "zod";
import { elementOf, type ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";

interface Mapped {
  "field-id"?: number | undefined;
  names: string[];
  fields?: Mapped[] | undefined;
}

const mapped: z.ZodType<Mapped> = z.lazy(() =>
  z.object({ "field-id": z.int().optional(), names: z.array(z.string()), fields: z.array(mapped).optional() }),
);

/** The table's `schema.name-mapping.default`; null when it has none that parses. Source: Iceberg spec, "Name Mapping Serialization". */
export function parseNameMapping(property: string | undefined): Mapped[] | null {
  if (property === undefined) return null;
  try {
    return z.array(mapped).safeParse(JSON.parse(property)).data ?? null;
  } catch {
    return null;
  }
}

export function hasFieldIds(columns: readonly ParquetNode[]): boolean {
  return columns.some((node) => node.fieldId !== null || hasFieldIds(node.children));
}

/** Columns of a file that carries no field ids, with the ids that the mapping gives to their names. */
export function applyNameMapping(columns: readonly ParquetNode[], mapping: readonly Mapped[]): ParquetNode[] {
  return columns.map((node) => named(node, node.name, mapping));
}

function named(node: ParquetNode, name: string, mapping: readonly Mapped[]): ParquetNode {
  const found = mapping.find((candidate) => candidate.names.includes(name));
  return { ...node, fieldId: found?.["field-id"] ?? null, children: childrenOf(node, found?.fields ?? []) };
}

/** The mapping calls what a list or map holds `element`, `key` and `value`, whatever the file calls it, and skips the repeated group. */
function childrenOf(node: ParquetNode, mapping: readonly Mapped[]): ParquetNode[] {
  const kind = node.logicalType?.slice(0, 4).toUpperCase();
  const [repeated] = node.children;
  if (kind === "LIST" && repeated) {
    const element = elementOf(node);
    if (element === repeated) return [named(repeated, "element", mapping)];
    return [{ ...repeated, children: repeated.children.map((child) => named(child, "element", mapping)) }];
  }
  if (kind?.startsWith("MAP") && repeated)
    return [{ ...repeated, children: repeated.children.map((child, index) => named(child, index === 0 ? "key" : "value", mapping)) }];
  return applyNameMapping(node.children, mapping);
}
