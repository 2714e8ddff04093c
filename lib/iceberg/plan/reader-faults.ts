import type { ReaderFault } from "#lib/iceberg/contract.ts";
import type { OtherPath } from "#lib/iceberg/plan/delete-scope.ts";
import type { DataFile, EqualityDeleteFile, LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { ofKind } from "#lib/iceberg/plan/file-totals.ts";
import type { PartitionSpec } from "#lib/iceberg/plan/metadata.ts";
import { isUnpartitioned, sourceIds } from "#lib/iceberg/plan/partition-tuple.ts";
import { findFieldById, hasType, type Schema } from "#lib/iceberg/plan/schema.ts";
import { ICEBERG_SCAN } from "#lib/names.ts";

/**
 * Where DuckDB's own Iceberg reader, iceberg_scan of 1.5.5, answers otherwise than the specification. Bergwatch's own plan is not touched;
 * people who compare its numbers with that reader's are, and who asks for a reading by it.
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

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function liesInNull(specs: ReadTable["specs"], { specId, tuple }: DataFile | EqualityDeleteFile): boolean {
  const values = JSON.parse(tuple) as unknown[];
  return specs.get(specId)?.fields.some((field, index) => field.transform !== "void" && values[index] === null) ?? false;
}

/** It compares partition tuples, and ends on a NULL: in either tuple itself, or because a delete of another spec has no such field. */
function failsOnPartitions({ files, specs }: ReadTable, equality: readonly EqualityDeleteFile[]): string | null {
  const scoped = equality.filter((file) => !isUnpartitioned(specs.get(file.specId) ?? { "spec-id": file.specId, fields: [] }));
  const under = new Set(scoped.map((file) => file.specId));
  if (under.size > 1) return `${ICEBERG_SCAN} may fail on this table: it has equality deletes under ${under.size} partition specs.`;
  const inNull = scoped.find((file) => liesInNull(specs, file));
  if (inNull) return `${ICEBERG_SCAN} may fail on this table: the equality-delete file ${inNull.path} is in a NULL partition.`;
  const beside = scoped.length > 0 ? files.data.find((file) => liesInNull(specs, file)) : undefined;
  return beside
    ? `${ICEBERG_SCAN} may fail on this table: the data file ${beside.path} is in a NULL partition, and there are equality deletes of partitions.`
    : null;
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
  return moved ? `${ICEBERG_SCAN} fails on this table: it does not look for deletion vectors at the new location of a moved table.` : null;
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

/** As above, for columns that are no part of the key: whether they hold a NULL was not counted. */
function mayLoseNullRows({ key, schema }: ReadTable, equality: readonly EqualityDeleteFile[]): string | null {
  for (const file of equality) {
    const others = file.equalityIds.filter((id) => !key.ids.includes(id));
    const optional = others.find((id) => findFieldById(schema.fields, id)?.field.required !== true);
    if (optional === undefined) continue;
    const name = findFieldById(schema.fields, optional)?.field.name ?? `field ${optional}`;
    return `${ICEBERG_SCAN} can show fewer rows than are there (its counts hold as "at least"): beside an equality delete such as ${file.path} it loses rows that are NULL in a deleted column, and ${name} may be NULL.`;
  }
  return null;
}

/** It applies a position delete to its path whatever the order of commits, so to a file that was registered again after the delete. */
function ignoresOrder({ files }: ReadTable): string | null {
  const deletes = files.deletes.flatMap((file) => (file.kind === "equality" ? [] : [file]));
  if (deletes.length === 0) return null;
  const oldest = new Map<string, bigint>();
  for (const { path, sequenceNumber } of files.data) oldest.set(path, min(oldest.get(path) ?? sequenceNumber, sequenceNumber));
  const named = new Map<string, bigint>();
  for (const { referencedDataFile: path, sequenceNumber } of deletes)
    if (path !== null) named.set(path, min(named.get(path) ?? sequenceNumber, sequenceNumber));
  const again = files.data.find(({ path, sequenceNumber }) => {
    const deleted = named.get(path);
    return oldest.get(path) !== sequenceNumber || (deleted !== undefined && deleted < sequenceNumber);
  });
  return again
    ? `${ICEBERG_SCAN} may show fewer rows than are there (its counts hold as "at least"): the data file ${again.path} was registered again after position deletes of it, and that reader applies these all the same.`
    : null;
}

/** Its file cache can answer for one vector with the bytes of another of the same Puffin file; with enable_external_file_cache off it does not. */
function mayMixVectors({ files }: ReadTable): string | null {
  const seen = new Set<string>();
  for (const file of files.deletes) {
    if (file.kind !== "vector") continue;
    if (seen.has(file.path))
      return `${ICEBERG_SCAN} can show other rows than are there: several deletion vectors are in ${file.path}, and its file cache can apply one of them to the data file of another. Set enable_external_file_cache to false in DuckDB.`;
    seen.add(file.path);
  }
  return null;
}

/** It reads Parquet only. */
function failsOnFormat({ files }: ReadTable): string | null {
  const other = files.data.find((file) => file.format !== "PARQUET") ?? files.deletes.find(({ format }) => format === "AVRO");
  const what = other && "kind" in other ? "delete file" : "data file";
  return other ? `${ICEBERG_SCAN} fails on this table: the ${what} ${other.path} is ${other.format}, and it reads Parquet only.` : null;
}

const FAULTS: { effect: ReaderFault["effect"]; find: (table: ReadTable, equality: readonly EqualityDeleteFile[]) => string | null }[] = [
  { effect: "may fail", find: failsOnPartitions },
  { effect: "fails", find: failsOnRelocatedVectors },
  { effect: "fails", find: failsOnNanoseconds },
  { effect: "fails", find: crashesOnNestedDeletes },
  { effect: "fails", find: failsOnFormat },
  { effect: "fewer rows", find: leaksAcrossPartitions },
  { effect: "fewer rows", find: losesNullRows },
  { effect: "perhaps fewer rows", find: mayLoseNullRows },
  { effect: "perhaps other rows", find: mayMixVectors },
  { effect: "fewer rows", find: ignoresOrder },
  { effect: "more rows", find: missesOtherPaths },
];

/** All that iceberg_scan is known to get wrong on this table; empty where the two agree. Pure. */
export function readerFaults(table: ReadTable): ReaderFault[] {
  const equality = ofKind(table.files.deletes, "equality");
  return FAULTS.flatMap(({ effect, find }) => {
    const sentence = find(table, equality);
    return sentence === null ? [] : [{ effect, sentence }];
  });
}

/** What is said of it beside an answer of our own: where it may give none, wrong numbers of its are no news. Pure. */
export function sayFaults(faults: readonly ReaderFault[]): string[] {
  const failures = faults.filter(({ effect }) => effect === "fails" || effect === "may fail");
  const certain = faults.filter(({ effect }) => !effect.startsWith("perhaps"));
  return (failures.length > 0 ? failures : certain).map(({ sentence }) => sentence);
}
