import { AppError } from "#lib/errors.ts";
import type { ReaderLimits } from "#lib/iceberg/contract.ts";
import { diskLimitMessage, memoryLimitMessage } from "#lib/iceberg/reader-limits.ts";
import type { ReaderFailure } from "#lib/iceberg/reader-protocol.ts";
import { storeFault } from "#lib/iceberg/stores/store-faults.ts";

/** What an error says about the disk rather than about the table. */
const DISK_IS_FULL = /no space left on device|disk quota exceeded|max_temp_directory_size|duckdb_temp_storage/i;
const MEMORY_IS_FULL = /^out of memory error|array buffer allocation failed|invalid typed array length/i;

/**
 * Any error of a reading as a code and a sentence. Errors thrown on purpose pass as they are; DuckDB's are told apart by the words
 * they start with, the only thing that its errors carry.
 */
export function describeReaderError(error: unknown, limits: ReaderLimits): ReaderFailure {
  const detail = describeWithCause(error);
  if (error instanceof AppError) return { code: error.code, message: error.message, detail };
  const fault = firstParagraph(error);
  if (/^interrupt error/i.test(fault)) return { code: "interrupted", message: fault, detail };
  if (DISK_IS_FULL.test(detail)) return { code: "out_of_disk", message: diskLimitMessage(limits, fault), detail };
  if (MEMORY_IS_FULL.test(fault)) return { code: "out_of_memory", message: memoryLimitMessage(limits, fault), detail };
  if (/^(?:internal|fatal) error/i.test(fault)) {
    const message = `DuckDB's reader of Iceberg tables failed inside: ${fault}. The table may be sound; report this with the table's metadata.`;
    return { code: "reader_crashed", message, detail };
  }
  if (/^missing extension error|extension ".*" (?:not found|could not be loaded)/i.test(fault)) {
    return { code: "extension_missing", message: `An extension of DuckDB is missing: ${fault}. Run "npm run setup".`, detail };
  }
  if (/^not implemented error/i.test(fault))
    return { code: "table_unsupported", message: `DuckDB cannot read this table: ${fault}.`, detail };
  const store = storeFault(error instanceof Error ? error.message : fault);
  if (store !== null) {
    const message = `A file of the table ${store.fault}. ${store.mend ?? "Check that the file is there."}`;
    return { code: "table_unreadable", message, detail };
  }
  if (/^(?:io|http|permission|invalid input|serialization|conversion) error/i.test(fault)) {
    return {
      code: "table_unreadable",
      message: `The table cannot be read: ${fault}. Check that the file is there, whole, and may be read.`,
      detail,
    };
  }
  return { code: "internal", message: `The reading failed in a way that is not known: ${fault}. Please report it.`, detail };
}

/** DuckDB's errors hold hints and the statement below the first line; what is wrong stands in it. Without its full stop. */
function firstParagraph(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.trim().split("\n")[0] ?? "").trim().replace(/\.$/, "");
}

function describeWithCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${describeWithCause(error.cause)}`;
}
