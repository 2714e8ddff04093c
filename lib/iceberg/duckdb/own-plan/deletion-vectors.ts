import { crc32 } from "node:zlib";
import { RoaringBitmap32 } from "roaring-wasm";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { fileLiteral } from "#lib/iceberg/duckdb/sql.ts";
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
  // After the magic and the count of bitmaps.
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

const VECTORS_PER_STATEMENT = 100;

/** The blobs of vectors that lie in one Puffin file, in hex: the file is read once for all of them. */
async function readBlobs(database: Database, openPath: string, vectors: readonly DeletionVector[]): Promise<string[]> {
  const slices = vectors.map(({ contentOffset, contentSize }) => `hex(content[${contentOffset + 1}:${contentOffset + contentSize}])`);
  const what = `The deletion vector of ${vectors[0]?.referencedDataFile ?? "a data file"} in ${openPath}`;
  try {
    const rows = await database.rows(
      `SELECT [${slices.join(", ")}] AS blobs FROM read_blob(${fileLiteral(openPath)})`,
      z.object({ blobs: z.array(z.string()) }),
    );
    if (rows[0]) return rows[0].blobs;
  } catch (cause) {
    throw readError(what, MEND, cause);
  }
  throw new AppError("table_unreadable", `${what} is gone: the file does not exist. ${MEND}`);
}

function decode(vector: DeletionVector, hex: string): bigint[] {
  try {
    const positions = decodeDeletionVector(Buffer.from(hex, "hex"));
    if (positions.length !== vector.recordCount)
      throw new RangeError(`it holds ${positions.length} positions, the manifest says ${vector.recordCount}`);
    return positions;
  } catch (cause) {
    throw new AppError(
      "table_unreadable",
      `The deletion vector of ${vector.referencedDataFile} in ${vector.openPath} cannot be read: ${(cause as Error).message}. ${MEND}`,
      { cause },
    );
  }
}

/**
 * Reads and decodes vectors and hands each over, one at a time, with its number in `vectors`; positions ascend.
 * Throws table_unreadable with the Puffin file, the data file and the fault.
 */
export async function readDeletionVectors(
  database: Database,
  vectors: readonly DeletionVector[],
  onVector: (number: number, positions: bigint[]) => Promise<void>,
): Promise<void> {
  const numbered = vectors.map((vector, number) => ({ vector, number }));
  for (const [openPath, inFile] of Map.groupBy(numbered, ({ vector }) => vector.openPath)) {
    for (let start = 0; start < inFile.length; start += VECTORS_PER_STATEMENT) {
      const part = inFile.slice(start, start + VECTORS_PER_STATEMENT);
      const blobs = await readBlobs(
        database,
        openPath,
        part.map(({ vector }) => vector),
      );
      for (const [index, { vector, number }] of part.entries()) await onVector(number, decode(vector, blobs[index] ?? ""));
    }
  }
}
