import avro from "avsc";
import { bigintLongs } from "#lib/bigint-longs.ts";
import { uuidText } from "#lib/causes/key-bytes/schema-header.ts";
import { decodeText } from "#lib/causes/key-bytes/text.ts";
import type { WrittenSchema } from "#lib/schema-registry/find-schema.ts";

/** Decodes a value by its schema. Out: its values as text, without NULLs; null: it does not fit, or the schema does not decide it. Never throws. */
export type DecodeValue = (value: Uint8Array) => { format: string; leaves: readonly string[] } | null;

/** null: the schema cannot be read. */
export function decoderOf(schema: WrittenSchema): DecodeValue | null {
  if (schema.format === "AVRO") return avroDecoder(schema);
  // JSON and the wire format of Protobuf were read by their shape already: what they did not show is another value, unless names or nested messages hide it.
  if (schema.format === "JSON") return () => ({ format: "JSON", leaves: [] });
  return isFlat(schema) ? () => ({ format: "Protobuf", leaves: [] }) : null;
}

function avroDecoder({ text, references }: WrittenSchema): DecodeValue | null {
  try {
    const options = { registry: {}, typeHook: bigintLongs };
    for (const reference of references) avro.Type.forSchema(JSON.parse(reference) as avro.Schema, options);
    const type = avro.Type.forSchema(JSON.parse(text) as avro.Schema, options);
    return (value) => {
      try {
        return { format: "Avro", leaves: leavesOf(type.fromBuffer(Buffer.from(value))) };
      } catch {
        return null;
      }
    };
  } catch {
    return null;
  }
}

function leavesOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (typeof value === "string") return [value];
  if (typeof value === "bigint" || typeof value === "number" || typeof value === "boolean") return [String(value)];
  if (value instanceof Uint8Array) return [bytesText(value)];
  return typeof value === "object" ? Object.values(value).flatMap(leavesOf) : [];
}

/** Sixteen bytes that are no text are a UUID; others are their text, else base64. */
function bytesText(bytes: Uint8Array): string {
  const text = decodeText(bytes);
  if (text !== null && !/\p{Cc}/u.test(text)) return text;
  return bytes.length === 16 ? uuidText(bytes) : Buffer.from(bytes).toString("base64");
}

function isFlat({ text, references }: WrittenSchema): boolean {
  const code = text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, "");
  return references.length === 0 && code.match(/\bmessage\b/g)?.length === 1 && !/\b(?:enum|group|map|import|oneof|repeated)\b/.test(code);
}
