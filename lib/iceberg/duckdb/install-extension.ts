import { DuckDBInstance } from "@duckdb/node-api";
import { literal } from "#lib/iceberg/duckdb/sql.ts";

/**
 * Child process of extensions.ts: `node install-extension.ts <name> <directory> [<repository>]` is DuckDB's INSTALL; its fault goes to
 * standard error. A process of its own, since an INSTALL that waits for the network cannot be interrupted, only ended.
 */
const [name = "", directory = "", repository] = process.argv.slice(2);
try {
  const instance = await DuckDBInstance.create(":memory:", { extension_directory: directory });
  const connection = await instance.connect();
  await connection.run(`INSTALL ${name}${repository === undefined ? "" : ` FROM ${literal(repository)}`}`);
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
