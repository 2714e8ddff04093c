import type { Db } from "../client.ts";
import { tellServiceState } from "./service-states.ts";

/** Commits a write, so that a disk that is full or a server that only lets read is met. Rejects with the driver's error. */
export async function probeWrite(db: Db): Promise<void> {
  await tellServiceState(db, "probe", {});
}
