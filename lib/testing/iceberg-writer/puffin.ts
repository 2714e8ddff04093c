import { writeFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import { RoaringBitmap32 } from "roaring-wasm";

export interface DeletionVector {
  /** The data file, as its manifest names it. */
  dataFile: string;
  positions: readonly number[];
}

export interface WrittenVector extends DeletionVector {
  offset: number;
  length: number;
}

const PUFFIN_MAGIC = Buffer.from("PFA1");
const VECTOR_MAGIC = Buffer.from([0xd1, 0xd3, 0x39, 0x64]);
/** The reserved field id of a row's position. */
const POSITION_FIELD_ID = 2_147_483_645;

/**
 * A Puffin file with one deletion vector per data file, by Iceberg's specification ("Puffin", blob type `deletion-vector-v1`).
 * Out: where each vector's content lies, and the size of the file.
 */
export function writePuffin(file: string, vectors: readonly DeletionVector[]): { fileSizeBytes: number; vectors: WrittenVector[] } {
  const parts: Buffer[] = [PUFFIN_MAGIC];
  let offset = PUFFIN_MAGIC.length;
  const written = vectors.map((vector) => {
    const blob = encodeDeletionVector(vector.positions);
    parts.push(blob);
    offset += blob.length;
    return { ...vector, offset: offset - blob.length, length: blob.length };
  });
  const blobs = written.map((vector) => ({
    type: "deletion-vector-v1",
    fields: [POSITION_FIELD_ID],
    "snapshot-id": -1,
    "sequence-number": -1,
    offset: vector.offset,
    length: vector.length,
    properties: { "referenced-data-file": vector.dataFile, cardinality: String(new Set(vector.positions).size) },
  }));
  const payload = Buffer.from(JSON.stringify({ blobs, properties: {} }));
  const tail = Buffer.alloc(8);
  tail.writeInt32LE(payload.length, 0);
  const bytes = Buffer.concat([...parts, PUFFIN_MAGIC, payload, tail, PUFFIN_MAGIC]);
  writeFileSync(file, bytes);
  return { fileSizeBytes: bytes.length, vectors: written };
}

/** Length, magic, the portable 64-bit bitmap and its CRC: the content of one vector. Positions from 0 to 2^53. */
export function encodeDeletionVector(positions: readonly number[]): Buffer {
  const byHigh = Map.groupBy(positions, (position) => Math.floor(position / 2 ** 32));
  const count = Buffer.alloc(8);
  count.writeBigUInt64LE(BigInt(byHigh.size));
  const parts: Buffer[] = [VECTOR_MAGIC, count];
  for (const [high, group] of [...byHigh].toSorted(([a], [b]) => a - b)) {
    const key = Buffer.alloc(4);
    key.writeUInt32LE(high);
    const bitmap = new RoaringBitmap32(group.map((position) => position % 2 ** 32));
    parts.push(key, Buffer.from(bitmap.serialize("portable")));
    bitmap.dispose();
  }
  const content = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
