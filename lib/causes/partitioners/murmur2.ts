const SEED = 0x9747b28c;
const M = 0x5bd1e995;
const R = 24;

/** Four bytes are folded in at a time. */
function mix(hash: number, word: number): number {
  let k = Math.imul(word, M);
  k = Math.imul(k ^ (k >>> R), M);
  return Math.imul(hash, M) ^ k;
}

/**
 * The 32-bit murmur2 of Kafka's Java client, as the signed number that it gives there. Pure.
 * Source: org.apache.kafka.common.utils.Utils.murmur2; its test vectors are UtilsTest.testMurmur2.
 */
export function murmur2(bytes: Uint8Array): number {
  const at = (index: number): number => bytes[index] ?? 0;
  let hash = SEED ^ bytes.length;
  const whole = bytes.length & ~3;
  for (let index = 0; index < whole; index += 4) {
    hash = mix(hash, at(index) | (at(index + 1) << 8) | (at(index + 2) << 16) | (at(index + 3) << 24));
  }
  const rest = bytes.length - whole;
  if (rest >= 3) hash ^= at(whole + 2) << 16;
  if (rest >= 2) hash ^= at(whole + 1) << 8;
  if (rest >= 1) hash = Math.imul(hash ^ at(whole), M);
  hash = Math.imul(hash ^ (hash >>> 13), M);
  return hash ^ (hash >>> 15);
}
