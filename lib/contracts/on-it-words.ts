import type { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";

/** Words, a person's name, or a moment in ISO 8601. Each surface shows names and moments in its own form. */
export type OnItPart = string | { person: string } | { at: string };

/** Who works on an incident and who muted it, a statement each, without a full stop; empty: nobody. Pure. */
export function sayOnIt(onIt: OnIt | null, silence: ActiveSilence | null): OnItPart[][] {
  const said: OnItPart[][] = [];
  if (onIt?.acknowledged) said.push(["Acknowledged by ", { person: onIt.acknowledged.by }, ", ", { at: onIt.acknowledged.at }]);
  if (onIt?.snoozed) {
    const by: OnItPart[] = onIt.snoozed.by === null ? [] : ["by ", { person: onIt.snoozed.by }, " "];
    said.push(["Snoozed ", ...by, "until ", { at: onIt.snoozed.until }]);
  }
  if (onIt?.assignee != null) said.push(["Assigned to ", { person: onIt.assignee }]);
  if (silence !== null)
    said.push([silence.kind === "maintenance" ? "Maintenance until " : "Notifications silenced until ", { at: silence.until }]);
  return said;
}

/** The same on one line of text; empty: nobody. Pure. */
export function onItText(said: readonly OnItPart[][], formatAt: (at: Date) => string): string {
  return said
    .map((parts) =>
      parts.map((part) => (typeof part === "string" ? part : "person" in part ? part.person : formatAt(new Date(part.at)))).join(""),
    )
    .join(" · ");
}
