import avro from "avsc";

/** avsc's own long refuses what a float does not hold, and snapshot ids and keys use all 64 bits. */
const BIGINT_LONG = avro.types.LongType.__with({
  fromBuffer: (bytes: Buffer) => bytes.readBigInt64LE(),
  toBuffer: (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(value);
    return bytes;
  },
  fromJSON: BigInt,
  toJSON: String,
  isValid: (value: unknown) => typeof value === "bigint",
  compare: (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0),
});

/** A type hook of avsc by which longs are BigInt, also one with a logical type, which a registry of names would not reach. Pure. */
export function bigintLongs(schema: avro.Schema): avro.Type | undefined {
  const name: unknown = typeof schema === "object" && "type" in schema ? schema.type : schema;
  return name === "long" ? BIGINT_LONG : undefined;
}
