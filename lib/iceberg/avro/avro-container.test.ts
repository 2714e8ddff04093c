import { zstdCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readAvroBlocks, readAvroHeader } from "#lib/iceberg/avro/avro-container.ts";
import { avroReader, readAvroRecords, type Wanted } from "#lib/iceberg/avro/avro-reader.ts";
import { encodeAvroFile, type AvroRecord, type AvroSchema } from "#lib/testing/iceberg-writer/avro-file.ts";

const SCHEMA: AvroSchema = {
  type: "record",
  name: "row",
  fields: [
    { name: "n", type: "long", "field-id": 1 },
    { name: "s", type: ["null", "string"], "field-id": 2 },
    { name: "b", type: { type: "fixed", name: "two", size: 2 }, "field-id": 3 },
    { name: "m", type: { type: "map", values: "double" }, "field-id": 4 },
    { name: "l", type: { type: "array", items: { type: "record", name: "pair", fields: [{ name: "k", type: "int" }] } }, "field-id": 5 },
    { name: "e", type: { type: "enum", name: "color", symbols: ["RED", "BLUE"] }, "field-id": 6 },
    { name: "f", type: "float", "field-id": 7 },
    { name: "t", type: "boolean", "field-id": 8 },
  ],
};
const ROWS: AvroRecord[] = [
  { n: -1n, s: null, b: Buffer.from("0001", "hex"), m: { a: 0.5 }, l: [{ k: 1 }, { k: -2 }], e: "BLUE", f: 1.5, t: true },
  { n: 2n ** 62n, s: "ä", b: Buffer.from("ffff", "hex"), m: {}, l: [], e: "RED", f: -0, t: false },
];
const READ = [
  [-1, null, Buffer.from("0001", "hex"), [["a", 0.5]], [[1], [-2]], "BLUE", 1.5, true],
  [2n ** 62n, "ä", Buffer.from("ffff", "hex"), [], [], "RED", -0, false],
];

function read(file: Buffer, wanted?: Wanted): unknown[] {
  const header = readAvroHeader(file);
  return [...readAvroRecords(file, header, avroReader(header.schema, wanted))];
}

/** The same file under another codec: its one block packed by `pack`. */
function packed(codec: string, pack: (plain: Buffer<ArrayBuffer>) => Uint8Array): Buffer {
  const plain = encodeAvroFile({ schema: SCHEMA, records: ROWS, metadata: {}, codec: "null" });
  const header = readAvroHeader(plain);
  const [block] = readAvroBlocks(plain, header);
  if (block === undefined) throw new Error("the file has no block");
  const data = pack(Buffer.from(block.data));
  const head = Buffer.from(
    plain.toString("latin1", 0, header.start).replace("\u0008null", `${String.fromCharCode(codec.length * 2)}${codec}`),
    "latin1",
  );
  return Buffer.concat([head, long(block.count), long(data.length), data, header.sync]);
}

function long(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value * 2;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** Literals of at most 60 bytes, and four bytes for the checksum. */
function snappy(plain: Buffer): Buffer {
  const parts: Uint8Array[] = [Buffer.from([plain.length])];
  for (let at = 0; at < plain.length; at += 60) {
    const part = plain.subarray(at, at + 60);
    parts.push(Buffer.from([(part.length - 1) << 2]), part);
  }
  return Buffer.concat([...parts, Buffer.alloc(4)]);
}

test.each(["null", "deflate"] as const)("every kind of value is read, by the codec %s", (codec) => {
  expect(read(encodeAvroFile({ schema: SCHEMA, records: ROWS, metadata: { any: "text" }, codec }))).toEqual(READ);
});

test("blocks by zstandard and snappy are read", () => {
  expect(read(packed("zstandard", (plain) => zstdCompressSync(plain)))).toEqual(READ);
  expect(read(packed("snappy", snappy))).toEqual(READ);
});

test("only wanted fields are kept, by id and not by name", () => {
  const file = encodeAvroFile({ schema: SCHEMA, records: ROWS, metadata: {} });
  expect(read(file, { truth: { id: 8 }, text: { id: 2 }, n: { id: 99 } })).toEqual([
    { truth: true, text: null },
    { truth: false, text: "ä" },
  ]);
});

describe("what cannot be read is said without a word of the file", () => {
  const whole = encodeAvroFile({ schema: SCHEMA, records: ROWS, metadata: {}, codec: "null" });

  test.each<[string, Buffer, RegExp]>([
    ["no Avro at all", Buffer.from("secret text"), /^it does not begin as an Avro file does$/],
    ["an encrypted file", Buffer.from("AGS1secret"), /^it is encrypted/],
    ["a header that is cut off", whole.subarray(0, 100), /^it ends before it should$/],
    ["a block that is cut off", whole.subarray(0, -20), /^it ends before it should$/],
    [
      "a schema that is no JSON",
      Buffer.from(whole.toString("latin1").replace('{"type"', "{secret"), "latin1"),
      /^the schema in its header is not JSON$/,
    ],
    ["a codec that is not known", packed("xz", (plain) => plain), /^it is compressed with xz, which is not read/],
    ["a block that does not unpack", packed("deflate", (plain) => plain), /^a block of it does not unpack as deflate$/],
    ["a block of zstandard that does not unpack", packed("zstandard", (plain) => plain), /^a block of it does not unpack as zstandard$/],
    [
      "more records than bytes",
      Buffer.concat([whole.subarray(0, readAvroHeader(whole).start), long(1e6), long(0), readAvroHeader(whole).sync]),
      /ends before it should|says that it holds/,
    ],
  ])("%s", (_, file, said) => {
    expect(() => read(file)).toThrow(expect.objectContaining({ name: "RangeError", message: expect.stringMatching(said) }));
  });

  test("a block that unpacks to more than a reader may hold", () => {
    expect(() => read(packed("zstandard", () => zstdCompressSync(Buffer.alloc(257 * 1024 ** 2))))).toThrow(/unpacks to more than/);
  });
});
