import type { DuckDBConnection } from "@duckdb/node-api";
import type { NewTable } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import { USUAL_DIALECT, type ManifestDialect } from "#lib/testing/iceberg-writer/manifest-schemas.ts";
import { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import { firstFields } from "#lib/testing/random-history/columns.ts";
import type { Command, History } from "#lib/testing/random-history/history.ts";
import * as maintenance from "#lib/testing/random-history/maintenance-commands.ts";
import { specFields } from "#lib/testing/random-history/partition-specs.ts";
import { Play } from "#lib/testing/random-history/play.ts";
import { deleteElsewhere, deleteRows } from "#lib/testing/random-history/row-delete-commands.ts";
import { append, deleteEqual, overwrite, upsert } from "#lib/testing/random-history/write-commands.ts";

const MIXED: ManifestDialect[] = [
  USUAL_DIALECT,
  { reversed: true, plain: true, codec: "zstandard" },
  { reversed: true, plain: false, codec: "null" },
  { reversed: false, plain: false, foreign: true, codec: "snappy" },
  { reversed: false, plain: true, codec: "deflate" },
];

/** Plays a history into a table under the directory; the same history makes the same table but for file names. */
export async function playHistory(connection: DuckDBConnection, directory: string, history: History): Promise<Play> {
  const fields = firstFields(history.key, history.part, history.nestedKafka);
  const table: NewTable = {
    directory,
    formatVersion: history.part === "timestamp_ns" ? 3 : history.formatVersion,
    fields,
    properties: history.targetFileBytes === null ? {} : { "write.target-file-size-bytes": String(history.targetFileBytes) },
    spec: { "spec-id": 0, fields: specFields(history.spec, fields, [], 999) },
    ...(history.writers === "mixed" && { dialects: MIXED, gzipMetadata: true }),
  };
  const modelled = new ModelledTable(connection, table, history.writers === "mixed");
  const play = new Play(modelled, history);
  for (const command of history.commands) await playCommand(play, command);
  return play;
}

/** Version 1 has no deletes. */
const NEEDS_DELETES = new Set<Command["do"]>(["upsert", "delete equal", "delete rows", "delete elsewhere"]);

async function playCommand(play: Play, command: Command): Promise<void> {
  if (NEEDS_DELETES.has(command.do)) play.table.upgrade(2);
  switch (command.do) {
    case "append":
      return append(play, command);
    case "upsert":
      return upsert(play, command);
    case "delete equal":
      return deleteEqual(play, command);
    case "delete rows":
      return deleteRows(play, command);
    case "delete elsewhere":
      return deleteElsewhere(play, command);
    case "compact":
      return maintenance.compact(play, command);
    case "overwrite":
      return overwrite(play, command);
    case "remove files":
      return maintenance.removeFiles(play, command);
    case "drop deletes":
      return maintenance.dropDeletes(play, command);
    case "rewrite manifests":
      return play.commit({ operation: "replace", rewriteManifests: true });
    case "register twice":
      return maintenance.registerTwice(play, command);
    case "change schema":
      return maintenance.changeSchema(play, command);
    case "change spec":
      return maintenance.changeSpec(play, command);
    case "upgrade":
      return play.table.upgrade(play.table.state.formatVersion === 1 ? 2 : 3);
    case "roll back":
      return maintenance.rollBack(play, command);
    case "expire":
      return maintenance.expire(play, command);
  }
}
