import { and, asc, eq, inArray, isNotNull, lte, sql } from "drizzle-orm";
import type { Db, Tx } from "../client.ts";
import { deliveries } from "../schema/deliveries.ts";
import { deliveryAttempts } from "../schema/delivery-attempts.ts";
import { changeChannelState, type ChannelChange } from "./channel-states.ts";
import type { AttemptRow, DeliveryRow } from "./deliveries.ts";
import type { PostedMessage } from "#lib/incidents/message.ts";

/** The channels for which something could be sent now, or was begun to be, by name. */
export async function listChannelsToServe(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ channel: deliveries.channel })
    .from(deliveries)
    .where(and(inArray(deliveries.state, ["waiting", "sending"]), lte(deliveries.dueAt, now)))
    .orderBy(asc(deliveries.channel));
  return rows.map(({ channel }) => channel);
}

/** Whether something waits that could be sent to a channel now. */
export async function hasDue(db: Db, { channel, now, testsOnly }: { channel: string; now: Date; testsOnly: boolean }): Promise<boolean> {
  const rows = await db.select({ id: deliveries.id }).from(deliveries).where(isDue({ channel, now, testsOnly })).limit(1);
  return rows.length > 0;
}

/** Takes up the next message of a channel: a test first, then the oldest that is due; null: none is. Its time is Postgres's. */
export async function claimNext(
  db: Db,
  { channel, now, testsOnly }: { channel: string; now: Date; testsOnly: boolean },
): Promise<DeliveryRow | null> {
  return await db.transaction(async (tx) => {
    const [next] = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(isDue({ channel, now, testsOnly }))
      .orderBy(sql`${deliveries.kind} <> 'test'`, asc(deliveries.id))
      .limit(1)
      .for("update");
    if (!next) return null;
    const [claimed] = await tx
      .update(deliveries)
      .set({
        state: "sending",
        claimedAt: sql`date_trunc('milliseconds', clock_timestamp())`,
        claimSeenAt: sql`clock_timestamp()`,
        attempts: sql`${deliveries.attempts} + 1`,
      })
      .where(eq(deliveries.id, next.id))
      .returning();
    return claimed ?? null;
  });
}

function isDue({ channel, now, testsOnly }: { channel: string; now: Date; testsOnly: boolean }) {
  return and(
    eq(deliveries.channel, channel),
    eq(deliveries.state, "waiting"),
    lte(deliveries.dueAt, now),
    testsOnly ? eq(deliveries.kind, "test") : undefined,
  );
}

type Claim = Pick<DeliveryRow, "id" | "claimedAt">;

/** The condition that nobody took this worker for dead. */
function holds({ id, claimedAt }: Claim) {
  return and(
    eq(deliveries.id, id),
    eq(deliveries.state, "sending"),
    sql`date_trunc('milliseconds', ${deliveries.claimedAt}) is not distinct from ${claimedAt?.toISOString() ?? null}::timestamptz`,
  );
}

/** Says that the worker of a claim lives. False: the claim is not held any more, and nothing may be sent by it. */
export async function beatClaim(db: Db, claim: Claim): Promise<boolean> {
  const beaten = await db
    .update(deliveries)
    .set({ claimSeenAt: sql`clock_timestamp()` })
    .where(holds(claim))
    .returning({ id: deliveries.id });
  return beaten.length > 0;
}

/** What becomes of a delivery by a try. */
export type DeliveryChange = Partial<
  Pick<DeliveryRow, "state" | "endedAt" | "unanswered" | "lastAnswer" | "conversation" | "ts" | "detail">
>;

/**
 * Notes what came of a try: the delivery as it is then, the try, and the channel's state, in one transaction. False: the claim is not held
 * any more, for somebody took this worker for dead; then nothing is changed.
 */
export async function noteTry(
  db: Db,
  claim: Claim & Pick<DeliveryRow, "channel">,
  {
    delivery,
    attempt,
    channel,
    now,
  }: {
    delivery: DeliveryChange;
    attempt: Omit<AttemptRow, "id" | "deliveryId">;
    channel: { fingerprint: string; change: ChannelChange } | null;
    now: Date;
  },
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const noted = await tx
      .update(deliveries)
      .set({ ...delivery, claimedAt: null, claimSeenAt: null })
      .where(holds(claim))
      .returning({ id: deliveries.id });
    if (noted.length === 0) return false;
    await tx.insert(deliveryAttempts).values({ deliveryId: claim.id, ...attempt });
    if (channel !== null)
      await changeChannelState(tx, { name: claim.channel, fingerprint: channel.fingerprint }, { ...channel.change, updatedAt: now });
    return true;
  });
}

/** Ends a claim without a try: nothing was sent. One that is not held any more stays as it is. */
export async function endClaim(db: Db, claim: Claim, change: DeliveryChange): Promise<void> {
  await db
    .update(deliveries)
    .set({ ...change, claimedAt: null, claimSeenAt: null, attempts: sql`${deliveries.attempts} - 1` })
    .where(holds(claim));
}

/** What a worker of a channel took up and did not end, with how long that worker has been silent by Postgres's clock. */
export async function listClaimed(db: Db, channel: string): Promise<(DeliveryRow & { silentMs: number })[]> {
  const rows = await db
    .select({
      delivery: deliveries,
      silentMs: sql<number>`(extract(epoch from now() - coalesce(claim_seen_at, claimed_at)) * 1000)::float8`,
    })
    .from(deliveries)
    .where(and(eq(deliveries.channel, channel), eq(deliveries.state, "sending"), isNotNull(deliveries.claimedAt)))
    .orderBy(asc(deliveries.id));
  return rows.map(({ delivery, silentMs }) => ({ ...delivery, silentMs }));
}

/** Gives up what could have been sent to a channel since before `before`; how many. */
export async function giveUpOld(
  db: Db | Tx,
  { channel, before, answer, now }: { channel: string; before: Date; answer: string; now: Date },
): Promise<number> {
  const ended = await db
    .update(deliveries)
    .set({ state: "failed", endedAt: now, lastAnswer: answer })
    .where(and(eq(deliveries.channel, channel), eq(deliveries.state, "waiting"), lte(deliveries.dueAt, before)))
    .returning({ id: deliveries.id });
  return ended.length;
}

/** Withholds all that waits for a channel, with the reason; how many. */
export async function withholdWaiting(db: Db, { channel, why, now }: { channel: string; why: string; now: Date }): Promise<number> {
  const ended = await db
    .update(deliveries)
    .set({ state: "withheld", endedAt: now, lastAnswer: why })
    .where(and(eq(deliveries.channel, channel), eq(deliveries.state, "waiting")))
    .returning({ id: deliveries.id });
  return ended.length;
}

/** The message of a bot that opened an incident in a conversation; null: none is known to have arrived. */
export async function findFirstPost(
  db: Db,
  { channel, incidentId, conversation }: { channel: string; incidentId: string; conversation: string },
): Promise<PostedMessage | null> {
  const [row] = await db
    .select({ conversation: deliveries.conversation, ts: deliveries.ts })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.incidentId, incidentId),
        eq(deliveries.channel, channel),
        eq(deliveries.state, "delivered"),
        eq(deliveries.conversation, conversation),
        isNotNull(deliveries.ts),
      ),
    )
    .orderBy(asc(deliveries.id))
    .limit(1);
  return row?.ts != null && row.conversation !== null ? { conversation: row.conversation, ts: row.ts } : null;
}

/** A week's digest for a channel, stored once, however often it is asked for. True: it was not there. */
export async function insertDigest(tx: Tx, { channel, week, now }: { channel: string; week: string; now: Date }): Promise<boolean> {
  const inserted = await tx
    .insert(deliveries)
    .values({ channel, kind: "digest", eventIds: [], detail: { week }, state: "waiting", createdAt: now, dueAt: now })
    .onConflictDoNothing()
    .returning({ id: deliveries.id });
  return inserted.length > 0;
}
