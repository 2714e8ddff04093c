import type { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import type { IncidentSubject } from "#lib/contracts/incident-subject.ts";
import type { SinceMark } from "#lib/contracts/since-mark.ts";
import type { IncidentCheck, IncidentState, Severity } from "#lib/names.ts";

/** An incident as the list shows it; times are ISO 8601. */
export interface IncidentRow {
  id: string;
  /** As people speak of it, such as `INC-214`. */
  name: string;
  state: IncidentState;
  severity: Severity;
  subject: IncidentSubject;
  check: IncidentCheck;
  checkTitle: string;
  /** What is the matter, in a sentence. */
  sentence: string;
  /** null: the stored facts do not date it. */
  since: SinceMark | null;
  openedAt: string;
  /** null: unresolved. */
  endedAt: string | null;
  /** Duplicated keys at the latest look; null: not counted, or no matter of this check. */
  keys: number | null;
  /** null: it ended. */
  onIt: OnIt | null;
  /** That of its table. */
  silence: ActiveSilence | null;
}
