import { z } from "zod";
import type { Progress, SampledKey } from "#lib/iceberg/contract.ts";
import type { KeyLookUp, KeyLookUpRequest } from "#lib/iceberg/contract-keys.ts";
import { evidenceColumns } from "#lib/iceberg/duckdb/causes/evidence.ts";
import { explainFound } from "#lib/iceberg/duckdb/causes/explain.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { engineInfo } from "#lib/iceberg/duckdb/engine-info.ts";
import { keyConstants } from "#lib/iceberg/duckdb/key-constants.ts";
import { judgeFiles, openReading, scanError, type Reading } from "#lib/iceberg/duckdb/open-reading.ts";
import { KEYS } from "#lib/iceberg/duckdb/profile/key-counts.ts";
import { groupSuspects, SUSPECTS } from "#lib/iceberg/duckdb/profile/two-phases.ts";
import { integerText } from "#lib/iceberg/duckdb/row-schemas.ts";
import { samplePlacedKeys } from "#lib/iceberg/duckdb/samples/sample-keys.ts";
import { describeSnapshots } from "#lib/iceberg/plan/read-snapshots.ts";
import { tableColumns } from "#lib/iceberg/plan/table-columns.ts";

/**
 * The key and its rows. The rows are chosen by the hash of the typed key and then told apart by the key itself, as a count does it: no
 * statistics of a file can hide a row, and a look-up finds as many rows as the count did.
 */
async function findKey(
  database: Database,
  { planned, live }: Reading,
  constants: readonly string[],
  { rowsMax, explain }: Pick<KeyLookUpRequest, "rowsMax" | "explain">,
): Promise<SampledKey | null> {
  const { rows, columns, schema } = planned;
  const { hash } = await database.row(`SELECT hash(${constants.join(", ")}) AS hash`, z.object({ hash: integerText }));
  const evidence = explain ? evidenceColumns(columns, rows) : null;
  const sql = live.sql([...rows.fields, ...(evidence?.fields ?? [])], { deletes: "applied", numbered: true });
  await groupSuspects(database, sql, rows, { hashes: BigUint64Array.of(BigInt(hash)), rows: null, evidence });
  const same = rows.key.map((name, index) => `${name} = ${constants[index]}`).join(" AND ");
  for (const table of [KEYS, SUSPECTS]) await database.run(`DELETE FROM ${table} WHERE NOT (${same})`);
  const [found] = await samplePlacedKeys(database, live, { columns, rows, schema, keysMax: 1, rowsPerKeyMin: 1, rowsPerKeyMax: rowsMax });
  if (!found) return null;
  return explain && evidence && found.key.rowCount > 1
    ? await explainFound({ database, planned, live, explain }, evidence, found)
    : found.key;
}

/**
 * One key of one table at one snapshot, by its exact values: how many live rows it has, and the first of them by file path and position.
 * Throws as LookUpKey says, or DuckDB's error where memory, disk or an interruption ended it.
 */
export async function readKey(database: Database, request: KeyLookUpRequest, report: (progress: Progress) => void): Promise<KeyLookUp> {
  const started = performance.now();
  const reading = await openReading(database, request, report);
  const { table, pinned, schema, columns, files } = reading.planned;
  const constants = await keyConstants(database, columns.key, request.values);
  const { bytesPlanned } = reading;
  report({ phase: "counting", detail: `looking for the key in ${files.data.length} data files`, bytesPlanned });
  try {
    return {
      snapshot: describeSnapshots(table.metadata, pinned?.snapshot ?? null).snapshot,
      found: await findKey(database, reading, constants, request),
      columns: pinned ? tableColumns(schema) : [],
      trust: await judgeFiles(database, reading, request),
      engine: await engineInfo(database, "own plan"),
      cost: { bytesPlanned, milliseconds: Math.round(performance.now() - started) },
    };
  } catch (cause) {
    throw scanError(reading, cause);
  }
}
