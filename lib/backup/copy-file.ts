import { createHash } from "node:crypto";
import { open } from "node:fs/promises";

/** What a file holds, by which it is compared. */
export interface Content {
  bytes: number;
  sha256: string;
}

const PART_BYTES = 1024 * 1024;
/** Each file is forced to the disk; several at a time wait together. */
const AT_A_TIME = 8;

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

/** What a file holds. Rejects with the system's error. */
export async function readContent(path: string): Promise<Content> {
  const source = await open(path, "r");
  try {
    return await readParts(source, async () => {});
  } finally {
    await source.close();
  }
}

/** Does `work` for each of `items`, some at a time. Rejects with the first error when none is under way any more; then the rest is not begun. */
export async function forEach<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_A_TIME) {
    const ended = await Promise.allSettled(items.slice(at, at + AT_A_TIME).map(work));
    for (const one of ended) if (one.status === "rejected") throw one.reason;
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
