import { evaluate, toSql } from "#lib/causes/condition.ts";
import type { KeySignature } from "#lib/causes/features.ts";
import { CAUSES } from "#lib/causes/registry.ts";
import { doubtOf, leaveUndecided, type Rulings } from "#lib/causes/rulings.ts";
import type { Doubt, KeyVerdict, UndecidedCause } from "#lib/iceberg/contract-causes.ts";
import { EVIDENCE_NAMES, type CauseName, type EvidenceName } from "#lib/names.ts";

export type Decision = Pick<KeyVerdict, "cause" | "undecided"> & { doubt: Doubt | null };

/** The first cause that holds, and those before it that could not be decided. Pure. */
export function decide({ features, missing, rulings }: KeySignature): Decision {
  const truths = CAUSES.map(({ condition }) => evaluate(condition, features));
  const first = truths.indexOf(true);
  const unknown = truths.map((truth) => truth === null);
  return ruled(CAUSES[first]?.name ?? "unknown", undecidedOf(unknown, first, missing), rulings);
}

/** SQL for the place (from 0) of the first cause that holds, the number of causes where none does. In: a relation with the features. Pure. */
export function causePlaceSql(relation: string): string {
  const cases = CAUSES.map(({ condition }, place) => `WHEN ${toSql(condition, relation)} THEN ${place}`);
  return `(CASE ${cases.join(" ")} ELSE ${CAUSES.length} END)`;
}

/** SQL for a number whose bit i is set where the condition of cause i is not known. In: as above. Pure. */
export function unknownBitsSql(relation: string): string {
  return `(${CAUSES.map(({ condition }, place) => `CASE WHEN ${toSql(condition, relation)} IS NULL THEN ${2 ** place} ELSE 0 END`).join(" + ")})`;
}

/** What causePlaceSql and unknownBitsSql gave for a key, read. Pure. */
export function readDecision(
  { place, unknown: bits }: { place: number; unknown: number },
  missing: ReadonlySet<EvidenceName>,
  rulings: Rulings,
): Decision {
  const unknown = CAUSES.map((_, at) => (bits & (2 ** at)) !== 0);
  return ruled(CAUSES[place]?.name ?? "unknown", undecidedOf(unknown, place, missing), rulings);
}

function ruled(cause: CauseName, open: readonly UndecidedCause[], rulings: Rulings): Decision {
  const undecided = leaveUndecided(open, rulings);
  return { cause, undecided, doubt: doubtOf(cause, undecided, rulings) };
}

function undecidedOf(unknown: readonly boolean[], place: number, missing: ReadonlySet<EvidenceName>): UndecidedCause[] {
  const before = place < 0 ? CAUSES : CAUSES.slice(0, place);
  const open = new Set<CauseName>(before.filter((_, at) => unknown[at] === true).map(({ name }) => name));
  return before.flatMap(({ name, needs, undecidedWith }) =>
    open.has(name) && !(undecidedWith && open.has(undecidedWith))
      ? [{ cause: name, missing: EVIDENCE_NAMES.filter((one) => needs.includes(one) && missing.has(one)) }]
      : [],
  );
}
