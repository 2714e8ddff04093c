import { readDecision } from "#lib/causes/decide.ts";
import { rulingsOf } from "#lib/causes/rulings.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { readMissing } from "#lib/iceberg/duckdb/causes/missing-bits.ts";
import { knownColumns } from "#lib/iceberg/duckdb/causes/table-evidence.ts";
import { EVIDENCE_NAMES, type CauseName, type EvidenceName } from "#lib/names.ts";

/** The cause of a key, in short. */
export interface KeyCause {
  cause: CauseName;
  provisional: boolean;
  /** Causes that it may be instead. */
  alternatives: readonly CauseName[];
  /** What would make a provisional cause certain, or decide an unknown one. */
  missing: readonly EvidenceName[];
}

/** Reads `place`, `unknown` and `missing` of CAUSED; keys of one table share few, so each is read once. */
export function causeReader(reading: Pick<CauseReading, "planned" | "explain">): (decision: readonly number[]) => KeyCause {
  const rulings = rulingsOf(knownColumns(reading));
  const known = new Map<string, KeyCause>();
  const read = ([place = 0, unknown = 0, missing = 0]: readonly number[]): KeyCause => {
    const { cause, undecided, doubt } = readDecision({ place, unknown }, readMissing(missing), rulings);
    const lacks = new Set(cause === "unknown" ? undecided.flatMap((one) => one.missing) : doubt?.missing);
    return {
      cause,
      provisional: doubt !== null,
      alternatives: doubt?.alternatives ?? [],
      missing: EVIDENCE_NAMES.filter((name) => lacks.has(name)),
    };
  };
  return (decision) => {
    const name = decision.join(" ");
    const found = known.get(name) ?? read(decision);
    known.set(name, found);
    return found;
  };
}
