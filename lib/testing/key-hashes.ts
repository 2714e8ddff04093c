import { KeyHashes } from "#lib/key-hash.ts";

/** Hashes with a secret that no installation has. */
export const KEY_HASHES = new KeyHashes(["no installation has this secret, only tests"]);
