import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { ensureExtensions } from "#lib/iceberg/duckdb/extensions.ts";

/** The part of `npm run setup` that needs packages: puts DuckDB's extensions where the reader looks for them. */
try {
  const { extensionDir, extensionRepository } = env();
  await ensureExtensions(extensionDir, {
    repository: extensionRepository,
    onProgress: (sentence) => process.stderr.write(`${sentence}\n`),
  });
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
