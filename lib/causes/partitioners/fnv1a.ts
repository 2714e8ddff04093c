const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * FNV-1a of 32 bits, as a signed number, which is how Sarama takes it. Pure.
 * Source: draft-eastlake-fnv, appendix C, for the hash and its test vectors.
 */
export function fnv1a(bytes: Uint8Array): number {
  let hash = OFFSET | 0;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, PRIME);
  return hash | 0;
}
