import type { FactsRequest, SampledKey } from "#lib/iceberg/contract.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { Fact } from "#lib/iceberg/contract-fact.ts";
import { sumCauses } from "#lib/iceberg/duckdb/causes/cause-facts.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { chooseKeys, CHOSEN } from "#lib/iceberg/duckdb/causes/choose-keys.ts";
import { CAUSED, classifyKeys, type ManifestEvidence } from "#lib/iceberg/duckdb/causes/classify.ts";
import { compactionsOf } from "#lib/iceberg/duckdb/causes/read-compactions.ts";
import { readDrift } from "#lib/iceberg/duckdb/causes/drift-sample.ts";
import { EVIDENCE, type EvidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { explainSample } from "#lib/iceberg/duckdb/causes/explain-sample.ts";
import { keepEvidence } from "#lib/iceberg/duckdb/causes/gather-evidence.ts";
import { addMeasures, MEASURES, sumMeasure, type Measured } from "#lib/iceberg/duckdb/causes/measure.ts";
import { countRetries } from "#lib/iceberg/duckdb/causes/retries.ts";
import { placeOf } from "#lib/iceberg/duckdb/causes/signatures.ts";
import { rankWinners, WINNERS } from "#lib/iceberg/duckdb/causes/winners.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";
import type { CountedKeys } from "#lib/iceberg/duckdb/profile/count-keys.ts";
import { samplePlacedKeys, type PlacedKey } from "#lib/iceberg/duckdb/samples/sample-keys.ts";

/** What the causes of a table's keys came to; CAUSED holds them by key. */
export interface Explained {
  facts: CauseFacts;
  /** Keys that a snapshot and a stream both brought; null: there is no op. */
  overlapKeys: Fact<number> | null;
  manifests: ManifestEvidence;
  /** Sentences on rows of which engines may think differently. */
  doubts: string[];
}

const ONE_TOPIC =
  "Rows without a topic count as one topic's. Add `kafka.topic`, or set it to `none` if the table has no such column and one topic feeds it.";

const NO_KEYS: Pick<CauseFacts, "shares" | "retryKeys" | "undecided" | "provisional" | "drift" | "notes"> = {
  shares: [],
  retryKeys: { value: 0 },
  undecided: [],
  provisional: [],
  drift: null,
  notes: [],
};

/** Puts every duplicated key under its cause. In: EVIDENCE, as countKeys made it. Throws as GatherFacts says. */
export async function explainKeys(reading: CauseReading, evidence: EvidenceColumns, counted: CountedKeys): Promise<Explained> {
  const { duplicated_keys: keys, surplus_rows: surplusRows } = counted.duplicated;
  const { explain, planned } = reading;
  if (keys === 0)
    return {
      facts: { ...NO_KEYS, measure: measureOf(explain.measure, nothingTwice(planned.columns)) },
      overlapKeys: planned.columns.op ? { value: 0 } : null,
      manifests: { neverDeletes: null, nothingErased: false, rewrites: new Map(), isCompacted: compactionsOf(reading) },
      doubts: [],
    };
  const ranked = planned.columns.measure !== null;
  if (ranked) await rankWinners(reading, EVIDENCE);
  const { overlapKeys, manifests, notes } = await classifyKeys(reading, { evidence, allKeys: counted.allKeys, keys, ranked });
  const measured = await measure(reading);
  await reading.database.drop(WINNERS);
  const { shares, undecided, provisional } = await sumCauses(reading, { keys, surplusRows }, measured?.value ?? null);
  const otherKeys = shares.find(({ cause }) => cause === "key_is_not_business_key");
  const ids = `(SELECT id FROM ${CAUSED} WHERE place = ${placeOf("key_is_not_business_key")})`;
  const facts: CauseFacts = {
    shares,
    retryKeys: await countRetries(reading, ids, otherKeys ? otherKeys.keys + otherKeys.surplusRows : 0),
    undecided,
    provisional,
    measure: measureOf(explain.measure, measured),
    drift: await readDrift(reading, evidence),
    notes: [...notes, ...(measured?.value?.notes ?? []), ...noteTopic(undecided)],
  };
  await reading.database.drop(MEASURES);
  return { facts, overlapKeys, manifests, doubts: doubtRewrites(manifests) };
}

/** A sample with a share for each cause, its rows with their evidence. In: CAUSED and EVIDENCE; both are dropped. */
export async function sampleCauses(
  reading: CauseReading,
  { counted, explained, sample }: { counted: CountedKeys; explained: Explained; sample: FactsRequest["sample"] },
): Promise<SampledKey[]> {
  const { database, live, planned } = reading;
  if (sample.keysMax === 0 || counted.duplicated.duplicated_keys === 0) return [];
  await chooseKeys(database, live, { rows: planned.rows, allKeys: counted.allKeys, keysMax: sample.keysMax });
  for (const table of [CAUSED, EVIDENCE]) await database.drop(table);
  const keys = await samplePlacedKeys(database, live, { ...planned, ...sample, rowsPerKeyMin: 2, chosen: true });
  return await explainSample(reading, keys, explained);
}

/** One key that was looked for, with its verdict. In: SUSPECTS with all its rows and no others, read with the evidence. */
export async function explainFound(reading: CauseReading, evidence: EvidenceColumns, found: PlacedKey): Promise<SampledKey> {
  const { database } = reading;
  await keepEvidence(database, evidence);
  const { manifests } = await classifyKeys(reading, { evidence, allKeys: true, keys: 1, ranked: false });
  await database.run(`CREATE OR REPLACE TABLE ${CHOSEN} AS SELECT * FROM ${CAUSED}`);
  const [key] = await explainSample(reading, [found], { manifests, facts: { drift: null } });
  for (const table of [CAUSED, CHOSEN, EVIDENCE]) await database.drop(table);
  return key ?? found.key;
}

/** A snapshot that lists what a rewrite removed can be read in two ways. */
export function doubtRewrites({ rewrites }: ManifestEvidence): string[] {
  const [first] = rewrites;
  if (first === undefined) return [];
  const [file, by] = first;
  const more = rewrites.size === 1 ? "" : ` (and ${rewrites.size - 1} more)`;
  return [
    `The data file ${file}${more} is live, though the rewrite of snapshot ${[...by][0]} removed it, and so are the files that replaced it. Its rows are counted, as the specification says; other engines may not. Take the old files out of the table.`,
  ];
}

/** One topic is taken for granted where there is no column for it. */
function noteTopic(undecided: CauseFacts["undecided"]): string[] {
  const asks = undecided.some(({ cause, missing }) => cause === "several_topics" && missing.includes("kafka-topic"));
  return asks ? [ONE_TOPIC] : [];
}

/** In: the column that was asked for, and what came of it; null: none. */
function measureOf(column: string | null, measured: Fact<Measured> | null): CauseFacts["measure"] {
  if (column === null || measured === null) return null;
  if (measured.value === null) return measured;
  const { rowsWithout, tiedKeys } = measured.value;
  return { value: { column, rowsWithout, tiedKeys } };
}

async function measure(reading: CauseReading): Promise<Fact<Measured> | null> {
  if (reading.explain.measure === null) return null;
  const { measure: column } = reading.planned.columns;
  if (column === null) return nothingTwice(reading.planned.columns);
  const reason = await sumMeasure(reading, EVIDENCE, column);
  return reason === null ? await addMeasures(reading, column) : { value: null, reason };
}

/** Of no rows the sum is 0, but of a column that there is. */
function nothingTwice({ notMeasured }: ResolvedColumns): Fact<Measured> {
  if (notMeasured !== null) return { value: null, reason: notMeasured };
  return { value: { totals: new Map(), rowsWithout: 0, tiedKeys: 0, notes: [] } };
}
