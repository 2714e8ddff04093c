import type { LiveRows } from "#lib/iceberg/duckdb/own-plan/live-rows.ts";
import { hasFieldIds } from "#lib/iceberg/duckdb/own-plan/name-mapping.ts";
import { findNode, type ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import type { ResolvedColumns } from "#lib/iceberg/duckdb/resolve-request.ts";

export interface KeyColumns {
  live: Pick<LiveRows, "groups" | "filesWithoutIds">;
  columns: Pick<ResolvedColumns, "key">;
}

/** Files in which a key column is not to be told: it then reads as NULL in the whole file, or as another column. A sentence a kind of fault. Pure. */
export function keyColumnDoubts(evidence: KeyColumns): string[] {
  return [...withoutIds(evidence), ...withoutKeyId(evidence), ...unmappedKey(evidence), ...withoutRequired(evidence), ...twice(evidence)];
}

/** A file of another writer that names its columns without ids, where the table maps no names: its key reads as NULL. */
function withoutIds({ live, columns }: KeyColumns): string[] {
  const [first] = live.filesWithoutIds;
  if (!first) return [];
  const unmapped = live.groups.some(
    (group) => group.files.includes(first) && columns.key.every((column) => findNode(group.columns, column.id) === null),
  );
  if (!unmapped) return [];
  const more = live.filesWithoutIds.length - 1;
  const which = more > 0 ? `${first.path} (and ${more} more)` : first.path;
  return [
    `The data file ${which} carries no field ids and the table has no schema.name-mapping.default for them, so its columns read as NULL. Set the name mapping, or rewrite the file.`,
  ];
}

/** A file that numbers its columns, and not the one that has the key's name: by the specification its key reads as NULL. */
function withoutKeyId({ live, columns }: KeyColumns): string[] {
  for (const group of live.groups) {
    const [file] = group.files;
    const column = columns.key.find(({ id, path }) => {
      const unnumbered = group.columns.some((node) => node.fieldId === null && node.name === path[0]?.name);
      return unnumbered && hasFieldIds(group.columns) && findNode(group.columns, id) === null;
    });
    if (file && column)
      return [
        `The data file ${file.path} has a column ${column.written} without a field id beside others that have one, so it reads as NULL. Rewrite the file.`,
      ];
  }
  return [];
}

/** A file whose columns get their ids by name: the key has none there, and a column of the file has no name in the mapping. */
function unmappedKey({ live, columns }: KeyColumns): string[] {
  const unnumbered = new Set(live.filesWithoutIds);
  for (const group of live.groups) {
    const [file] = group.files;
    if (!file || !group.isMapped || unnumbered.has(file)) continue;
    const stray = group.columns.find((node) => node.fieldId === null);
    const column = columns.key.find(({ id }) => findNode(group.columns, id) === null && !group.constants.has(id));
    if (stray && column)
      return [
        `The data file ${file.path} carries no field ids, and the table's schema.name-mapping.default leads to no column of it for ${column.written} and gives its column ${stray.name} no field, so the key reads as NULL. Correct the name mapping, or rewrite the file.`,
      ];
  }
  return [];
}

/** A required column has a value in every row, and so stands in every file that was written while it was there. */
function withoutRequired({ live, columns }: KeyColumns): string[] {
  for (const group of live.groups) {
    const [file] = group.files;
    const column = columns.key.find(({ id, path }) => {
      const field = path.at(-1);
      const isThere = findNode(group.columns, id) !== null || group.constants.has(id);
      return !isThere && path.every(({ required }) => required === true) && field?.["initial-default"] === undefined;
    });
    if (file && column && hasFieldIds(group.columns))
      return [
        `The data file ${file.path} lacks the required column ${column.written}, so it reads as NULL. Check who wrote it, or rewrite the file.`,
      ];
  }
  return [];
}

function nodesOf(nodes: readonly ParquetNode[], id: number): number {
  return nodes.reduce((sum, node) => sum + (node.fieldId === id ? 1 : 0) + nodesOf(node.children, id), 0);
}

/** Two columns of a file with one field id, or with names that the name mapping leads to one: the specification does not say which counts. */
function twice({ live, columns }: KeyColumns): string[] {
  for (const group of live.groups) {
    const [file] = group.files;
    const column = columns.key.find(({ id }) => nodesOf(group.columns, id) > 1);
    if (file && column)
      return [
        `Two columns of the data file ${file.path} are field ${column.id}, which is ${column.written}, so which one it is is a guess; the first was read. Correct the table's name mapping, or rewrite the file.`,
      ];
  }
  return [];
}
