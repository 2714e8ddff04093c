import type { AvroRecord, AvroSchema } from "#lib/testing/iceberg-writer/avro-file.ts";

/** A file of the given name in a manifest; what is not said is null. */
export function entryRecord(path: string, rest: AvroRecord = {}, dataFile: AvroRecord = {}): AvroRecord {
  const nothing = ["column_sizes", "value_counts", "null_value_counts", "nan_value_counts", "lower_bounds", "upper_bounds", "key_metadata"];
  const none = ["split_offsets", "equality_ids", "sort_order_id", "first_row_id", "referenced_data_file", "content_offset"];
  return {
    status: 1,
    snapshot_id: 1n,
    sequence_number: null,
    file_sequence_number: null,
    ...rest,
    data_file: {
      ...Object.fromEntries([...nothing, ...none, "content_size_in_bytes"].map((name) => [name, null])),
      content: 0,
      file_path: path,
      file_format: "PARQUET",
      partition: {},
      record_count: 10n,
      file_size_in_bytes: 100n,
      ...dataFile,
    },
  };
}

/** The schema with other types for fields of `data_file`. */
export function retyped(schema: AvroSchema, types: Record<string, unknown>): AvroSchema {
  const fields = (schema["fields"] as AvroSchema[]).map((field) => {
    if (field["name"] === "data_file") return { ...field, type: retyped(field["type"] as AvroSchema, types) };
    const name = field["name"] as string;
    return Object.hasOwn(types, name) ? { ...field, type: types[name] } : field;
  });
  return { ...schema, fields };
}

/** The schema without fields of these names, in `data_file` too. */
export function without(schema: AvroSchema, names: readonly string[]): AvroSchema {
  const fields = (schema["fields"] as AvroSchema[])
    .filter((field) => !names.includes(field["name"] as string))
    .map((field) => (field["name"] === "data_file" ? { ...field, type: without(field["type"] as AvroSchema, names) } : field));
  return { ...schema, fields };
}
