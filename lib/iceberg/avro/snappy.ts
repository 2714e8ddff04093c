const BROKEN = "it does not unpack as snappy";

/**
 * The bytes of one raw Snappy block. Throws RangeError for bytes that are not whole, and for more than `bytesMax`.
 * Source: Snappy compressed format description.
 */
export function unpackSnappy(packed: Buffer, bytesMax: number): Buffer {
  let at = 0;
  const number = (size: number): number => {
    if (at + size > packed.length) throw new RangeError(BROKEN);
    at += size;
    return packed.readUIntLE(at - size, size);
  };
  let length = 0;
  for (let shift = 0, byte = 128; byte >= 128; shift += 7) {
    byte = number(1);
    length += (byte & 127) * 2 ** shift;
    if (length > bytesMax || shift > 28) throw new RangeError(BROKEN);
  }
  const out = Buffer.alloc(length);
  let filled = 0;
  while (at < packed.length) {
    const tag = number(1);
    const kind = tag & 3;
    if (kind === 0) {
      const short = tag >> 2;
      const size = (short < 60 ? short : number(short - 59)) + 1;
      if (at + size > packed.length || filled + size > length) throw new RangeError(BROKEN);
      packed.copy(out, filled, at, at + size);
      at += size;
      filled += size;
      continue;
    }
    const size = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
    const offset = kind === 1 ? ((tag >> 5) << 8) | number(1) : number(kind === 2 ? 2 : 4);
    if (offset === 0 || offset > filled || filled + size > length) throw new RangeError(BROKEN);
    // A copy may reach into what it writes.
    for (const end = filled + size; filled < end; filled++) out[filled] = out[filled - offset] ?? 0;
  }
  if (filled !== length) throw new RangeError(BROKEN);
  return out;
}
