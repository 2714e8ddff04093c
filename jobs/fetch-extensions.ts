import { makeDataFolder } from "#lib/data-folder.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { ensureExtensions } from "#lib/iceberg/duckdb/extensions.ts";
import { liesBelow } from "#lib/store-place.ts";

/** The part of `npm run setup` that needs packages: puts DuckDB's extensions where the reader looks for them. */
try {
  const { dataDir, extensionDir, extensionRepository } = env();
  // Before anything is made below it with the usual rights.
  if (liesBelow(extensionDir, dataDir)) await makeDataFolder(dataDir);
  await ensureExtensions(extensionDir, {
    repository: extensionRepository,
    onProgress: (sentence) => process.stderr.write(`${sentence}\n`),
  });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
