import { hash } from "node:crypto";

/**
 * SHA-256 of the key's parts, in hex: what a link to the key names. Of their texts and not their bytes, so that a widened type (int to long)
 * leaves a link valid.
 */
export function keyHash(key: readonly string[]): string {
  return hash("sha256", JSON.stringify(key));
}
