import { z } from "zod";
import type { ExplainRequest } from "#lib/iceberg/contract-causes.ts";
import { CAUSED, classifyKeys } from "#lib/iceberg/duckdb/causes/classify.ts";
import { EVIDENCE, evidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { doubtRewrites } from "#lib/iceberg/duckdb/causes/explain.ts";
import { readEvidence } from "#lib/iceberg/duckdb/causes/gather-evidence.ts";
import { dropOthers, isOfCauses, tableNames, whyNotExplained } from "#lib/iceberg/duckdb/causes/not-explained.ts";
import { causeReader, type KeyCause } from "#lib/iceberg/duckdb/causes/read-cause.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { PAIRS } from "#lib/iceberg/duckdb/export/group-pairs.ts";
import type { ExportedCause } from "#lib/iceberg/duckdb/export/key-file.ts";
import type { Reading } from "#lib/iceberg/duckdb/open-reading.ts";
import { count } from "#lib/iceberg/duckdb/row-schemas.ts";

/** Hashes of the duplicated keys: `h`. */
const DUPLICATED = "own_duplicated_hashes";

/** How the cause of a key comes out of a grouping by key. */
export interface PairCauses {
  /** Relation to join to the keys by `id`, 128 bits of each; null: the causes are not known. */
  from: string | null;
  /** Its columns. */
  sql: string[];
  /** What the values of these columns say. */
  read: (values: readonly number[]) => ExportedCause;
  /** Sentences on rows of which engines may think differently. */
  doubts: string[];
}

/**
 * Puts every duplicated key of PAIRS under its cause, as a run does, with bounded memory: by one more pass over their rows. Where memory, its
 * spill or a column does not allow that, each key says so. Throws as GatherFacts says.
 */
export async function explainPairs(database: Database, reading: Reading, explain: ExplainRequest | undefined): Promise<PairCauses> {
  if (explain === undefined) return notExplained("The causes were not asked for.");
  const { planned, live } = reading;
  const kept = await tableNames(database);
  const { key, hash } = planned.rows;
  await database.run(
    `CREATE OR REPLACE TABLE ${DUPLICATED} AS SELECT ${hash} AS h FROM ${PAIRS} GROUP BY ${key.join(", ")} HAVING sum(c) > 1`,
  );
  const { keys } = await database.row(`SELECT count(*) AS keys FROM ${DUPLICATED}`, z.object({ keys: count }));
  if (keys === 0) return notExplained("No key is duplicated.");
  try {
    const evidence = evidenceColumns(planned.columns, planned.rows);
    await readEvidence(database, live, planned.rows, evidence, `SELECT h FROM ${DUPLICATED}`);
    await database.drop(DUPLICATED);
    const causeReading = { database, planned, live, explain };
    const { manifests } = await classifyKeys(causeReading, { evidence, allKeys: false, keys, ranked: false });
    await database.drop(EVIDENCE);
    const { caused } = await database.row(`SELECT count(*) AS caused FROM ${CAUSED}`, z.object({ caused: count }));
    if (caused !== keys) throw new Error(`${caused} of ${keys} duplicated keys have a cause`);
    const causeOf = causeReader(causeReading);
    const read: PairCauses["read"] = (values) => shown(causeOf(values));
    return { from: CAUSED, sql: ["place", "unknown", "missing"], read, doubts: doubtRewrites(manifests) };
  } catch (cause) {
    if (!isOfCauses(cause)) throw cause;
    await dropOthers(database, kept);
    return notExplained(whyNotExplained(cause, keys));
  }
}

function notExplained(reason: string): PairCauses {
  const none: ExportedCause = { cause: null, provisional: null, alternatives: null, missing: null, notExplained: reason };
  return { from: null, sql: [], read: () => none, doubts: [] };
}

/** As the file has it. */
function shown({ alternatives, missing, ...known }: KeyCause): ExportedCause {
  return { ...known, alternatives: JSON.stringify(alternatives), missing: JSON.stringify(missing), notExplained: null };
}
