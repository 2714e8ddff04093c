import { readJsonKey } from "#lib/causes/key-bytes/json.ts";
import { decodeText } from "#lib/causes/key-bytes/text.ts";

/** What bytes behind a schema id look like, in a few words for a person; null: nothing that can be told without the schema. Pure. */
export function describeValue(bytes: Uint8Array): string | null {
  const text = decodeText(bytes);
  if (text !== null && readJsonKey(text) !== null) return `JSON: ${text}`;
  return describeAvro(bytes) ?? describeProtobuf(bytes);
}

function describeAvro(bytes: Uint8Array): string | null {
  const first = readVarint(bytes, 0);
  if (first === null) return null;
  const value = (first.value >> 1n) ^ -(first.value & 1n);
  if (first.end === bytes.length) return `${value}, if it is an Avro number`;
  if (value !== BigInt(bytes.length - first.end)) return null;
  const text = printable(bytes.subarray(first.end));
  return text === null ? null : `${text}, if it is an Avro text`;
}

function describeProtobuf(bytes: Uint8Array): string | null {
  for (const start of bytes[0] === 0 ? [1, 0] : [0]) {
    const fields = readFields(bytes, start);
    if (fields !== null && fields.length > 0) return `${fields.join(", ")}, if it is Protobuf`;
  }
  return null;
}

/** `1: ord-5017`, by the fields' numbers. */
function readFields(bytes: Uint8Array, start: number): string[] | null {
  const fields: string[] = [];
  for (let at = start; at < bytes.length;) {
    const tag = readVarint(bytes, at);
    if (tag === null || tag.value < 8n || tag.value >> 3n > 2047n) return null;
    const number = tag.value >> 3n;
    const wire = Number(tag.value & 7n);
    const value = wire === 0 || wire === 2 ? readVarint(bytes, tag.end) : { value: 0n, end: tag.end };
    if (value === null) return null;
    const length = wire === 2 ? Number(value.value) : wire === 1 ? 8 : wire === 5 ? 4 : 0;
    if ((wire !== 0 && wire !== 1 && wire !== 2 && wire !== 5) || value.end + length > bytes.length) return null;
    const content = bytes.subarray(value.end, value.end + length);
    fields.push(`${number}: ${wire === 0 ? value.value : ((wire === 2 ? printable(content) : null) ?? `${length} bytes`)}`);
    at = value.end + length;
  }
  return fields;
}

function printable(bytes: Uint8Array): string | null {
  const text = decodeText(bytes);
  return text === null || /[\p{Cc}\p{Cn}]/u.test(text) ? null : text;
}

function readVarint(bytes: Uint8Array, start: number): { value: bigint; end: number } | null {
  let value = 0n;
  for (let index = 0; index < 10; index += 1) {
    const byte = bytes[start + index];
    if (byte === undefined) return null;
    value |= BigInt(byte & 0x7f) << BigInt(7 * index);
    if (byte < 0x80) return { value: BigInt.asUintN(64, value), end: start + index + 1 };
  }
  return null;
}
