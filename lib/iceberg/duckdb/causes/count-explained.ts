import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { evidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { explainKeys, type Explained } from "#lib/iceberg/duckdb/causes/explain.ts";
import { dropOthers, isOfCauses, tableNames, whyNotExplained } from "#lib/iceberg/duckdb/causes/not-explained.ts";
import { countKeys, type CountedKeys } from "#lib/iceberg/duckdb/profile/count-keys.ts";

/** A count with the causes of its keys; `explained` is null where they could not be found, which `causes` then says. */
export interface CountedCauses {
  counted: CountedKeys;
  explained: Explained | null;
  causes: Fact<CauseFacts>;
}

/**
 * Counts the keys and puts every duplicated one under its cause. Where memory or its spill does not suffice, what was found so far is dropped and the
 * keys are counted again without their causes: these need several times the memory of a count. So too where a column that only they read
 * holds text that is not UTF-8. Throws as countKeys and explainKeys do, but for that.
 */
export async function countExplained(
  reading: CauseReading,
  worstMax: number,
  onCounted: (counted: CountedKeys) => void,
): Promise<CountedCauses> {
  const { database, planned, live } = reading;
  const kept = await tableNames(database);
  try {
    const evidence = evidenceColumns(planned.columns, planned.rows);
    const counted = await countKeys(database, live, planned.rows, { deletes: "applied", worstMax, evidence });
    onCounted(counted);
    const explained = await explainKeys(reading, evidence, counted);
    return { counted, explained, causes: { value: explained.facts } };
  } catch (cause) {
    if (!isOfCauses(cause)) throw cause;
    await dropOthers(database, kept);
    const counted = await countKeys(database, live, planned.rows, { deletes: "applied", worstMax });
    const reason = whyNotExplained(cause, counted.duplicated.duplicated_keys);
    return { counted, explained: null, causes: { value: null, reason } };
  }
}
