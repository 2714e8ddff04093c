import { z } from "zod";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { evidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { explainKeys, type Explained } from "#lib/iceberg/duckdb/causes/explain.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { isInvalidText } from "#lib/iceberg/plan/read-error.ts";
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
    if (!ranOut(cause) && !isInvalidText(cause)) throw cause;
    for (const name of await tableNames(database)) if (!kept.has(name)) await database.drop(name);
    const counted = await countKeys(database, live, planned.rows, { deletes: "applied", worstMax });
    if (!ranOut(cause)) return { counted, explained: null, causes: { value: null, reason: NOT_TEXT } };
    const reason = `The causes of ${counted.duplicated.duplicated_keys} duplicated keys need more memory or disk than a reading may use: raise BERGWATCH_MEMORY_MAX or BERGWATCH_SPILL_MAX.`;
    return { counted, explained: null, causes: { value: null, reason } };
  }
}

const NOT_TEXT =
  "A column that the causes are told by holds text that is not valid UTF-8, which DuckDB does not read. Correct those rows where they come from.";

function ranOut(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith("Out of Memory Error");
}

async function tableNames(database: Database): Promise<Set<string>> {
  const tables = await database.rows("SELECT table_name AS name FROM duckdb_tables()", z.object({ name: z.string() }));
  return new Set(tables.map(({ name }) => name));
}
