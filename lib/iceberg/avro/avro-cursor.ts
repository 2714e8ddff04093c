const TOO_SHORT = "it ends before it should";

/** A place in bytes of Avro's binary encoding. Every method throws RangeError past the end. Source: Avro spec, "Binary Encoding". */
export class AvroCursor {
  at: number;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer, at = 0) {
    this.#bytes = bytes;
    this.at = at;
  }

  get atEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    const byte = this.#bytes[this.at++];
    if (byte === undefined) throw new RangeError(TOO_SHORT);
    return byte;
  }

  take(size: number): Buffer {
    const end = this.at + size;
    if (end > this.#bytes.length) throw new RangeError(TOO_SHORT);
    const taken = this.#bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  /** An int or long; a bigint where a number would round it. */
  long(): number | bigint {
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.byte();
      low |= (byte & 127) << shift;
      if (byte < 128) return (low >>> 1) ^ -(low & 1);
    }
    let value = BigInt(low);
    for (let shift = 28n; ; shift += 7n) {
      if (shift > 63n) throw new RangeError("it holds a number of more than 64 bits");
      const byte = this.byte();
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) break;
    }
    const signed = BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
    const number = Number(signed);
    return Number.isSafeInteger(number) ? number : signed;
  }

  /** A length or a count: no more than bytes that are left, since whatever is counted takes at least one. */
  size(): number {
    const size = this.long();
    if (typeof size === "bigint" || size < 0 || size > this.#bytes.length - this.at) throw new RangeError(TOO_SHORT);
    return size;
  }

  /** Items in the next block of an array or map; 0 ends it. */
  blockCount(): number {
    const count = this.long();
    if (typeof count === "bigint" || Math.abs(count) > this.#bytes.length - this.at) throw new RangeError(TOO_SHORT);
    if (count >= 0) return count;
    this.long();
    return -count;
  }

  /** Passes an array or map, or their items one by one where the writer did not say how many bytes they take. */
  skipBlocks(skipItem: (cursor: AvroCursor) => void): void {
    for (let count = this.long(); count !== 0; count = this.long()) {
      if (count < 0) this.skip(this.size());
      else {
        if (count > this.#bytes.length - this.at) throw new RangeError(TOO_SHORT);
        for (let left = Number(count); left > 0; left--) skipItem(this);
      }
    }
  }

  skip(size: number): void {
    this.at += size;
    if (this.at > this.#bytes.length) throw new RangeError(TOO_SHORT);
  }

  bytes(): Buffer {
    return this.take(this.size());
  }

  text(): string {
    const size = this.size();
    const start = this.at;
    this.at += size;
    return this.#bytes.toString("utf8", start, this.at);
  }

  float(): number {
    return this.take(4).readFloatLE(0);
  }

  double(): number {
    return this.take(8).readDoubleLE(0);
  }
}
