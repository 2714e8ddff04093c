import { hexOfBytes } from "#lib/causes/key-bytes/hex.ts";

/** The id of a schema in front of a value. `id` is a number as text, or a UUID. */
export interface SchemaHeader {
  kind: "confluent" | "confluent GUID" | "apicurio" | "glue";
  id: string;
  /** What follows is packed (Glue with zlib): it cannot be read by its shape. */
  compressed: boolean;
  /** Bytes before the value. */
  length: number;
}

/**
 * Reads a schema-id header: 00 with an id of four bytes (Confluent, Karapace, Redpanda, Apicurio), or of eight (older Apicurio); 01 with the 16 bytes of a GUID
 * (newer Confluent); 03, 00 or 05 for the compression, and a UUID (AWS Glue). null: there is none. No registry gives the id 0, so that a big-endian number below
 * 16,777,216 in eight bytes is none.
 */
export function readSchemaHeader(bytes: Uint8Array): SchemaHeader | null {
  const [first, second] = bytes;
  if (bytes.length < 6) return null;
  if (first === 0) {
    const id = numberAt(bytes, 1, 4);
    if (id > 0n) return { kind: "confluent", id: String(id), compressed: false, length: 5 };
    if (bytes.length < 10) return null;
    const long = numberAt(bytes, 5, 4);
    return long === 0n ? null : { kind: "apicurio", id: String(long), compressed: false, length: 9 };
  }
  if (first === 1 && bytes.length >= 18)
    return { kind: "confluent GUID", id: uuidText(bytes.subarray(1, 17)), compressed: false, length: 17 };
  if (first === 3 && (second === 0 || second === 5) && bytes.length >= 19)
    return { kind: "glue", id: uuidText(bytes.subarray(2, 18)), compressed: second === 5, length: 18 };
  return null;
}

/** `schema id 41`, as it stands in a sentence. */
export function sayHeader({ kind, id }: SchemaHeader): string {
  if (kind === "confluent") return `schema id ${id}`;
  if (kind === "apicurio") return `Apicurio's global id ${id}`;
  return kind === "glue" ? `Glue's schema version ${id}` : `schema GUID ${id}`;
}

/** 16 bytes as a UUID is written. */
export function uuidText(bytes: Uint8Array): string {
  return hexOfBytes(bytes)
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

function numberAt(bytes: Uint8Array, from: number, width: number): bigint {
  return BigInt(`0x${hexOfBytes(bytes.subarray(from, from + width))}`);
}
