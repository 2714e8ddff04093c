import type { OtherPath } from "#lib/iceberg/plan/delete-scope.ts";
import type { EqualityDeleteFile, LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { ofKind } from "#lib/iceberg/plan/file-totals.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { isUnpartitioned, sourceIds } from "#lib/iceberg/plan/partition-tuple.ts";
import { findFieldById, hasType, type Schema } from "#lib/iceberg/plan/schema.ts";
import { ICEBERG_SCAN } from "#lib/names.ts";

/**
 * Where DuckDB's own Iceberg reader, iceberg_scan of 1.5.5, answers otherwise than the specification. Bergwatch reads by its own plan and is
 * not touched; people who compare its numbers with that reader's are.
 */

export interface ReadTable {
  files: LiveFiles;
  specs: ReadonlyMap<number, PartitionSpec>;
  /** Of the snapshot. */
  schema: Schema;
  /** Deletes whose data file was found under another spelling of its path. */
  otherPaths: readonly OtherPath[];
  relocated: boolean;
  /** Field ids of the business key, and how many live rows have a NULL in it. */
  key: { ids: readonly number[]; nullRows: number };
}

/** Columns that decide a row's partition under a spec. */
function partitionSources(spec: PartitionSpec): number[] {
  const fields = spec.fields.filter((field) => field.transform !== "void");
  return fields.flatMap(sourceIds);
}

/** It compares partition tuples, and ends on a NULL: in the tuple itself, or because a delete of another spec has no such field. */
function failsOnPartitions({ specs }: ReadTable, equality: readonly EqualityDeleteFile[]): string | null {
  const scoped = equality.filter((file) => !isUnpartitioned(specs.get(file.specId) ?? { "spec-id": file.specId, fields: [] }));
  const under = new Set(scoped.map((file) => file.specId));
  if (under.size > 1) return `${ICEBERG_SCAN} may fail on this table: equality deletes lie under ${under.size} partition specs.`;
  const inNull = scoped.find((file) => {
    const tuple = JSON.parse(file.tuple) as unknown[];
    return specs.get(file.specId)?.fields.some((field, index) => field.transform !== "void" && tuple[index] === null);
  });
  return inNull ? `${ICEBERG_SCAN} may fail on this table: the equality-delete file ${inNull.path} lies in a NULL partition.` : null;
}

/**
 * It applies an equality delete to every partition. That removes too much, unless equal values always lie in one partition: all live files
 * under one spec whose source columns are all among the equality columns.
 */
function leaksAcrossPartitions({ files, specs }: ReadTable, equality: readonly EqualityDeleteFile[]): string | null {
  const live = new Set([...files.data, ...files.deletes].map((file) => file.specId));
  const leaking = equality.find((file) => {
    const spec = specs.get(file.specId);
    if (!spec || isUnpartitioned(spec)) return false;
    return live.size > 1 || !partitionSources(spec).every((id) => file.equalityIds.includes(id));
  });
  return leaking
    ? `${ICEBERG_SCAN} may show fewer rows than are there (its counts hold as "at least"): it applies equality deletes such as ${leaking.path} to every partition, not to their own alone.`
    : null;
}

function missesOtherPaths({ otherPaths }: ReadTable): string | null {
  const [first] = otherPaths;
  if (!first) return null;
  const more = otherPaths.length > 1 ? ` (and ${otherPaths.length - 1} more)` : "";
  return `${ICEBERG_SCAN} shows more rows than are there (its counts hold as "at most"): ${first.deleteFile} names ${first.named} where the manifest says ${first.dataFile}${more}, and that reader compares the text. Here they were taken as one file. Rewrite the table's position deletes.`;
}

function failsOnRelocatedVectors({ files, relocated }: ReadTable): string | null {
  const moved = relocated && files.deletes.some((file) => file.kind === "vector");
  return moved ? `${ICEBERG_SCAN} fails on this table: it does not look for deletion vectors where a moved table lies now.` : null;
}

function failsOnNanoseconds({ schema }: ReadTable): string | null {
  return hasType(schema.fields, "timestamptz_ns")
    ? `${ICEBERG_SCAN} fails on this table: it has a column of type timestamptz_ns, which that reader refuses.`
    : null;
}

function crashesOnNestedDeletes({ schema }: ReadTable, equality: readonly EqualityDeleteFile[]): string | null {
  const nested = equality.find((file) => file.equalityIds.some((id) => (findFieldById(schema.fields, id)?.path.length ?? 1) > 1));
  return nested
    ? `${ICEBERG_SCAN} crashes on this table: the equality-delete file ${nested.path} deletes by a field inside a struct.`
    : null;
}

function losesNullRows({ key }: ReadTable, equality: readonly EqualityDeleteFile[]): string | null {
  const byKey = key.nullRows > 0 && equality.some((file) => file.equalityIds.some((id) => key.ids.includes(id)));
  return byKey
    ? `${ICEBERG_SCAN} may show fewer rows than are there (its counts hold as "at least"): beside an equality delete it can lose rows that are NULL in the deleted column, and ${key.nullRows} rows here have a NULL key.`
    : null;
}

/** Sentences on what iceberg_scan would get wrong on this table, each with the direction of its error; empty where the two agree. Pure. */
export function readerFaults(table: ReadTable): string[] {
  const equality = ofKind(table.files.deletes, "equality");
  const failures = [
    failsOnPartitions(table, equality),
    failsOnRelocatedVectors(table),
    failsOnNanoseconds(table),
    crashesOnNestedDeletes(table, equality),
  ].filter((said) => said !== null);
  if (failures.length > 0) return failures;
  return [leaksAcrossPartitions(table, equality), losesNullRows(table, equality), missesOtherPaths(table)].filter((said) => said !== null);
}
