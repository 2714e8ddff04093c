import type { CauseReading } from "#lib/iceberg/duckdb/causes/cause-reading.ts";
import { deletedFields, equalityReadError, requireColumns } from "#lib/iceberg/duckdb/own-plan/equality-deletes.ts";
import { someOfGroups, type FileGroup } from "#lib/iceberg/duckdb/own-plan/file-groups.ts";
import { scopeNumbers } from "#lib/iceberg/duckdb/causes/file-facts.ts";
import { createTable } from "#lib/iceberg/duckdb/own-plan/insert-rows.ts";
import { FILE, readFilesSql, type NamedField } from "#lib/iceberg/duckdb/own-plan/read-files.ts";
import { ident } from "#lib/iceberg/duckdb/sql.ts";
import { equalityScope } from "#lib/iceberg/plan/delete-scope.ts";
import type { EqualityDeleteFile } from "#lib/iceberg/plan/entries.ts";

/** Live equality deletes by one set of columns, whatever they reach. */
export interface DeletedSet {
  fields: NamedField[];
  /** Those of the fields that are columns of the key; none: such a delete is for a row and not for a key. */
  ofKey: NamedField[];
  groups: FileGroup<EqualityDeleteFile>[];
}

/** The live equality deletes by their columns, in the order of the plan. Throws table_unreadable with the file. */
export function deletedSets({ live, planned }: CauseReading): DeletedSet[] {
  const { columns, schema, table } = planned;
  const keyIds = new Set(columns.key.map(({ id }) => id));
  const bySet = Map.groupBy(equalityFiles(live), ({ equalityIds }) => equalityIds.join(","));
  return [...bySet.values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    const ofSet = new Set(members);
    const groups = someOfGroups(live.equality.groups, (file) => ofSet.has(file));
    const fields = deletedFields(first, schema, table.metadata.schemas);
    requireColumns(groups, fields);
    return [{ fields, ofKey: fields.filter(({ field }) => keyIds.has(field.id)), groups }];
  });
}

/** All live equality-delete files in the order by which DELETE_FACTS numbers them. */
export function equalityFiles({ equality }: CauseReading["live"]): EqualityDeleteFile[] {
  return equality.groups.flatMap((group) => group.files);
}

/** The fields of all sets, each once. */
export function fieldsOfSets(sets: readonly DeletedSet[]): NamedField[] {
  return [...new Map(sets.flatMap(({ fields }) => fields).map((field) => [field.alias, field])).values()];
}

/**
 * Table of the live equality-delete files: `number` INTEGER, `sequence` BIGINT, `scope` INTEGER as in FILE_FACTS (a number of its own where no
 * data file lies there; NULL: the whole table).
 */
export const DELETE_FACTS = "own_delete_facts";

/** Fills DELETE_FACTS. */
export async function createDeleteFacts({ database, live, planned }: CauseReading): Promise<void> {
  const scopes = scopeNumbers({ live });
  const rows = equalityFiles(live).map((file, number) => {
    const scope = equalityScope(file, planned.table.metadata.specs);
    if (scope !== null && !scopes.has(scope)) scopes.set(scope, scopes.size);
    return [number, file.sequenceNumber, scope === null ? null : (scopes.get(scope) ?? null)] as const;
  });
  await createTable(database, DELETE_FACTS, { number: "INTEGER", sequence: "BIGINT", scope: "INTEGER" }, rows);
}

/** SQL for the deleted rows of a set: its fields by their names, and `number`, `sequence`, `scope` of the file. */
export function deletedRowsSql({ live }: CauseReading, { fields, groups }: DeletedSet): string {
  const numbers = new Map(equalityFiles(live).map((file, number) => [file, number]));
  const read = readFilesSql(groups, fields, true, (file) => numbers.get(file) ?? -1);
  return `SELECT d.*, f.number, f.sequence, f.scope FROM (${read}) d JOIN ${DELETE_FACTS} f ON f.number = d.${FILE}`;
}

/** SQL that holds where the relations are equal in all fields; NULL equals NULL, as in an equality delete. `prefix`: before the right one's names. */
export function equalIn(fields: readonly NamedField[], left: string, right: string, prefix = ""): string {
  return fields.map(({ alias }) => `${left}.${ident(alias)} IS NOT DISTINCT FROM ${right}.${ident(`${prefix}${alias}`)}`).join(" AND ");
}

/** Runs a statement over deletedRowsSql. Throws table_unreadable where a file cannot be read. */
export async function runOverDeletes({ database }: CauseReading, sql: string): Promise<void> {
  try {
    await database.run(sql);
  } catch (cause) {
    throw equalityReadError(cause);
  }
}
