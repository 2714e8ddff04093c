import { z } from "zod";
import { readDecision, type Decision } from "#lib/causes/decide.ts";
import { rulingsOf } from "#lib/causes/rulings.ts";
import type { CauseFacts, CauseShare } from "#lib/iceberg/contract-causes.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { CAUSED } from "#lib/iceberg/duckdb/causes/classify.ts";
import { knownColumns } from "#lib/iceberg/duckdb/causes/table-evidence.ts";
import type { Measured } from "#lib/iceberg/duckdb/causes/measure.ts";
import { readMissing } from "#lib/iceberg/duckdb/causes/missing-bits.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { CAUSE_NAMES, EVIDENCE_NAMES } from "#lib/names.ts";

const group = z.object({ place: count, unknown: count, missing: count, keys: count, surplus: count });

export interface CauseSums {
  shares: CauseShare[];
  undecided: CauseFacts["undecided"];
  provisional: NonNullable<CauseFacts["provisional"]>;
}

/**
 * Adds up CAUSED. In: the number of duplicated keys and surplus rows that the count found, and the measure's sums; null: none was summed.
 * Throws Error when the causes do not add up to them.
 */
export async function sumCauses(
  reading: CauseReading,
  counted: { keys: number; surplusRows: number },
  measured: Pick<Measured, "totals"> | null,
): Promise<CauseSums> {
  const groups = await reading.database.rows(
    `SELECT place, unknown, missing, count(*) AS keys, sum(n - 1)::BIGINT AS surplus FROM ${CAUSED} GROUP BY ALL ORDER BY ALL`,
    group,
  );
  const sum = (of: "keys" | "surplus", some = groups) => some.reduce((total, one) => total + one[of], 0);
  if (sum("keys") !== counted.keys || sum("surplus") !== counted.surplusRows)
    throw new Error(
      `${sum("keys")} duplicated keys with ${sum("surplus")} surplus rows have a cause, and ${counted.keys} with ${counted.surplusRows} were counted`,
    );
  const rulings = rulingsOf(knownColumns(reading));
  const decided = groups.map((one) => ({ ...one, ...readDecision(one, readMissing(one.missing), rulings) }));
  const shares = CAUSE_NAMES.flatMap((cause): CauseShare[] => {
    const of = decided.filter((one) => one.cause === cause);
    if (of.length === 0) return [];
    const measure = measured && (measured.totals.get(of[0]?.place ?? -1) ?? "0");
    return [{ cause, keys: sum("keys", of), surplusRows: sum("surplus", of), measure }];
  });
  return { shares, undecided: addUndecided(decided), provisional: addDoubts(decided) };
}

/** By cause, in their order; of each all that it may be instead, and all that would decide it. */
function addDoubts(decided: readonly (Decision & { keys: number })[]): CauseSums["provisional"] {
  return CAUSE_NAMES.flatMap((cause) => {
    const doubted = decided.flatMap(({ doubt, keys, ...one }) => (one.cause === cause && doubt !== null ? [{ ...doubt, keys }] : []));
    if (doubted.length === 0) return [];
    return [
      {
        cause,
        keys: doubted.reduce((sum, { keys }) => sum + keys, 0),
        alternatives: CAUSE_NAMES.filter((name) => doubted.some(({ alternatives }) => alternatives.includes(name))),
        missing: EVIDENCE_NAMES.filter((name) => doubted.some(({ missing }) => missing.includes(name))),
      },
    ];
  });
}

/** By cause and by what is missing, both in their own order. */
function addUndecided(decided: readonly (Decision & { keys: number })[]): CauseFacts["undecided"] {
  const found = new Map<string, CauseFacts["undecided"][number]>();
  for (const { undecided, keys } of decided)
    for (const { cause, missing } of undecided) {
      const name = JSON.stringify([cause, missing]);
      const known = found.get(name) ?? { cause, missing, keys: 0 };
      known.keys += keys;
      found.set(name, known);
    }
  const order = ({ cause, missing }: { cause: (typeof CAUSE_NAMES)[number]; missing: readonly (typeof EVIDENCE_NAMES)[number][] }) => [
    CAUSE_NAMES.indexOf(cause),
    ...missing.map((name) => EVIDENCE_NAMES.indexOf(name)),
  ];
  return [...found.values()].toSorted((a, b) => compareLists(order(a), order(b)));
}

function compareLists(one: readonly number[], other: readonly number[]): number {
  for (const [at, number] of one.entries()) {
    const difference = number - (other[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
