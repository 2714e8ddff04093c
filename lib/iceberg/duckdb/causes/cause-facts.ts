import { z } from "zod";
import { readDecision } from "#lib/causes/decide.ts";
import type { CauseFacts, CauseShare } from "#lib/iceberg/contract-causes.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { CAUSED } from "#lib/iceberg/duckdb/causes/classify.ts";
import { MEASURES } from "#lib/iceberg/duckdb/causes/measure.ts";
import { readMissing } from "#lib/iceberg/duckdb/causes/missing-bits.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import { CAUSE_NAMES, EVIDENCE_NAMES } from "#lib/names.ts";

const group = z.object({ place: count, unknown: count, missing: count, keys: count, surplus: count });

const measured = z.object({ place: count, total: z.string().nullable(), without: count });

export interface CauseSums {
  shares: CauseShare[];
  undecided: CauseFacts["undecided"];
  /** Surplus rows without a value of the measure. */
  rowsWithout: number;
}

/**
 * Adds up CAUSED. In: the number of duplicated keys and surplus rows that the count found, and whether MEASURES is filled.
 * Throws Error when the causes do not add up to them.
 */
export async function sumCauses(
  { database }: CauseReading,
  counted: { keys: number; surplusRows: number },
  hasMeasure: boolean,
): Promise<CauseSums> {
  const groups = await database.rows(
    `SELECT place, unknown, missing, count(*) AS keys, sum(n - 1)::BIGINT AS surplus FROM ${CAUSED} GROUP BY ALL ORDER BY ALL`,
    group,
  );
  const sum = (of: "keys" | "surplus", some = groups) => some.reduce((total, one) => total + one[of], 0);
  if (sum("keys") !== counted.keys || sum("surplus") !== counted.surplusRows)
    throw new Error(
      `${sum("keys")} duplicated keys with ${sum("surplus")} surplus rows have a cause, and ${counted.keys} with ${counted.surplusRows} were counted`,
    );
  const measures = hasMeasure ? await sumMeasures(database) : [];
  const decided = groups.map((one) => ({ ...one, ...readDecision(one.place, one.unknown, readMissing(one.missing)) }));
  const shares = CAUSE_NAMES.flatMap((cause): CauseShare[] => {
    const of = decided.filter((one) => one.cause === cause);
    if (of.length === 0) return [];
    const total = measures.find(({ place }) => place === of[0]?.place)?.total ?? null;
    return [{ cause, keys: sum("keys", of), surplusRows: sum("surplus", of), measure: hasMeasure ? (total ?? "0") : null }];
  });
  return { shares, undecided: addUndecided(decided), rowsWithout: measures.reduce((total, { without }) => total + without, 0) };
}

async function sumMeasures(database: CauseReading["database"]): Promise<z.infer<typeof measured>[]> {
  return await database.rows(
    `SELECT c.place, CAST(sum(m.total) AS VARCHAR) AS total, coalesce(sum(m.rows_without), 0)::BIGINT AS without
     FROM ${CAUSED} c JOIN ${MEASURES} m ON m.id = c.id GROUP BY c.place`,
    measured,
  );
}

/** By cause and by what is missing, both in their own order. */
function addUndecided(decided: readonly (ReturnType<typeof readDecision> & { keys: number })[]): CauseFacts["undecided"] {
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
