import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { channelStates } from "../schema/channel-states.ts";
import { deliveries } from "../schema/deliveries.ts";

export type ChannelStateRow = typeof channelStates.$inferSelect;

/** How a channel does, with what waits for it. */
export interface ListedChannelState extends ChannelStateRow {
  waiting: number;
  /** Since when the oldest of them could have been sent; null: none waits, or none is due. */
  waitingSince: Date | null;
}

/** How each channel does that anything was sent to, by name. Channels that the configuration does not name any more are among them. */
export async function listChannelStates(db: Db): Promise<ListedChannelState[]> {
  const waits = db
    .select({
      channel: deliveries.channel,
      waiting: sql<number>`count(*)::int`.as("waiting"),
      since: sql<Date | null>`min(due_at) filter (where due_at <= now())`.mapWith(deliveries.dueAt).as("since"),
    })
    .from(deliveries)
    .where(inArray(deliveries.state, ["waiting", "sending"]))
    .groupBy(deliveries.channel)
    .as("waits");
  const rows = await db
    .select({ state: channelStates, waiting: waits.waiting, since: waits.since })
    .from(channelStates)
    .leftJoin(waits, eq(waits.channel, channelStates.name))
    .orderBy(asc(channelStates.name));
  return rows.map(({ state, waiting, since }) => ({ ...state, waiting: waiting ?? 0, waitingSince: since }));
}

/** How one channel does; null: nothing was sent to it yet. */
export async function findChannelState(db: Db, name: string): Promise<ChannelStateRow | null> {
  const [row] = await db.select().from(channelStates).where(eq(channelStates.name, name));
  return row ?? null;
}

/** The state of a channel with this fingerprint: as it is stored, or anew where there was none or that of another fingerprint. */
export async function ensureChannelState(
  db: Db,
  { name, fingerprint, now }: { name: string; fingerprint: string; now: Date },
): Promise<ChannelStateRow> {
  const anew = { fingerprint, pausedUntil: null, failingSince: null, failuresInRow: 0, fault: null, updatedAt: now };
  await db
    .insert(channelStates)
    .values({ name, ...anew })
    .onConflictDoUpdate({ target: channelStates.name, set: anew, setWhere: ne(channelStates.fingerprint, fingerprint) });
  const [row] = await db.select().from(channelStates).where(eq(channelStates.name, name));
  if (!row) throw new Error(`the state of ${name} was not stored`);
  return row;
}

/** What changes of a channel's state by a try. */
export type ChannelChange = Partial<Pick<ChannelStateRow, "pausedUntil" | "failingSince" | "failuresInRow" | "fault" | "lastDeliveredAt">>;

/** Stores what a try says of a channel. A state that began anew meanwhile (another fingerprint) stays as it is. */
export async function changeChannelState(
  tx: Tx | Db,
  { name, fingerprint }: Pick<ChannelStateRow, "name" | "fingerprint">,
  change: ChannelChange & { updatedAt: Date },
): Promise<void> {
  await tx
    .update(channelStates)
    .set(change)
    .where(and(eq(channelStates.name, name), eq(channelStates.fingerprint, fingerprint)));
}
