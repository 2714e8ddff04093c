import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** Size and hash of a file's content. */
export interface Content {
  bytes: number;
  sha256: string;
}

const PART_BYTES = 1024 * 1024;
/** Each file is forced to the disk, so several at a time wait together. */
export const FILES_AT_ONCE = { itemsMax: 8 };

/** Copies a file into a new one that is its owner's alone and on the disk; returns what was copied. Rejects with the system's error. */
export async function copyFile(from: string, to: string): Promise<Content> {
  const source = await open(from, "r");
  try {
    const target = await open(to, "wx", 0o600);
    try {
      const content = await readParts(source, async (part) => await target.writeFile(part));
      await target.datasync();
      return content;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/** Size and hash of a file. Rejects with the system's error. */
export async function readContent(path: string): Promise<Content> {
  const source = await open(path, "r");
  try {
    return await readParts(source, async () => {});
  } finally {
    await source.close();
  }
}

async function readParts(source: Awaited<ReturnType<typeof open>>, write: (part: Buffer) => Promise<void>): Promise<Content> {
  const hash = createHash("sha256");
  const buffer = Buffer.allocUnsafe(PART_BYTES);
  for (let bytes = 0; ;) {
    const { bytesRead } = await source.read(buffer, 0, buffer.length, bytes);
    if (bytesRead === 0) return { bytes, sha256: hash.digest("hex") };
    const part = buffer.subarray(0, bytesRead);
    hash.update(part);
    await write(part);
    bytes += bytesRead;
  }
}
