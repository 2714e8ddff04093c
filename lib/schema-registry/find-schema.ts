import { z } from "zod";
import type { SchemaHeader } from "#lib/causes/key-bytes/schema-header.ts";
import { parseJson } from "#lib/parse-json.ts";
import { askRegistry, type AskOptions } from "#lib/schema-registry/ask-registry.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";

export interface WrittenSchema {
  format: "AVRO" | "PROTOBUF" | "JSON";
  text: string;
  /** Texts of the schemas that it refers to, those that others need first. */
  references: string[];
}

/** `missing`: the registry does not know the id. `fault` completes "The schema registry … ". */
export type FoundSchema = { schema: WrittenSchema } | { missing: true } | { fault: string };

type NamedSchema = Pick<SchemaHeader, "kind" | "id">;

const REFERENCES_MAX = 20;
const LEVELS_MAX = 4;
/** Completes "The schema registry … ". */
export const NO_REGISTRY = "does not answer with a schema. Check the address and the kind of the registry.";

const Reference = z.object({ subject: z.string(), version: z.number() });
const Answer = z.object({
  schema: z.string(),
  schemaType: z.string().nullish(),
  references: z.array(Reference).nullish(),
});

/** The schema that a header names; one of Glue's is asked of nobody. Never throws. */
export async function findSchema(access: RegistryAccess, header: NamedSchema, options: AskOptions): Promise<FoundSchema> {
  return access.kind === "apicurio" ? await findInApicurio(access, header, options) : await findInConfluent(access, header, options);
}

async function findInConfluent(access: RegistryAccess, { kind, id }: NamedSchema, options: AskOptions): Promise<FoundSchema> {
  if (kind === "glue") return { missing: true };
  const path = kind === "confluent GUID" ? `/schemas/guids/${id}` : `/schemas/ids/${id}`;
  const found = await readAnswer(access, path, options);
  if (!("answer" in found)) return found;
  const format = formatOf(found.answer.schemaType ?? "AVRO");
  if (format === null) return { missing: true };
  const references: string[] = [];
  const fault = await resolveReferences(access, found.answer.references ?? [], { options, texts: references, seen: new Set(), level: 0 });
  return fault === null ? { schema: { format, text: found.answer.schema, references } } : { fault };
}

interface Resolving {
  options: AskOptions;
  texts: string[];
  seen: Set<string>;
  level: number;
}

/** Adds the schemas that are referred to, the innermost first. Out: a fault, or null. */
async function resolveReferences(
  access: RegistryAccess,
  references: readonly z.infer<typeof Reference>[],
  resolving: Resolving,
): Promise<string | null> {
  const { options, texts, seen, level } = resolving;
  for (const { subject, version } of references) {
    const path = `/subjects/${encodeURIComponent(subject)}/versions/${version}`;
    if (seen.has(path)) continue;
    seen.add(path);
    if (level >= LEVELS_MAX || seen.size > REFERENCES_MAX)
      return `has a schema with more than ${REFERENCES_MAX} references, or deeper than ${LEVELS_MAX} levels, which is not followed.`;
    const found = await readAnswer(access, path, options);
    if ("missing" in found) return `lacks version ${version} of ${subject}, to which a schema refers.`;
    if ("fault" in found) return found.fault;
    const fault = await resolveReferences(access, found.answer.references ?? [], { ...resolving, level: level + 1 });
    if (fault !== null) return fault;
    texts.push(found.answer.schema);
  }
  return null;
}

async function readAnswer(
  access: RegistryAccess,
  path: string,
  options: AskOptions,
): Promise<{ answer: z.infer<typeof Answer> } | { missing: true } | { fault: string }> {
  const said = await askRegistry(access, path, options);
  if (!("text" in said)) return said;
  const parsed = Answer.safeParse(parseJson(said.text));
  return parsed.success ? { answer: parsed.data } : { fault: NO_REGISTRY };
}

/**
 * Apicurio's own interface gives the schema as it was written. An id of four bytes is a content's since version 3, and was a global one before;
 * one of eight bytes is global.
 */
async function findInApicurio(access: RegistryAccess, { kind, id }: NamedSchema, options: AskOptions): Promise<FoundSchema> {
  if (kind === "glue" || kind === "confluent GUID") return { missing: true };
  const paths =
    kind === "apicurio" ? [`v3/ids/globalIds/${id}`, `v2/ids/globalIds/${id}`] : [`v3/ids/contentIds/${id}`, `v2/ids/globalIds/${id}`];
  for (const path of paths) {
    const said = await askRegistry(access, `/apis/registry/${path}`, options);
    if ("missing" in said) continue;
    if ("fault" in said) return said;
    const format = guessFormat(said.text);
    return format === null ? { fault: NO_REGISTRY } : { schema: { format, text: said.text, references: [] } };
  }
  return { missing: true };
}

function guessFormat(text: string): WrittenSchema["format"] | null {
  const json = parseJson(text);
  if (json === undefined) return /\bmessage\s+\w+\s*\{/.test(text) ? "PROTOBUF" : null;
  if (typeof json === "string" || Array.isArray(json)) return "AVRO";
  if (typeof json !== "object" || json === null) return null;
  const isAvro =
    "type" in json && typeof json.type === "string" && !("$schema" in json) && !("properties" in json) && json.type !== "object";
  return isAvro ? "AVRO" : "JSON";
}

function formatOf(type: string): WrittenSchema["format"] | null {
  const upper = type.toUpperCase();
  return upper === "AVRO" || upper === "PROTOBUF" || upper === "JSON" ? upper : null;
}
