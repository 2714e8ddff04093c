import type { AcceptedLevel } from "#lib/contracts/accepted-level.ts";
import type { IncidentSubject } from "#lib/contracts/incident-subject.ts";
import type { ActiveSilence, OnIt } from "#lib/contracts/on-it.ts";
import type { ProvisionalDocument } from "#lib/contracts/verdict-document.ts";
import type { EntryDetail, Incident } from "#lib/incidents/incident.ts";
import type { CauseName, IncidentEventKind, SendOutcomeName } from "#lib/names.ts";

/** A duplicated key as a message may show it: masked as the table says, and always in part. */
export interface ToldKey {
  keyHash: string;
  /** Such as `A-10••213`; the columns of the key in order. */
  parts: readonly string[];
  rowCount: number;
  /** Such as `orders/3`. */
  partitions: readonly string[];
  /** Its cause holds only if those that are undecided before it do not. */
  provisional: boolean;
}

/** An incident as messages tell it: as it stands when the message is sent, not when it was asked for. */
export interface ToldIncident extends Incident {
  id: string;
  /** For people: `INC-214`. */
  number: number;
  subject: IncidentSubject;
  /** Of a sample table: every message says so. */
  isSample: boolean;
  /** The key's name in its table; null: it is about none. */
  keyName: string | null;
  /** At most three, worst first. */
  examples: readonly ToldKey[];
  /** Who committed the snapshot that it is found since, such as "Flink 1.20, job orders-sink, checkpoint 20417"; null: not known. */
  committedBy: string | null;
  nextObservationDueAt: Date | null;
  /** null: it ended. */
  onIt: OnIt | null;
  /** That of its table; null: notifications are on, or it ended. */
  silence: ActiveSilence | null;
  /** Why its keys are duplicated, with shares, and no value of theirs; null: it is not about these, or they are not explained. */
  why: string | null;
  /** Most keys first; null: it is not about keys, or they were not explained. */
  causes: readonly { cause: CauseName; keys: number }[] | null;
  /** Which of them are provisional, for how many keys; null as above. */
  provisional: ProvisionalDocument | null;
  /** What to do first, and a page of the docs without the public address; null: nothing is known that helps. */
  firstStep: { says: string; docs: string } | null;
}

export interface ToldEvent {
  id: number;
  kind: IncidentEventKind;
  at: Date;
  /** null: an observation. */
  by: string | null;
  detail: EntryDetail;
}

interface ToldItem {
  incidentId: string | null;
  tableId: string | null;
  sentence: string;
}

/** A week of the fleet in a few lines, for the digest. */
export interface ToldReview {
  /** Such as `2026-W48`. */
  week: string;
  sentence: string;
  counts: {
    opened: number;
    reopened: number;
    resolved: number;
    accepted: number;
    stillOpen: number;
    surplusRows: number | null;
    actionsOpen: number;
    actionsLate: number;
  };
  /** What to talk about, worst first, with who works on it. */
  agenda: readonly (ToldItem & { onIt: OnIt | null; silence: ActiveSilence | null })[];
  /** What a person accepts for now: the levels, until when and by whom; none where they ended since. */
  accepted: readonly (ToldItem & { levels: readonly AcceptedLevel[] })[];
  /** How many more of both are in the review. */
  left: number;
}

/** What is to be told, before any channel's own form. */
export type Message =
  /** Its events oldest first, at least one: what the message is about. */
  | { kind: "incident"; incident: ToldIncident; events: readonly ToldEvent[] }
  /**
   * Several at once, worst first. `shared`: what they have in common, such as the place that does not answer; null: only the moment.
   * Those that find no room are counted, never dropped in silence.
   */
  | { kind: "several"; told: readonly { incident: ToldIncident; events: readonly ToldEvent[] }[]; shared: string | null }
  | { kind: "digest"; review: ToldReview }
  | { kind: "test"; channel: string; by: string };

/** A message of Slack: where it is, so that it can be updated and answered in its thread. */
export interface PostedMessage {
  conversation: string;
  ts: string;
}

/** What a try came to, as it is stored. */
export interface SendOutcome {
  outcome: SendOutcomeName;
  /** HTTP; null: none came. */
  status: number | null;
  /** The answer's text or the fault, short, without secrets; null: nothing was said. */
  answer: string | null;
  /** Of `limited`: when to come again. */
  retryAfterMs: number | null;
  /** Of `refused`: the message itself, such as a block that is not liked, or the channel, such as a webhook that is gone. */
  fault: "message" | "channel" | null;
  /** What a bot posted; null: no bot, or nothing. */
  posted: PostedMessage | null;
}

/** How one message is sent. `first`: the bot's message that opened the incident in this conversation; null: there is none yet. */
export interface SendRequest {
  message: Message;
  first: PostedMessage | null;
  /** Of the delivery: the same for each try, so that the other side can tell a repeat. */
  deliveryId: string;
  /** The message was refused as it was: its fallback text alone is sent this time. */
  plain: boolean;
  /** What links start with, without a slash at its end. */
  publicUrl: string;
  now: Date;
  signal: AbortSignal;
}

/** A way out with its secrets read. Never rejects: whatever happens is an outcome. */
export type SendMessage = (request: SendRequest) => Promise<SendOutcome>;
