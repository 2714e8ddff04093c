import type { Situation, Step } from "#lib/causes/advice.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import type { CauseFacts, Doubt } from "#lib/iceberg/contract-causes.ts";
import type { CauseName, EvidenceName } from "#lib/names.ts";
import { joinWords } from "#lib/words.ts";

/** The setting that names what can be added to a table; what is not here cannot be. */
const SETTINGS: Partial<Record<EvidenceName, string>> = {
  deleted: "cdc.deleted",
  "kafka-key": "kafka.key",
  "kafka-offset": "kafka.offset",
  "kafka-partition": "kafka.partition",
  "kafka-topic": "kafka.topic",
  lsn: "cdc.lsn",
  op: "cdc.op",
  "schema registry": "schema_registry",
};

/** The provisional keys of a cause. */
export interface CauseDoubt extends Doubt {
  keys: number;
  /** More than half of the cause's keys. */
  isMost: boolean;
}

/** The doubt of a cause among those of a table; null: none. Pure. */
export function findDoubt(cause: CauseName, { shares, provisional = [] }: Pick<CauseFacts, "shares" | "provisional">): CauseDoubt | null {
  const found = provisional.find((one) => one.cause === cause);
  if (found === undefined) return null;
  const { keys, alternatives, missing } = found;
  const all = shares.find((one) => one.cause === cause)?.keys ?? keys;
  return { keys, alternatives, missing, isMost: keys * 2 > all };
}

/** Completes `Probably …;`: what to add to be sure, or why nothing can be. Without a full stop. Pure. */
export function sayToBeSure(missing: readonly EvidenceName[]): string {
  const settings = missing.flatMap((name) => SETTINGS[name] ?? []);
  if (settings.length > 0) return `add ${joinWords(settings.map((name) => `\`${name}\``))} to be sure`;
  if (missing.includes("sequence number before the compaction")) return "a compaction removed what would confirm it";
  return missing.includes("manifests of older snapshots")
    ? "the older snapshots that would confirm it expired or cannot be read"
    : "what would confirm it cannot be read";
}

/** `Probably because …; add … to be sure.` Pure. */
export function sayProbably(because: string, { missing }: Pick<Doubt, "missing">): string {
  return `Probably because ${because}; ${sayToBeSure(missing)}.`;
}

/** What comes before any change of data while a cause is in doubt, first what confirms it. Pure. */
export function confirmingSteps({ alternatives, missing }: Doubt, { managedBy }: Pick<Situation, "managedBy">): Step[] {
  const others = alternatives.map((cause) => causeWords(cause).label.toLowerCase());
  const instead = `The cause may be ${others.length > 3 ? "another one" : joinWords(others, "or")} instead.`;
  const settings = missing.flatMap((name) => SETTINGS[name] ?? []).map((name) => `\`${name}\``);
  if (settings.length === 0) {
    return [{ changes: "nothing", says: `Compare the rows of some keys before you change any: ${sayToBeSure(missing)}. ${instead}` }];
  }
  const supply =
    managedBy === "you"
      ? `Add ${joinWords(settings)} in the settings of this table; what it lacks, let its writer fill.`
      : `Add ${joinWords(settings)} in the settings of this table, as far as its vendor writes them.`;
  return [
    { changes: "nothing", says: `${supply} ${instead}` },
    { changes: "nothing", says: "Do not change any row until a run has confirmed the cause." },
  ];
}
