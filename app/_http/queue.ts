import { openQueue, type JobSender } from "#db/queue.ts";
import { database } from "#app/_http/database.ts";
import { log } from "#lib/log.ts";

const shared = globalThis as typeof globalThis & { bergwatchQueue?: Promise<JobSender> };

/**
 * What the web process gives work to the workers with; opened on first use. Rejects while Postgres does not answer, and is tried again then.
 * Throws AppError usage when DATABASE_URL is not set.
 */
export async function queue(): Promise<JobSender> {
  const { url } = database();
  shared.bergwatchQueue ??= openQueue({ url, role: "sender", onError: (error) => log().warn({ err: error }, "The queue lost Postgres.") });
  try {
    return await shared.bergwatchQueue;
  } catch (error) {
    delete shared.bergwatchQueue;
    throw error;
  }
}
