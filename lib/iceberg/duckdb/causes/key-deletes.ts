import type { KeyDelete } from "#lib/iceberg/contract-causes.ts";
import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";

/** A row of a sample: the number of its key, its place among the key's sampled rows, and where it lies (FILE, POSITION). */
export interface SampledPlace {
  key: number;
  place: number;
  file: number;
  position: number;
}

/**
 * Live equality deletes for the sampled keys, by the key's number: newest first, at most twenty. Where there are more, those are kept that
 * decide a cause: of a row's own sequence number, and the newest of each partition that reaches a row. A key without deletes is left out.
 * Columns of the key are named as the request writes them. Throws table_unreadable, table_unsupported with the file.
 */
export async function readKeyDeletes(reading: CauseReading, rows: readonly SampledPlace[]): Promise<Map<number, KeyDelete[]>> {
  throw new Error("not yet");
}
