import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { sumCauses } from "#lib/iceberg/duckdb/causes/cause-facts.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { CAUSED, classifyKeys } from "#lib/iceberg/duckdb/causes/classify.ts";
import { EVIDENCE, type EvidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { MEASURES, sumMeasure, type Measured } from "#lib/iceberg/duckdb/causes/measure.ts";
import { countRetries } from "#lib/iceberg/duckdb/causes/retries.ts";
import { placeOf } from "#lib/iceberg/duckdb/causes/signatures.ts";
import { rankWinners, WINNERS } from "#lib/iceberg/duckdb/causes/winners.ts";
import type { CountedKeys } from "#lib/iceberg/duckdb/profile/count-keys.ts";

/** What the causes of a table's keys came to; CAUSED holds them by key. */
export interface Explained {
  facts: CauseFacts;
  /** Whether no retained snapshot deletes; null: not known, or no key needed it. */
  neverDeletes: boolean | null;
}

/** Puts every duplicated key under its cause. In: EVIDENCE, as countKeys made it. Throws as GatherFacts says. */
export async function explainKeys(reading: CauseReading, evidence: EvidenceColumns, counted: CountedKeys): Promise<Explained> {
  const { duplicated_keys: keys, surplus_rows: surplusRows } = counted.duplicated;
  const { database, explain } = reading;
  const neverDeletes = await classifyKeys(reading, { evidence, allKeys: counted.allKeys, keys });
  const measured = explain.measure !== null && keys > 0 ? await measureAll(reading) : null;
  const { shares, undecided, rowsWithout } = await sumCauses(reading, { keys, surplusRows }, measured !== null);
  const otherKeys = shares.find(({ cause }) => cause === "key_is_not_business_key");
  const ids = `(SELECT id FROM ${CAUSED} WHERE place = ${placeOf("key_is_not_business_key")})`;
  const facts: CauseFacts = {
    shares,
    retryKeys: await countRetries(reading, ids, otherKeys ? otherKeys.keys + otherKeys.surplusRows : 0),
    undecided,
    measure: explain.measure === null ? null : { value: { column: measured?.column ?? explain.measure, rowsWithout } },
    drift: null,
    notes: [...(neverDeletes?.notes ?? []), ...(measured?.notes ?? [])],
  };
  await database.drop(MEASURES);
  return { facts, neverDeletes: neverDeletes?.value ?? null };
}

/** Sums the measure over the rows that are too many, of all keys. */
async function measureAll(reading: CauseReading): Promise<Measured> {
  await rankWinners(reading, EVIDENCE);
  const measured = await sumMeasure(reading, EVIDENCE);
  await reading.database.drop(WINNERS);
  return measured;
}
