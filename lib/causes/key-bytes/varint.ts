/** Whole numbers of variable length, as Avro and Protobuf write them, in hex. Pure. */

/** Seven bits a byte, the lowest first. `value` is 64 bits without a sign. */
export function varintHex(value: bigint): string {
  let [rest, hex] = [BigInt.asUintN(64, value), ""];
  while (rest >= 0x80n) {
    hex += byteHex((rest & 0x7fn) | 0x80n);
    rest >>= 7n;
  }
  return hex + byteHex(rest);
}

/** With the sign in the lowest bit: 0, -1, 1, -2, … become 0, 1, 2, 3, …. */
export function zigzagHex(value: bigint): string {
  return varintHex(value >= 0n ? value * 2n : -value * 2n - 1n);
}

function byteHex(value: bigint): string {
  return value.toString(16).padStart(2, "0").toUpperCase();
}
