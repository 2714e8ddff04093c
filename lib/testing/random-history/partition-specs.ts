import type { PartitionField, PartitionSpec, Transform } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { COLUMN, leafById } from "#lib/testing/random-history/columns.ts";
import type { SpecKind } from "#lib/testing/random-history/history.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";

const PARTS: Record<SpecKind, [number, Transform][]> = {
  none: [],
  status: [[COLUMN.status, "identity"]],
  "bucket 2": [[COLUMN.key, "bucket[2]"]],
  "bucket 4": [[COLUMN.key, "bucket[4]"]],
  "truncated key": [[COLUMN.key, "truncate[1]"]],
  day: [[COLUMN.eventTime, "day"]],
  month: [[COLUMN.eventTime, "month"]],
  "kafka partition": [[COLUMN.partition, "identity"]],
  "bucket and status": [
    [COLUMN.key, "bucket[2]"],
    [COLUMN.status, "identity"],
  ],
  void: [[COLUMN.status, "void"]],
  key: [[COLUMN.key, "identity"]],
  part: [[COLUMN.part, "identity"]],
  "part bucket": [[COLUMN.part, "bucket[3]"]],
  "part truncated": [[COLUMN.part, "truncate[2]"]],
  "part year": [[COLUMN.part, "year"]],
  "part month": [[COLUMN.part, "month"]],
  "part day": [[COLUMN.part, "day"]],
  "part hour": [[COLUMN.part, "hour"]],
  "part void": [[COLUMN.part, "void"]],
  "part and status": [
    [COLUMN.part, "identity"],
    [COLUMN.status, "identity"],
  ],
};

/** Sources that a transform takes, by Iceberg's specification ("Partition Transforms"). */
const TAKES: Record<string, RegExp> = {
  bucket: /^(int|long|decimal.*|date|time|timestamp.*|string|uuid|binary)$/,
  truncate: /^(int|long|string|binary|decimal.*)$/,
  year: /^(date|timestamp.*)$/,
  month: /^(date|timestamp.*)$/,
  day: /^(date|timestamp.*)$/,
  hour: /^timestamp.*$/,
};

/**
 * The fields of a spec; a field that an earlier spec had keeps its id, as Iceberg asks. A source that the schema lacks is left out, and one that
 * the transform does not take stands for itself.
 */
export function specFields(kind: SpecKind, fields: readonly Field[], earlier: readonly PartitionSpec[], lastId: number): PartitionField[] {
  let next = lastId;
  return PARTS[kind].flatMap(([source, wanted]) => {
    const leaf = leafById(fields, source);
    if (leaf === null) return [];
    const transform = TAKES[wanted.replace(/\W.*/, "")]?.test(leaf.type) === false ? "identity" : wanted;
    const known = earlier.flatMap((spec) => spec.fields).find((part) => part["source-id"] === source && part.transform === transform);
    if (known !== undefined) return [known];
    next++;
    return [{ "source-id": source, "field-id": next, name: `p${source}_${transform.replaceAll(/\W/g, "")}`, transform }];
  });
}
