import type { ToldEvent, ToldIncident } from "#lib/incidents/message.ts";
import { someFinding, someIncident, someSighting } from "./incidents.ts";

/** The night in which they are told. */
export const TOLD_AT = new Date("2026-11-24T02:00:00Z");

/** 30 orders of sales.orders have two rows since 01:44 UTC; nobody has it yet. */
export function someToldIncident(changes: Partial<ToldIncident> = {}): ToldIncident {
  const sentence = "30 keys have more than one row: 30 surplus rows.";
  const seen = someSighting({
    snapshotId: "6630917745120448217",
    keys: 30,
    since: {
      snapshotId: "5120448867302916644",
      committedAt: "2026-11-24T01:44:05Z",
      operation: "append",
      lastGoodAt: "2026-11-24T01:40:00Z",
      unreadBetween: false,
      isFirst: false,
    },
  });
  return {
    ...someIncident({ severity: "alert", sentence, seen, findings: [someFinding({ severity: "alert", value: 30, sentence })] }),
    openedAt: TOLD_AT,
    lastOpenedAt: TOLD_AT,
    lastSeenAt: TOLD_AT,
    id: "5b1fae3c-0d5b-4f6e-9d0c-6a4f6f0f0214",
    number: 214,
    isSample: false,
    subject: { of: "table", id: "0d6cb9f2-5a55-4f0e-8f5e-2d1f1c8a0001", name: "sales.orders", owner: "Order Platform", tags: ["core"] },
    keyName: "order_id",
    examples: [
      { keyHash: "a1".repeat(32), parts: ["A-10••213"], rowCount: 2, partitions: ["orders/4", "orders/10"], provisional: false },
      { keyHash: "b2".repeat(32), parts: ["A-10••227"], rowCount: 2, partitions: ["orders/4", "orders/10"], provisional: false },
    ],
    committedBy: "Flink 1.20, job orders-sink, checkpoint 20417",
    nextObservationDueAt: new Date("2026-11-24T03:00:00Z"),
    onIt: { acknowledged: null, assignee: null, snoozed: null },
    silence: null,
    why: null,
    causes: null,
    provisional: null,
    firstStep: null,
    ...changes,
  };
}

/** Opened in that night. */
export function someToldEvent(changes: Partial<ToldEvent> = {}): ToldEvent {
  return { id: 1, kind: "opened", at: TOLD_AT, by: null, detail: {}, ...changes };
}
