import { createHmac, hash as digest } from "node:crypto";

const CHARACTERS = 64;
const PLAIN = /^[\da-f]{64}$/;
const SEALED = /^k([1-9]\d?)x[\da-f]+$/;

/**
 * SHA-256 of the key's parts, in hex: the input of a key hash, for memory and pipes only. Whoever can guess a key can compute it, so it is never
 * stored or shown. It is of the parts' texts and not their bytes, so that a widened type (int to long) leaves a link valid.
 */
export function plainKeyHash(key: readonly string[]): string {
  return digest("sha256", JSON.stringify(key));
}

/** The number of secrets in a hash. 0: a plain hash, as earlier versions stored it. null: the text is not a key hash. */
export function keyHashLevel(text: string): number | null {
  if (PLAIN.test(text)) return 0;
  const level = text.length === CHARACTERS ? SEALED.exec(text)?.[1] : undefined;
  return level === undefined ? null : Number(level);
}

/**
 * Hashes of keys as they are stored and shown: HMAC-SHA-256 of the plain hash with the oldest secret, of that with the next one, and so on, so that
 * stored hashes follow a rotation without the keys. 64 characters, safe in a URL: `k`, the number of secrets, `x`, hex.
 */
export class KeyHashes {
  readonly #secrets: readonly string[];

  /** Oldest secret first; at least one, at most 99. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  get level(): number {
    return this.#secrets.length;
  }

  of(key: readonly string[]): string {
    return this.advance(plainKeyHash(key));
  }

  /** The current form of a plain or older hash. Any other text is returned unchanged. */
  advance(hash: string): string {
    const level = keyHashLevel(hash);
    return level === null || level >= this.level ? hash : this.#sealed(hash, level, this.level);
  }

  /** Equal for equal secrets, up to this many. It reveals nothing about them. */
  fingerprint(level = this.level): string {
    return this.#sealed("Bergwatch's fingerprint of key secrets", 0, level);
  }

  #sealed(text: string, from: number, to: number): string {
    return this.#secrets.slice(from, to).reduce((inner, secret, at) => {
      const prefix = `k${from + at + 1}x`;
      return prefix + createHmac("sha256", secret).update(inner).digest("hex").slice(prefix.length);
    }, text);
  }
}
