/** What the raw bytes of a Kafka key can be read as: by their shape alone, nothing is looked up. Pure. */

interface Decoding {
  name: "Text, UTF-8" | "JSON" | "Integer" | "UUID" | "Schema id in front";
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
  if (hex.length % 2 !== 0 || !/^[\da-f]*$/i.test(hex)) return null;
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const text = readText(bytes);
  return {
    length: bytes.length,
    bytes: placeCharacters(bytes, text.value),
    text: text.value,
    decodings: [
      { name: "Text, UTF-8", fits: text.value !== null, says: text.value ?? text.fault },
      readJson(text.value),
      readSchemaId(bytes),
      readInteger(bytes),
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
    return { hex: hexOf(byte), character: begins ? (characters.next().value ?? null) : null };
  });
}

function readJson(text: string | null): Decoding {
  const name = "JSON";
  if (text === null) return { name, fits: false, says: "is no text" };
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { name, fits: true, says: `a list of ${value.length}` };
    if (typeof value !== "object") return { name, fits: true, says: `a ${typeof value === "boolean" ? "truth value" : typeof value}` };
    return { name, fits: true, says: value === null ? "null" : `an object: ${Object.keys(value).join(", ") || "empty"}` };
  } catch {
    return { name, fits: false, says: "not valid" };
  }
}

/** The wire format of schema registries: a zero byte, the schema's id in four bytes, then the value. */
function readSchemaId(bytes: Uint8Array): Decoding {
  const name = "Schema id in front";
  const [first] = bytes;
  if (first === undefined) return { name, fits: false, says: "there are no bytes" };
  if (first !== 0) return { name, fits: false, says: `starts with ${hexOf(first)}, not 00` };
  if (bytes.length < 6) return { name, fits: false, says: `${count(bytes.length)} leave no room for a value` };
  return { name, fits: true, says: `schema ${view(bytes).getUint32(1)}, ${count(bytes.length - 5)} follow` };
}

function readInteger(bytes: Uint8Array): Decoding {
  const name = "Integer";
  if (bytes.length === 4) return { name, fits: true, says: `${view(bytes).getInt32(0)} (4 bytes, big-endian)` };
  if (bytes.length === 8) return { name, fits: true, says: `${view(bytes).getBigInt64(0)} (8 bytes, big-endian)` };
  return { name, fits: false, says: `${count(bytes.length)}, not 4 or 8` };
}

function readUuid(bytes: Uint8Array): Decoding {
  const name = "UUID";
  if (bytes.length !== 16) return { name, fits: false, says: `${count(bytes.length)}, not 16` };
  const hex = [...bytes].map((byte) => hexOf(byte).toLowerCase()).join("");
  return { name, fits: true, says: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5") };
}

function view({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, "0").toUpperCase();
}

function count(bytes: number): string {
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}
