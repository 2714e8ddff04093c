import { z } from "zod";
import { FileSettings } from "#lib/config/file-settings.ts";
import { METRIC_NAMES, isShownMetric } from "#lib/metrics.ts";

/** A node of the JSON Schema, as far as it is looked at here. */
export interface JsonSchema {
  $ref?: string;
  description?: string;
  type?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  items?: JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  definitions?: Record<string, JsonSchema>;
  [keyword: string]: unknown;
}

/** The JSON Schema (draft 7, which editors know best) of a configuration file, derived from the schema that reads it. */
export function configJsonSchema(): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(FileSettings, { target: "draft-7", io: "input" }) as JsonSchema;
  const table = schema.properties?.tables?.items;
  for (const metric of METRIC_NAMES.filter((name) => !isShownMetric(name))) delete schema.definitions?.["Limits"]?.properties?.[metric];
  // What the reader checks beside the schema.
  if (table !== undefined) {
    table.allOf = [
      { oneOf: [{ required: ["key"] }, { required: ["keys"] }] },
      { oneOf: [{ required: ["location"] }, { required: ["catalog", "table"] }] },
    ];
  }
  return {
    $schema,
    title: "Bergwatch",
    ...schema,
    // Places for anchors.
    patternProperties: { "^x-": {} },
  };
}

/** What a part of the schema refers to; undefined when it is written out in place. */
export function referenceOf({ $ref, allOf }: JsonSchema): string | undefined {
  return $ref ?? allOf?.find((part) => part.$ref !== undefined)?.$ref;
}

/** A part of the schema behind its reference; its own description stays the one that holds. */
export function resolveReference(root: JsonSchema, part: JsonSchema): JsonSchema {
  const reference = referenceOf(part);
  if (reference === undefined) return part;
  const target = root.definitions?.[reference.replace("#/definitions/", "")];
  if (target === undefined) throw new Error(`the schema refers to ${reference} and does not define it`);
  return { ...target, ...(part.description !== undefined && { description: part.description }) };
}
