import { inflateRawSync, zstdDecompressSync } from "node:zlib";
import { AvroCursor } from "#lib/iceberg/avro/avro-cursor.ts";
import { parseAvroSchema, type AvroNode } from "#lib/iceberg/avro/avro-schema.ts";
import { unpackSnappy } from "#lib/iceberg/avro/snappy.ts";
import { parseJson } from "#lib/parse-json.ts";

const MAGIC = "Obj\u0001";
const ENCRYPTED = "AGS1";
const SYNC_BYTES = 16;
/** A block is unpacked as a whole: writers begin a new one after some kilobytes. */
const BLOCK_BYTES_MAX = 256 * 1024 ** 2;

export interface AvroHeader {
  meta: Map<string, Buffer>;
  schema: AvroNode;
  codec: string;
  /** Of the first block. */
  start: number;
  sync: Buffer;
}

export interface AvroBlock {
  count: number;
  data: Buffer;
}

/** The header of an Avro object container file. Throws RangeError. Source: Avro spec, "Object Container Files". */
export function readAvroHeader(file: Buffer): AvroHeader {
  const magic = file.toString("latin1", 0, 4);
  if (magic === ENCRYPTED) throw new RangeError("it is encrypted, and encrypted tables are not read");
  if (magic !== MAGIC) throw new RangeError("it does not begin as an Avro file does");
  const cursor = new AvroCursor(file, 4);
  const meta = new Map<string, Buffer>();
  for (let count = cursor.blockCount(); count > 0; count = cursor.blockCount())
    for (; count > 0; count--) meta.set(cursor.bytes().toString("utf8"), cursor.bytes());
  const schemaText = meta.get("avro.schema")?.toString("utf8");
  if (schemaText === undefined) throw new RangeError("its header holds no schema");
  const sync = cursor.take(SYNC_BYTES);
  const written = parseJson(schemaText);
  if (written === undefined) throw new RangeError("the schema in its header is not JSON");
  return {
    meta,
    schema: parseAvroSchema(written),
    codec: meta.get("avro.codec")?.toString() ?? "null",
    start: cursor.at,
    sync,
  };
}

/** The unpacked blocks, one at a time. Throws RangeError where the file is not whole or packed in a way that is not known. */
export function* readAvroBlocks(file: Buffer, { codec, start, sync }: AvroHeader): Generator<AvroBlock> {
  const cursor = new AvroCursor(file, start);
  while (!cursor.atEnd) {
    const count = cursor.size();
    const packed = cursor.bytes();
    if (!cursor.take(SYNC_BYTES).equals(sync)) throw new RangeError("a block of it ends in the wrong place");
    const data = unpack(packed, codec);
    // Every record of Iceberg has values, and so at least a byte.
    if (count > data.length) throw new RangeError(`a block of ${data.length} bytes says that it holds ${count} records`);
    yield { count, data };
  }
}

/** Codecs that DuckDB 1.5 reads itself. */
const READ_BY_DUCKDB = new Set(["null", "deflate", "snappy"]);

/** The file as one that DuckDB reads, its blocks not compressed; null: it reads the file as it is. Throws RangeError. */
export function unpackAvroFile(file: Buffer): Buffer | null {
  const header = readAvroHeader(file);
  if (READ_BY_DUCKDB.has(header.codec)) return null;
  const meta = [...header.meta].filter(([name]) => name !== "avro.codec");
  const parts = [Buffer.from(MAGIC, "latin1"), encodeLong(meta.length)];
  for (const [name, value] of meta) parts.push(encodeLong(Buffer.byteLength(name)), Buffer.from(name), encodeLong(value.length), value);
  parts.push(encodeLong(0), header.sync);
  for (const { count, data } of readAvroBlocks(file, header)) parts.push(encodeLong(count), encodeLong(data.length), data, header.sync);
  return Buffer.concat(parts);
}

function encodeLong(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value * 2;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

function unpack(packed: Buffer, codec: string): Buffer {
  const limit = { maxOutputLength: BLOCK_BYTES_MAX };
  try {
    switch (codec) {
      case "null":
        return packed;
      case "deflate":
        return inflateRawSync(packed, limit);
      case "zstandard":
        return zstdDecompressSync(packed, limit);
      case "snappy":
        // The last four bytes are a checksum.
        return unpackSnappy(packed.subarray(0, -4), BLOCK_BYTES_MAX);
    }
  } catch (cause) {
    throw new RangeError(unpackingFault(codec, cause), { cause });
  }
  throw new RangeError(`it is compressed with ${codec}, which is not read (deflate, snappy and zstandard are)`);
}

function unpackingFault(codec: string, cause: unknown): string {
  const tooLong = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
  return tooLong ? `a block of it unpacks to more than ${BLOCK_BYTES_MAX} bytes` : `a block of it does not unpack as ${codec}`;
}
