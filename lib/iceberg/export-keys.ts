import { rm } from "node:fs/promises";
import type { ExportKeys } from "#lib/iceberg/contract-keys.ts";
import type { ReaderPool } from "#lib/iceberg/reader-pool.ts";

/** Writes keys in a reader process. A reader that was killed cannot tidy up, so the file of an export that does not end well is removed here. */
export function createExportKeys(readers: ReaderPool): ExportKeys {
  const ask = readers.ask("export");
  return async (request, options) => {
    try {
      return await ask(request, options);
    } catch (error) {
      // What cannot be removed is no reason to hide why the export ended.
      await rm(request.file, { force: true }).catch(() => {});
      throw error;
    }
  };
}
