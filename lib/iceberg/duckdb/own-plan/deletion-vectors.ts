import { crc32 } from "node:zlib";
import { RoaringBitmap32 } from "roaring-wasm";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { literal } from "#lib/iceberg/duckdb/sql.ts";
import type { DeletionVector } from "#lib/iceberg/plan/entries.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";

const MAGIC = 0xd1d33964;
const MEND = "Restore the file, or rewrite the table's position deletes with the engine that wrote them.";

/**
 * The deleted positions in a `deletion-vector-v1` blob, ascending. Layout: length (big-endian), magic, a 64-bit portable Roaring bitmap
 * (count of 32-bit bitmaps, each led by its high word), CRC-32. Throws RangeError on any other layout.
 * Source: Puffin spec, "deletion-vector-v1"; Roaring format spec, "Extension for 64-bit implementations".
 */
export function decodeDeletionVector(blob: Buffer): bigint[] {
  if (blob.length < 20) throw new RangeError(`it has only ${blob.length} bytes`);
  const length = blob.readUInt32BE(0);
  if (blob.readUInt32BE(4) !== MAGIC) throw new RangeError("it does not begin with the vector's magic number");
  if (length !== blob.length - 8) throw new RangeError(`it says ${length} bytes and has ${blob.length - 8}`);
  const body = blob.subarray(4, 4 + length);
  if (crc32(body) !== blob.readUInt32BE(4 + length)) throw new RangeError("its checksum does not match");
  const positions: bigint[] = [];
  let at = 12;
  for (let left = body.readBigUInt64LE(4); left > 0n; left--) {
    const high = BigInt(body.readUInt32LE(at)) << 32n;
    const bitmap = RoaringBitmap32.deserialize(body.subarray(at + 4), true);
    for (const low of bitmap.toUint32Array()) positions.push(high | BigInt(low));
    at += 4 + bitmap.getSerializationSizeInBytes(true);
    bitmap.dispose();
  }
  return positions;
}

/** Reads and decodes one vector. Throws table_unreadable with the Puffin file, the data file and the fault. */
export async function readDeletionVector(database: Database, vector: DeletionVector): Promise<bigint[]> {
  const what = `The deletion vector of ${vector.referencedDataFile} in ${vector.openPath}`;
  const [from, to] = [vector.contentOffset + 1, vector.contentOffset + vector.contentSize];
  let hex: string | undefined;
  try {
    const rows = await database.rows(
      `SELECT hex(content[${from}:${to}]) AS content FROM read_blob(${literal(vector.openPath)})`,
      z.object({ content: z.string() }),
    );
    hex = rows[0]?.content;
  } catch (cause) {
    throw readError(what, MEND, cause);
  }
  if (hex === undefined) throw new AppError("table_unreadable", `${what} is gone: the file does not exist. ${MEND}`);
  try {
    const positions = decodeDeletionVector(Buffer.from(hex, "hex"));
    if (positions.length !== vector.recordCount)
      throw new RangeError(`it holds ${positions.length} positions, the manifest says ${vector.recordCount}`);
    return positions;
  } catch (cause) {
    throw new AppError("table_unreadable", `${what} cannot be read: ${(cause as Error).message}. ${MEND}`, { cause });
  }
}
