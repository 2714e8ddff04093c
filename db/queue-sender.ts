import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import type { Tx } from "./client.ts";

/** A transaction as the queue's sender takes it: `boss.send(name, data, { db: queueSender(tx) })` is sent if and only if `tx` commits. */
export function queueSender(tx: Tx): ReturnType<typeof fromDrizzle> {
  return fromDrizzle(tx, sql);
}
