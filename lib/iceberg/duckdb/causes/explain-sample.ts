import { z } from "zod";
import { readDecision } from "#lib/causes/decide.ts";
import { explainKey, type FoundElsewhere } from "#lib/causes/explain-key.ts";
import { isRetry } from "#lib/causes/key-is-not-business-key.ts";
import { rulingsOf } from "#lib/causes/rulings.ts";
import { labelSampledKey } from "#lib/causes/drift/label-sampled-key.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import type { SampledKey } from "#lib/iceberg/contract.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { CHOSEN } from "#lib/iceberg/duckdb/causes/choose-keys.ts";
import { readKeyDeletes } from "#lib/iceberg/duckdb/causes/key-deletes.ts";
import { readMissing } from "#lib/iceberg/duckdb/causes/missing-bits.ts";
import { readRowEvidence } from "#lib/iceberg/duckdb/causes/row-evidence.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";
import type { ManifestEvidence } from "#lib/iceberg/duckdb/causes/classify.ts";
import { tableEvidence } from "#lib/iceberg/duckdb/causes/table-evidence.ts";
import type { PlacedKey } from "#lib/iceberg/duckdb/samples/sample-keys.ts";

/**
 * The sampled keys with the evidence of their rows, and those with more than one row with their verdict. In: keys of CHOSEN. Cause and what
 * is undecided are those of all rows of the key; the winner is that among the sampled rows.
 */
export async function explainSample(
  reading: CauseReading,
  keys: readonly PlacedKey[],
  { manifests, facts: { drift } }: { manifests: ManifestEvidence; facts: Pick<CauseFacts, "drift"> },
): Promise<SampledKey[]> {
  if (keys.length === 0) return [];
  const decisions = await reading.database.rows(
    `SELECT CAST(id AS VARCHAR) AS id, place, unknown, missing FROM ${CHOSEN}`,
    z.object({ id: z.string(), place: count, unknown: count, missing: count }),
  );
  const table = tableEvidence(reading, manifests);
  const rulings = rulingsOf(table);
  const byId = new Map(decisions.map((one) => [one.id, readDecision(one, readMissing(one.missing), rulings)]));
  const asksContent = [...byId.values()].some(({ cause }) => cause === "key_is_not_business_key");
  const rowsOf = await readRowEvidence(reading, keys, { asksContent, isCompacted: manifests.isCompacted });
  const places = keys.flatMap((key, number) => key.places.map(({ file, position }, place) => ({ key: number, place, file, position })));
  const deletes = await readKeyDeletes(reading, places);
  return keys.map(({ id, key }, number) => {
    const rows = rowsOf[number] ?? [];
    const decision = byId.get(id);
    if (!decision) return { ...key, rows };
    const whole = rows.length === key.rowCount;
    const evidence = { rows, deletes: deletes.get(number) ?? [] };
    const found: FoundElsewhere = { ...decision, retry: whole ? isRetry(evidence) : null };
    return { ...key, rows, verdict: explainKey(evidence, table, { found, drift: labelSampledKey(rows, drift) }) };
  });
}
