import type { RecognisedColumns } from "#lib/contracts/browse-documents.ts";
import type { MatchRule } from "#lib/contracts/catalog-requests.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import type { FoundTable } from "#lib/iceberg/contract-asking.ts";
import { losesPrecision } from "#lib/iceberg/duckdb/iceberg-types.ts";
import { resolveColumn } from "#lib/iceberg/plan/column-path.ts";
import { describeTable } from "#lib/iceberg/plan/describe-table.ts";
import type { TableMetadata } from "#lib/iceberg/plan/metadata.ts";

interface Named {
  catalog: string;
  /** As people write it: what the entry is called too. */
  table: string;
  key: MatchRule["key"];
}

/** A table as an item of `tables`: its name, place, key by the rule, and the columns that were recognised; or why it has no such key. Pure. */
export function toEntry(metadata: TableMetadata, { catalog, table, key }: Named): Pick<FoundTable, "written" | "problem"> {
  const { identifierColumns, recognised } = describeTable(metadata, { location: "", name: table });
  const chosen = key.by === "identifier" ? { columns: identifierColumns } : chooseKey(metadata, key.keys);
  if ("problem" in chosen) return { written: null, problem: chosen.problem };
  if (chosen.columns.length === 0) {
    const problem = "The table names no identifier fields, so there is no key to watch it by. Name columns instead.";
    return { written: null, problem };
  }
  const [first = "", ...others] = chosen.columns;
  return {
    written: { name: table, catalog, table, key: others.length === 0 ? first : chosen.columns, ...writtenColumns(recognised) },
    problem: null,
  };
}

/** The recognised columns as the configuration says them. Pure. */
function writtenColumns({ kind, kafka, cdc, event_time }: RecognisedColumns): WrittenEntry {
  const { lsn, ...others } = cdc;
  const change = { ...others, ...(lsn !== undefined && { lsn: lsn.length === 1 ? (lsn[0] ?? "") : lsn }) };
  return {
    kind,
    ...(Object.keys(kafka).length > 0 && { kafka }),
    ...(Object.keys(change).length > 0 && { cdc: change }),
    ...(event_time !== undefined && { event_time }),
  };
}

/** The first of the keys whose columns the table has, and has as single values. */
function chooseKey({ currentSchema }: TableMetadata, keys: readonly string[][]): { columns: string[] } | { problem: string } {
  let problem = "";
  for (const columns of keys) {
    try {
      for (const written of columns) {
        const { type } = resolveColumn(currentSchema.fields, written);
        if (typeof type !== "string") throw new AppError("wrong_key_type", `Column ${written} is a ${type.type}, which cannot be a key.`);
        if (losesPrecision(type))
          throw new AppError("wrong_key_type", `Column ${written} is a ${type}, which is not read whole, so it cannot be a key.`);
      }
      return { columns };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problem ||= error.message;
    }
  }
  return { problem: keys.length > 1 ? `It has the columns of none of the ${keys.length} keys. The first: ${problem}` : problem };
}
