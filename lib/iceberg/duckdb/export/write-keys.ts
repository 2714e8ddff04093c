import type { Progress } from "#lib/iceberg/contract.ts";
import type { KeyExport, KeyExportRequest } from "#lib/iceberg/contract-keys.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { engineInfo } from "#lib/iceberg/duckdb/engine-info.ts";
import { CsvEncoder } from "#lib/iceberg/duckdb/export/csv-encoder.ts";
import { streamDuplicatedKeys } from "#lib/iceberg/duckdb/export/duplicated-keys.ts";
import { explainPairs, type PairCauses } from "#lib/iceberg/duckdb/export/explain-pairs.ts";
import { groupPairs, PAIRS } from "#lib/iceberg/duckdb/export/group-pairs.ts";
import { KeyFile, type KeyEncoder } from "#lib/iceberg/duckdb/export/key-file.ts";
import { CAUSED } from "#lib/iceberg/duckdb/causes/classify.ts";
import { faultsOfScan, judgeReading, openReading, scanError, type Reading } from "#lib/iceberg/duckdb/open-reading.ts";
import { describeSnapshots } from "#lib/iceberg/plan/read-snapshots.ts";

const REPORT_MS = 500;

type Report = (progress: Progress) => void;

async function newEncoder({ format, key }: KeyExportRequest, file: KeyFile): Promise<KeyEncoder> {
  if (format === "csv") return new CsvEncoder(file, key);
  // Loaded when it is asked for: every reader that starts would wait for it.
  const { ArrowEncoder } = await import("#lib/iceberg/duckdb/export/arrow-encoder.ts");
  return new ArrowEncoder(file, key);
}

/** Writes the keys of PAIRS and says now and then how many there are so far. */
async function writeFile(
  database: Database,
  request: KeyExportRequest,
  { planned, bytesPlanned }: Reading,
  { pairs, causes, report }: { pairs: number; causes: PairCauses; report: Report },
): Promise<Pick<KeyExport, "keys" | "rows" | "bytes">> {
  const file = new KeyFile(request.file);
  try {
    const encoder = await newEncoder(request, file);
    const masked = request.key.map((column) => request.masked.includes(column));
    const written = { keys: 0, rows: 0 };
    let reported = 0;
    const tell = (): void => {
      reported = performance.now();
      report({ phase: "writing", detail: `writing duplicated keys, ${written.keys} so far`, bytesPlanned });
    };
    tell();
    await streamDuplicatedKeys(database, planned, { pairs, masked, partitions: !request.hidesPartitions, causes }, (key) => {
      encoder.add(key);
      written.keys++;
      written.rows += key.rows;
      if (performance.now() - reported > REPORT_MS) tell();
    });
    encoder.end();
    return { ...written, bytes: file.close() };
  } catch (cause) {
    file.discard();
    throw cause;
  }
}

/**
 * Writes every duplicated key of one table at one snapshot to a file, with bounded memory. Key columns are named as they were asked for and
 * stand first. Throws as ExportKeys says, or DuckDB's error where memory, disk or an interruption ended it; no file is left then.
 */
export async function writeKeys(database: Database, request: KeyExportRequest, report: Report): Promise<KeyExport> {
  const started = performance.now();
  const reading = await openReading(database, request, report);
  const { planned, live, bytesPlanned } = reading;
  const { table, pinned, files } = planned;
  report({ phase: "counting", detail: `counting keys in ${files.data.length} data files`, bytesPlanned });
  try {
    const { counts, pairs } = await groupPairs(database, live, planned);
    const trust = await judgeReading(database, reading, faultsOfScan(reading, request.relocated, counts.nullKeyRows), counts.rowsRead);
    const engine = await engineInfo(database, "own plan");
    report({ phase: "counting", detail: "looking for the causes of the duplicated keys", bytesPlanned });
    const causes = await explainPairs(database, reading, request.explain);
    const written = await writeFile(database, request, reading, { pairs, causes, report });
    for (const name of [PAIRS, CAUSED]) await database.drop(name);
    return {
      snapshot: describeSnapshots(table.metadata, pinned?.snapshot ?? null).snapshot,
      ...written,
      trust: { ...trust, reasons: [...trust.reasons, ...causes.doubts] },
      engine,
      cost: { bytesPlanned, milliseconds: Math.round(performance.now() - started) },
    };
  } catch (cause) {
    throw scanError(reading, cause);
  }
}
