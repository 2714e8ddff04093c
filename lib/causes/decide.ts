import { evaluate, toSql } from "#lib/causes/condition.ts";
import type { KeySignature } from "#lib/causes/features.ts";
import { CAUSES } from "#lib/causes/registry.ts";
import type { UndecidedCause } from "#lib/iceberg/contract-causes.ts";
import { EVIDENCE_NAMES, type CauseName, type EvidenceName } from "#lib/names.ts";

/** The first cause that holds, and those before it that could not be decided. Pure. */
export function decide({ features, missing }: KeySignature): { cause: CauseName; undecided: UndecidedCause[] } {
  const truths = CAUSES.map(({ condition }) => evaluate(condition, features));
  const first = truths.indexOf(true);
  return {
    cause: CAUSES[first]?.name ?? "unknown",
    undecided: undecidedOf(
      truths.map((truth) => truth === null),
      first,
      missing,
    ),
  };
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
  place: number,
  unknownBits: number,
  missing: ReadonlySet<EvidenceName>,
): { cause: CauseName; undecided: UndecidedCause[] } {
  const unknown = CAUSES.map((_, at) => (unknownBits & (2 ** at)) !== 0);
  return { cause: CAUSES[place]?.name ?? "unknown", undecided: undecidedOf(unknown, place, missing) };
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
