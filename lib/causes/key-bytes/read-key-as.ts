import { avroEncodings } from "#lib/causes/key-bytes/avro.ts";
import { bytesOfHex, hexOfBytes, hexOfText } from "#lib/causes/key-bytes/hex.ts";
import { bigEndianHexes } from "#lib/causes/key-bytes/integers.ts";
import { readJsonKey } from "#lib/causes/key-bytes/json.ts";
import { familyOf, foldLeaf, keyValue, type KeyColumnText, type KeyValue } from "#lib/causes/key-bytes/key-value.ts";
import { matchParts } from "#lib/causes/key-bytes/match-parts.ts";
import { mayBeLeftOut, messageStarts, protobufEncodings } from "#lib/causes/key-bytes/protobuf.ts";
import { readsAsText } from "#lib/causes/key-bytes/reads-as-text.ts";
import { readSchemaHeader, sayHeader, type SchemaHeader } from "#lib/causes/key-bytes/schema-header.ts";
import { readStructText } from "#lib/causes/key-bytes/struct-text.ts";
import { decodeText } from "#lib/causes/key-bytes/text.ts";

/** Longer bytes, that are so many times as long as the key's own text too, are another value: nothing a client adds to a key takes so much. */
export const LONG_BYTES = { bytes: 65_536, times: 8 } as const;

export interface KeyReading {
  /** The bytes are the row's business key. null: only a schema registry can tell, or there are no bytes. False: certainly another value. */
  reads: boolean | null;
  /** How they were read: `text`, `JSON`, `Avro behind schema id 41`; null: they were not. Holds no value of the key. */
  as: string | null;
}

/**
 * Decodes what follows a header by the schema of its id. Out: its values as text, without NULLs, and what they were (`Avro`); null: the schema is not known, or does
 * not fit.
 */
export type ReadBySchema = (header: SchemaHeader, value: Uint8Array) => { format: string; leaves: readonly string[] } | null;

/**
 * Whether a Kafka key's bytes (hex) read as the row's business key of one column or several, these in any order. They are compared with the key's values as clients
 * write them, so that no schema is needed: a reading that holds has no byte left over. Never throws.
 */
export function readKeyAs(bytesHex: string, key: readonly KeyColumnText[], readBySchema?: ReadBySchema): KeyReading {
  const bytes = bytesOfHex(bytesHex);
  if (bytes === null || bytes.length === 0) return { reads: null, as: null };
  const families = key.map(({ type }) => familyOf(type));
  const values = key.map((column) => keyValue(column, families));
  if (bytes.length > Math.max(LONG_BYTES.bytes, LONG_BYTES.times * lengthOf(values))) return { reads: false, as: null };
  const single = readSingle(bytes, values);
  if (single !== null) return { reads: true, as: single };
  const header = readSchemaHeader(bytes);
  if (header === null) {
    const text = decodeText(bytes);
    const plain = text !== null && readsAsText(text, values) ? "text" : readValue(bytes, values);
    return { reads: plain !== null, as: plain };
  }
  const rest = bytes.subarray(header.length);
  const by = header.compressed ? null : readValue(rest, values);
  if (by !== null) return { reads: true, as: `${by} behind ${sayHeader(header)}` };
  const decoded = readBySchema?.(header, rest) ?? null;
  if (decoded !== null) {
    const same = sameLeaves(decoded.leaves, values);
    return { reads: same, as: same ? `${decoded.format} behind ${sayHeader(header)}` : null };
  }
  return { reads: !header.compressed && isJsonObject(rest) ? false : null, as: null };
}

function lengthOf(values: readonly KeyValue[]): number {
  return values.reduce((sum, { text }) => sum + new TextEncoder().encode(text).length, 0);
}

/** A single value in bytes of known width, which may look like a header. */
function readSingle(bytes: Uint8Array, values: readonly KeyValue[]): string | null {
  const [only] = values;
  if (values.length !== 1 || only === undefined) return null;
  const hex = hexOfBytes(bytes);
  if (only.bytesHex === hex) return only.family === "bytes" ? "bytes" : "UUID in 16 bytes";
  if (hexOfText(only.text) === hex) return "text";
  if (only.integers.some((whole) => bigEndianHexes(whole).includes(hex))) return `big-endian integer of ${bytes.length} bytes`;
  return only.floats.some((float) => float.hex === hex) ? `big-endian ${bytes.length === 8 ? "double" : "float"}` : null;
}

/** What may stand behind a header, and without one. */
function readValue(bytes: Uint8Array, values: readonly KeyValue[]): string | null {
  const text = decodeText(bytes);
  const json = text === null ? null : readJsonKey(text);
  if (json !== null && sameLeaves(json.leaves, values)) return json.envelope ? "JSON in Kafka Connect's envelope" : "JSON";
  const struct = text === null ? null : readStructText(text);
  if (struct !== null && sameLeaves(struct, values)) return "Kafka Connect's Struct as text";
  const hex = hexOfBytes(bytes);
  if (matchParts(hex, values.map(avroEncodings), [0])) return "Avro";
  const fields = values.map(protobufEncodings);
  return matchParts(hex, fields, messageStarts(hex), values.map(mayBeLeftOut)) ? "Protobuf" : null;
}

function sameLeaves(leaves: readonly string[], values: readonly KeyValue[]): boolean {
  if (leaves.length !== values.length) return false;
  const families = values.map(({ family }) => family);
  const found = leaves.map((leaf) => {
    const folded = foldLeaf(leaf, families);
    return values.find(({ others }) => others.includes(folded))?.folded ?? folded;
  });
  return (
    found.toSorted().join("\0") ===
    values
      .map(({ folded }) => folded)
      .toSorted()
      .join("\0")
  );
}

/** JSON with fields says itself what it is: no schema would make another value of it. */
function isJsonObject(bytes: Uint8Array): boolean {
  const text = decodeText(bytes);
  return text !== null && /^\s*[[{]/.test(text) && readJsonKey(text) !== null;
}
