import { describeValue } from "#lib/causes/key-bytes/describe-value.ts";
import { bytesOfHex, hexOfBytes } from "#lib/causes/key-bytes/hex.ts";
import { readSchemaHeader, sayHeader, uuidText } from "#lib/causes/key-bytes/schema-header.ts";

/** What the raw bytes of a Kafka key can be read as: by their shape alone, nothing is looked up. Pure. */
interface Decoding {
  name: "Text, UTF-8" | "JSON" | "Integer" | "Float" | "UUID" | "Schema id in front" | "Behind it";
  /** True: the bytes have this shape. It may be chance: four letters are an integer too. */
  fits: boolean;
  /** What they read as, or why they do not. */
  says: string;
}

export interface KeyBytes {
  length: number;
  /** Each byte as two digits, and what it is in the text: a character at the first of its bytes, null at the others and where it is none. */
  bytes: { hex: string; character: string | null }[];
  /** The whole as text; null where it is no UTF-8, or holds control characters. */
  text: string | null;
  decodings: Decoding[];
}

/** Reads bytes that are given in hex. Null: the text is no hex, such as that of masked bytes. */
export function readKeyBytes(hex: string): KeyBytes | null {
  const bytes = bytesOfHex(hex);
  if (bytes === null) return null;
  const text = readText(bytes);
  return {
    length: bytes.length,
    bytes: placeCharacters(bytes, text.value),
    text: text.value,
    decodings: [
      { name: "Text, UTF-8", fits: text.value !== null, says: text.value ?? text.fault },
      readJson(text.value),
      ...readSchemaId(bytes),
      readInteger(bytes),
      readFloat(bytes),
      readUuid(bytes),
    ],
  };
}

type Text = { value: string; fault?: never } | { value: null; fault: string };

function readText(bytes: Uint8Array): Text {
  if (bytes.length === 0) return { value: null, fault: "there are no bytes" };
  try {
    const value = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    if (/[\p{Cc}\p{Cn}]/u.test(value.replaceAll(/[\t\n\r]/g, ""))) return { value: null, fault: "has control characters" };
    return { value };
  } catch {
    return { value: null, fault: "not valid" };
  }
}

/** A character lies over the first of its bytes: those that go on begin with the bits 10. */
function placeCharacters(bytes: Uint8Array, text: string | null): KeyBytes["bytes"] {
  const characters = Array.from(text ?? "", (one) => one)[Symbol.iterator]();
  return Array.from(bytes, (byte) => {
    const begins = text !== null && (byte & 0b1100_0000) !== 0b1000_0000;
    return { hex: hexOfBytes([byte]), character: begins ? (characters.next().value ?? null) : null };
  });
}

function readJson(text: string | null): Decoding {
  const name = "JSON";
  if (text === null) return { name, fits: false, says: "is not text" };
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { name, fits: true, says: `a list of ${value.length}` };
    if (typeof value !== "object") return { name, fits: true, says: `a ${typeof value === "boolean" ? "truth value" : typeof value}` };
    return { name, fits: true, says: value === null ? "null" : `an object: ${Object.keys(value).join(", ") || "empty"}` };
  } catch {
    return { name, fits: false, says: "not valid" };
  }
}

/** The header of a schema registry, and what follows it. */
function readSchemaId(bytes: Uint8Array): Decoding[] {
  const name = "Schema id in front";
  const [first] = bytes;
  if (first === undefined) return [{ name, fits: false, says: "there are no bytes" }];
  const header = readSchemaHeader(bytes);
  if (header !== null) {
    const says = `${sayHeader(header)}, ${count(bytes.length - header.length)} follow`;
    const value = header.compressed ? null : describeValue(bytes.subarray(header.length));
    const untold = header.compressed
      ? "packed by Glue: its registry's client unpacks it"
      : "undecided by format alone: the schema is needed";
    return [
      { name, fits: true, says },
      { name: "Behind it", fits: value !== null, says: value ?? untold },
    ];
  }
  if (first !== 0 && first !== 1 && first !== 3)
    return [{ name, fits: false, says: `starts with ${hexOfBytes([first])}, not 00, 01 or 03` }];
  const short = first === 0 ? bytes.length < 6 : true;
  return [
    { name, fits: false, says: short ? `${count(bytes.length)} leave no room for a value` : "the id would be 0, which no registry gives" },
  ];
}

const WIDTHS = new Set([1, 2, 4, 8]);

function readInteger(bytes: Uint8Array): Decoding {
  const name = "Integer";
  if (!WIDTHS.has(bytes.length)) return { name, fits: false, says: `${count(bytes.length)}, not 1, 2, 4 or 8` };
  const value = BigInt.asIntN(bytes.length * 8, BigInt(`0x${hexOfBytes(bytes)}`));
  return { name, fits: true, says: `${value} (${count(bytes.length)}, big-endian)` };
}

/** Only numbers of a usual size: any eight bytes are some double. */
function readFloat(bytes: Uint8Array): Decoding {
  const name = "Float";
  if (bytes.length !== 4 && bytes.length !== 8) return { name, fits: false, says: `${count(bytes.length)}, not 4 or 8` };
  const value = bytes.length === 8 ? view(bytes).getFloat64(0) : view(bytes).getFloat32(0);
  const isUsual = value === 0 || (Math.abs(value) > 1e-6 && Math.abs(value) < 1e15);
  return { name, fits: isUsual, says: isUsual ? `${value} (${count(bytes.length)}, big-endian)` : "would be no number of a usual size" };
}

function readUuid(bytes: Uint8Array): Decoding {
  const name = "UUID";
  if (bytes.length !== 16) return { name, fits: false, says: `${count(bytes.length)}, not 16` };
  return { name, fits: true, says: uuidText(bytes) };
}

function view({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function count(bytes: number): string {
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}
