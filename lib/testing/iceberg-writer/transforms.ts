import { decimalParts } from "./iceberg-schema.ts";
import type { PartitionValue, PrimitiveType, Transform } from "./iceberg-schema.ts";
import { bigEndian } from "./values.ts";

const MICROSECONDS_PER_HOUR = 3_600_000_000n;

/** A partition value by Iceberg's specification ("Partition Transforms"). NULL stays NULL, void is always NULL. */
export function transformed(type: PrimitiveType, transform: Transform, value: PartitionValue): PartitionValue {
  if (value === null || transform === "void") return null;
  const parameter = /^(bucket|truncate)\[(\d+)\]$/.exec(transform);
  if (parameter !== null) {
    const width = Number(parameter[2]);
    return parameter[1] === "bucket" ? (murmur3(hashedBytes(type, value)) & 0x7fffffff) % width : truncated(value, width);
  }
  if (transform === "identity") return value;
  if (type === "date") return timePart(transform, BigInt(Number(value)) * 24n * MICROSECONDS_PER_HOUR);
  return timePart(transform, inMicroseconds(type, value as bigint));
}

function inMicroseconds(type: PrimitiveType, value: bigint): bigint {
  return type === "timestamp_ns" ? floorDivide(value, 1000n) : value;
}

function timePart(transform: Transform, microseconds: bigint): number {
  const hours = floorDivide(microseconds, MICROSECONDS_PER_HOUR);
  if (transform === "hour") return Number(hours);
  const days = Number(floorDivide(hours, 24n));
  if (transform === "day") return days;
  const date = new Date(days * 86_400_000);
  const years = date.getUTCFullYear() - 1970;
  if (transform === "year") return years;
  if (transform === "month") return years * 12 + date.getUTCMonth();
  throw new Error(`unknown transform ${transform}`);
}

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

function truncated(value: Exclude<PartitionValue, null>, width: number): PartitionValue {
  if (typeof value === "string") return Array.from(value).slice(0, width).join("");
  if (value instanceof Uint8Array) return value.slice(0, width);
  if (typeof value === "bigint") return floorDivide(value, BigInt(width)) * BigInt(width);
  return Math.floor(Number(value) / width) * width;
}

function hashedBytes(type: PrimitiveType, value: Exclude<PartitionValue, null>): Uint8Array {
  if (typeof value === "string") return Buffer.from(value);
  if (value instanceof Uint8Array) return value;
  if (decimalParts(type) !== null) return bigEndian(BigInt(value));
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(inMicroseconds(type, BigInt(value)));
  return bytes;
}

/** Murmur3 x86 32-bit with seed 0, the hash of Iceberg's buckets, as a signed number. */
export function murmur3(bytes: Uint8Array): number {
  const blocks = bytes.length >> 2;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let hash = 0;
  for (let block = 0; block < blocks; block++) {
    hash ^= mixed(view.getInt32(block * 4, true));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let index = bytes.length - 1; index >= blocks * 4; index--) tail = (tail << 8) | (bytes[index] ?? 0);
  hash ^= mixed(tail) ^ bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function mixed(word: number): number {
  const scrambled = Math.imul(word, 0xcc9e2d51);
  return Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
}
