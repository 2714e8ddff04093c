import { eq } from "drizzle-orm";
import type { Db } from "../client.ts";
import { contentHash } from "../content-hash.ts";
import { reasonSets } from "../schema/reason-sets.ts";
import type { MetricName } from "#lib/metrics.ts";

/**
 * The id of the set of reasons why metrics among `names` have no number, inserted when it is new; null when none has a reason.
 * Safe to call at once for the same set.
 */
export async function ensureReasonSet(
  db: Db,
  names: readonly MetricName[],
  readings: Partial<Record<MetricName, number | { notComputed: string }>>,
): Promise<number | null> {
  const entries = names.flatMap((name) => {
    const reading = readings[name];
    return typeof reading === "object" ? [[name, reading.notComputed] as const] : [];
  });
  if (entries.length === 0) return null;
  const reasons = Object.fromEntries(entries) as Partial<Record<MetricName, string>>;
  const hash = contentHash(reasons);
  const [known] = await db.select({ id: reasonSets.id }).from(reasonSets).where(eq(reasonSets.contentHash, hash));
  if (known) return known.id;
  // "Do update" and not "do nothing": another run may insert the same set at this moment, and its id is wanted.
  const [made] = await db
    .insert(reasonSets)
    .values({ contentHash: hash, reasons })
    .onConflictDoUpdate({ target: reasonSets.contentHash, set: { contentHash: hash } })
    .returning({ id: reasonSets.id });
  return made?.id ?? null;
}
