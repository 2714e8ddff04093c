import { z } from "zod";
import type { EngineInfo } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { ENGINE, type ReadBy } from "#lib/names.ts";

/** Versions that a result is stamped with: another build may read another number. */
export async function engineInfo(database: Database, readBy: ReadBy): Promise<EngineInfo> {
  const { version, extension } = await database.row(
    `SELECT version() AS version, (SELECT string_agg(extension_name || ' ' || extension_version, ', ' ORDER BY extension_name)
       FROM duckdb_extensions() WHERE loaded AND extension_name IN ('avro', 'iceberg')) AS extension`,
    z.object({ version: z.string(), extension: z.string().nullable() }),
  );
  return { name: ENGINE, version: version.replace(/^v/, ""), extension: extension ?? "", readBy };
}
