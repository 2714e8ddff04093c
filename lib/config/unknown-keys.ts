import { z } from "zod";
import { didYouMean } from "#lib/config/did-you-mean.ts";
import { isMap } from "#lib/config/is-map.ts";
import type { Path } from "#lib/config/yaml-document.ts";

export interface UnknownKey {
  path: Path;
  message: string;
}

/**
 * The value without the keys that `schema` does not know, and a sentence for each of them. Done before the schema judges, which would
 * otherwise say nothing about what else is wrong beside such a key.
 */
export function dropUnknownKeys(schema: z.core.$ZodType, value: unknown, path: Path = []): { value: unknown; unknown: UnknownKey[] } {
  const shaped = unwrap(schema, value);
  const unknown: UnknownKey[] = [];
  const clean = (inner: z.core.$ZodType, part: unknown, segment: PropertyKey): unknown => {
    const cleaned = dropUnknownKeys(inner, part, [...path, segment]);
    unknown.push(...cleaned.unknown);
    return cleaned.value;
  };
  if (shaped instanceof z.ZodArray && Array.isArray(value)) {
    return { value: value.map((item, index) => clean(shaped.element, item, index)), unknown };
  }
  if (!(shaped instanceof z.ZodObject) || !isMap(value)) return { value, unknown };
  const shape: Readonly<Record<string, z.core.$ZodType>> = shaped.shape;
  const known = Object.keys(shape);
  const kept: [string, unknown][] = [];
  for (const [key, part] of Object.entries(value)) {
    const inner = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (inner !== undefined) kept.push([key, clean(inner, part, key)]);
    else unknown.push({ path: [...path, key], message: unknownKeyMessage(key, known, path) });
  }
  return { value: Object.fromEntries(kept), unknown };
}

function unknownKeyMessage(key: string, known: readonly string[], path: Path): string {
  const name = key.length > 60 ? `${key.slice(0, 60)}…` : key;
  const where = path.length === 0 ? "at the top of the file" : "here";
  const list = known.length <= 20 ? ` Known are ${known.join(", ")}.` : "";
  const hint = didYouMean(key, known);
  return `The key "${name}" is not known ${where}.${hint}${hint === "" ? list : ""}`;
}

/** The object or list that a schema asks for, under what wraps it; of several the one that fits the value's shape. */
function unwrap(schema: z.core.$ZodType, value: unknown): z.core.$ZodType {
  if (schema instanceof z.ZodOptional) return unwrap(schema.unwrap(), value);
  if (schema instanceof z.ZodPipe) return unwrap(schema.in, value);
  if (!(schema instanceof z.ZodUnion)) return schema;
  const options = schema.options.map((option) => unwrap(option, value));
  const fits = Array.isArray(value) ? z.ZodArray : z.ZodObject;
  const fitting = options.filter((option) => option instanceof fits);
  // Of several maps the one that knows most of the keys was meant.
  const known = (option: z.core.$ZodType): number =>
    option instanceof z.ZodObject && isMap(value) ? Object.keys(value).filter((key) => Object.hasOwn(option.shape, key)).length : 0;
  return fitting.toSorted((a, b) => known(b) - known(a))[0] ?? schema;
}
