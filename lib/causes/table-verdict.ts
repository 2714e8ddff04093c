import { causeWords } from "#lib/causes/find-declaration.ts";
import { sayCountedTwice, surplusOf } from "#lib/causes/harm.ts";
import { sayBecause } from "#lib/causes/say-because.ts";
import { findDoubt, sayProbably, sayToBeSure } from "#lib/causes/say-doubt.ts";
import { isMost, sayShare, sumKeys, viewShares, type ShareView } from "#lib/causes/shares-view.ts";
import { sayOfKeys, viewUndecided, type UndecidedLine } from "#lib/causes/undecided-words.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { thingsOf } from "#lib/things-of.ts";
import { formatCount } from "#lib/units.ts";
import { EVIDENCE_NAMES, type CauseName } from "#lib/names.ts";
import { capital, joinWords } from "#lib/words.ts";

/** Why the keys of a table are duplicated, in words for those who read of it. */
export interface TableVerdict {
  /** The known cause of most keys; `unknown` where that is more than half of the keys, or all. */
  main: CauseName;
  /** In the order of viewShares. */
  shares: ShareView[];
  /** For somebody who does not run the pipeline, one sentence. */
  manager: string;
  /** What to look at and change, sentences. */
  engineer: string;
  /** What is too many and what that adds up to, sentences; empty: nothing is. */
  harm: string;
  /** What could not be decided, and what would decide it, a sentence for each. */
  undecided: string[];
}

/** null: no key is duplicated. Pure. In: the table's name. */
export function tableVerdict(causes: CauseFacts, tableName: string): TableVerdict | null {
  const shares = viewShares(causes);
  const [first] = shares;
  if (first === undefined) return null;
  return {
    main: first.cause,
    shares,
    manager: sayManager(shares, causes, tableName),
    engineer: [ofItsShare(first, sayTechnical(first.cause, causes)), sayDecides(shares, causes), sayRetries(causes)]
      .filter((sentence) => sentence !== "")
      .join(" "),
    harm: sayHarm(causes),
    undecided: viewUndecided(causes.undecided).map(sayUndecided),
  };
}

type Told = Pick<CauseFacts, "shares" | "drift" | "provisional">;

/** Whether most keys of a cause have it provisionally. */
function isProbable(cause: CauseName, causes: Told): boolean {
  return findDoubt(cause, causes)?.isMost === true;
}

/** What an engineer looks at, which is no more sure than the cause. */
function sayTechnical(cause: CauseName, causes: Told): string {
  const { technical } = causeWords(cause);
  return isProbable(cause, causes) ? `If this is the cause: ${technical}` : technical;
}

/**
 * `96.1 % because …, 2.4 % because …; of 1.5 % the cause is not known`, which comes first where it is more than half: the two greatest causes, without
 * a full stop.
 */
function sayShares(causes: Told): string {
  const shares = viewShares(causes);
  const known = shares.filter(({ cause }) => cause !== "unknown");
  const told = known.slice(0, known.length === 3 ? 3 : 2);
  const left = known.slice(told.length);
  const unknown = shares.find(({ cause }) => cause === "unknown");
  const parts = [
    ...told.map(({ cause, share }) => `${share} ${isProbable(cause, causes) ? "probably " : ""}because ${sayBecause(cause, causes)}`),
    ...(left.length === 0 ? [] : [`${sayShare(sumKeys(left), sumKeys(shares))} by ${left.length} other causes`]),
  ].join(", ");
  const notKnown = unknown && `of ${unknown.share} the cause is not known`;
  const missing = new Set(told.flatMap(({ cause }) => (isProbable(cause, causes) ? (findDoubt(cause, causes)?.missing ?? []) : [])));
  const sure = missing.size === 0 ? "" : sayToBeSure(EVIDENCE_NAMES.filter((name) => missing.has(name)));
  const ordered = shares[0] === unknown ? [notKnown, parts, sure] : [parts, notKnown, sure];
  return ordered.filter(Boolean).join("; ");
}

/** The same as a sentence, with what would tell more where most is not known, for who reads how many they are beside it; null: no key is duplicated. Pure. */
export function sayWhy(causes: Told & Pick<CauseFacts, "undecided">): string | null {
  const shares = viewShares(causes);
  const [only, ...others] = shares;
  if (only === undefined) return null;
  if (only.cause !== "unknown" && others.length === 0) {
    const because = sayBecause(only.cause, causes);
    const doubt = findDoubt(only.cause, causes);
    return doubt?.isMost ? sayProbably(because, doubt) : `All of them because ${because}.`;
  }
  const why = others.length > 0 ? capital(`${sayShares(causes)}.`) : "The cause is not known.";
  return [why, sayDecides(shares, causes)].join(" ").trim();
}

/** What is said of one cause beside others, so that it is not taken for that of all where it is the cause of no more than half of the keys. */
function ofItsShare(of: ShareView, says: string): string {
  return isMost(of) || says === "" ? says : `${causeWords(of.cause).label}, ${of.share} of the keys: ${says}`;
}

/** What keys of unknown cause lack, where these are most; empty: they are not, or nothing that could be given is missing. */
function sayDecides([first, ...others]: readonly ShareView[], { undecided }: Pick<CauseFacts, "undecided">): string {
  if (first?.cause !== "unknown") return "";
  // Keys with a known cause may lack it too: only of so many more than these is it sure that some unknown ones do.
  const known = sumKeys(others);
  const [line] = viewUndecided(undecided.filter(({ missing, keys }) => missing.length > 0 && keys > known));
  return line === undefined ? "" : `To tell more it would take ${line.missing}.`;
}

function sayManager(shares: readonly ShareView[], causes: CauseFacts, tableName: string): string {
  const keys = shares.reduce((sum, one) => sum + one.keys, 0);
  const things = thingsOf(tableName);
  const have = keys === 1 ? `One of the ${things} has` : `${formatCount(keys)} ${things} have`;
  const [only, ...others] = shares;
  if (only !== undefined && others.length === 0) {
    if (only.cause === "unknown") return `${have} more than one row, and the cause is not known.`;
    const because = `because ${sayBecause(only.cause, causes)}`;
    const doubt = findDoubt(only.cause, causes);
    if (doubt?.isMost) return `${have} more than one row, probably ${because}; ${sayToBeSure(doubt.missing)}.`;
    return `${have} more than one row ${because}.`;
  }
  return `${have} more than one row: ${sayShares(causes)}.`;
}

function sayRetries({ shares, retryKeys }: CauseFacts): string {
  const keys = shares.find(({ cause }) => cause === "key_is_not_business_key")?.keys ?? 0;
  if (keys === 0 || retryKeys.value === null || retryKeys.value === 0) return "";
  return `${formatCount(retryKeys.value)} of the ${formatCount(keys)} keys whose records are keyed by something else are retries: one request that was sent again.`;
}

function sayHarm(causes: CauseFacts): string {
  const surplus = surplusOf(causes);
  if (surplus === 0) return "";
  return [`${formatCount(surplus)} ${surplus === 1 ? "row is" : "rows are"} too many.`, sayCountedTwice(causes)].join(" ").trim();
}

/** `Of 4 keys it is not decided whether it is unkeyed or key encoding. It would take …`. Pure. */
function sayUndecided({ causes, missing, keys }: UndecidedLine): string {
  const labels = causes.map((cause) => causeWords(cause).label.toLowerCase());
  const whose = keys === null ? "it" : `${sayOfKeys(keys)} it`;
  return `${capital(whose)} is not decided whether it is ${joinWords(labels, "or")}. It would take ${missing}.`;
}
