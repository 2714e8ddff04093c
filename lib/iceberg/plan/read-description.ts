import type { TableDescription } from "#lib/contracts/browse-documents.ts";
import type { Progress } from "#lib/iceberg/contract.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import { describeTable } from "#lib/iceberg/plan/describe-table.ts";
import { locateTable } from "#lib/iceberg/plan/locate.ts";

export interface DescriptionRequest {
  /** A `….metadata.json` file or a table directory. */
  location: string;
  relocated: boolean;
}

/** The table at a location, from its metadata file alone. Throws as locateTable. */
export async function readDescription(
  database: Database,
  { location, relocated }: DescriptionRequest,
  report: (progress: Progress) => void,
): Promise<TableDescription> {
  report({ phase: "planning", detail: `reading the metadata of ${location}` });
  const { metadata } = await locateTable(database, location, relocated);
  return describeTable(metadata, { location, name: nameAt(metadata.location) });
}

/** The name of a table by the folder that it calls its own, or its metadata file; catalogs put an id behind the name. Pure. */
export function nameAt(location: string): string {
  const folder =
    location
      .replace(/\/metadata\/[^/]+$/, "")
      .replace(/\/+$/, "")
      .split("/")
      .at(-1) ?? "";
  return folder.replace(/-[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i, "");
}
