import { ServiceNotes } from "#lib/contracts/service-notes.ts";

// Kept by jobs/service/end-with-parent.ts, which is loaded before the pages and is no part of their bundles.
const shared = globalThis as typeof globalThis & { bergwatchNotes?: unknown };

/** Notes of the parent process about its programs; empty without a parent. */
export function serviceNotes(): ServiceNotes["notes"] {
  const told = ServiceNotes.safeParse(shared.bergwatchNotes);
  return told.success ? told.data.notes : [];
}
