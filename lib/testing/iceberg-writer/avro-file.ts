import { randomBytes } from "node:crypto";
import { crc32, deflateRawSync, zstdCompressSync } from "node:zlib";
import avro from "avsc";
import { bigintLongs } from "#lib/bigint-longs.ts";

export type AvroSchema = { [attribute: string]: unknown };
export type AvroCodec = "deflate" | "null" | "snappy" | "zstandard";
export type AvroRecord = { [field: string]: unknown };

const HEADER = avro.Type.forSchema({
  type: "record",
  name: "header",
  fields: [
    { name: "magic", type: { type: "fixed", name: "magic", size: 4 } },
    { name: "meta", type: { type: "map", values: "bytes" } },
    { name: "sync", type: { type: "fixed", name: "sync", size: 16 } },
  ],
});
const COUNT = avro.Type.forSchema("long");

const PACKERS: Record<AvroCodec, (plain: Buffer) => Buffer> = {
  null: (plain) => plain,
  deflate: (plain) => deflateRawSync(plain),
  snappy: (plain) => Buffer.concat([snappyLiteral(plain), uint32(crc32(plain))]),
  zstandard: (plain) => zstdCompressSync(plain),
};

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Snappy of one literal, which needs no compressor: the length, the tag of a literal whose length takes four bytes, and the bytes. */
function snappyLiteral(plain: Buffer): Buffer {
  if (plain.length === 0) return Buffer.from([0]);
  const head: number[] = [];
  for (let rest = plain.length; rest > 0; rest = Math.floor(rest / 128)) head.push((rest % 128) + (rest >= 128 ? 128 : 0));
  const tag = Buffer.alloc(5, 63 << 2);
  tag.writeUInt32LE(plain.length - 1, 1);
  return Buffer.concat([Buffer.from(head), tag, plain]);
}

/**
 * An Avro object container file. avsc's own encoder cannot hold 64-bit longs, so the container is framed here and the schema is kept
 * word for word: Iceberg's `field-id` attributes stay. Longs are bigint, bytes are Buffer.
 */
export function encodeAvroFile(input: {
  schema: AvroSchema;
  records: readonly AvroRecord[];
  metadata: Record<string, string>;
  codec?: AvroCodec;
  /** Field names as they stand in the file, where avsc refuses these: by the name in `schema` and `records`. */
  renamed?: Readonly<Record<string, string>> | undefined;
}): Buffer {
  const codec = input.codec ?? "deflate";
  let schemaText = JSON.stringify(input.schema);
  const record = avro.Type.forSchema(JSON.parse(schemaText) as avro.Schema, { typeHook: bigintLongs });
  for (const [name, written] of Object.entries(input.renamed ?? {}))
    schemaText = schemaText.replaceAll(`"name":"${name}"`, `"name":${JSON.stringify(written)}`);
  const sync = randomBytes(16);
  const meta: Record<string, Buffer> = { "avro.schema": Buffer.from(schemaText), "avro.codec": Buffer.from(codec) };
  for (const [name, value] of Object.entries(input.metadata)) meta[name] = Buffer.from(value);
  const parts: Buffer[] = [HEADER.toBuffer({ magic: Buffer.from("Obj\u0001", "latin1"), meta, sync })];
  if (input.records.length > 0) {
    const plain = Buffer.concat(input.records.map((value) => record.toBuffer(value)));
    const block = PACKERS[codec](plain);
    parts.push(COUNT.toBuffer(input.records.length), COUNT.toBuffer(block.length), block, sync);
  }
  return Buffer.concat(parts);
}
