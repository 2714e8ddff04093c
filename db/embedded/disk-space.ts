import { statfs } from "node:fs/promises";

/** Three segments of the write-ahead log: a server that recovers writes at least one. */
const FREE_BYTES_MIN = 48 * 1024 ** 2;

/** Whether the disk below `directory` has room for a Postgres that starts; true where the system does not tell. */
export async function hasRoomToStart(directory: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize >= FREE_BYTES_MIN;
  } catch {
    return true;
  }
}
