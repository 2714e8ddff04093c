import { readAvroHeader } from "#lib/iceberg/avro/avro-container.ts";
import { withoutNull, type AvroField, type AvroNode } from "#lib/iceberg/avro/avro-schema.ts";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";

const HEADER_BYTES_MAX = 1 << 20;

function toNode(name: string, fieldId: number | null, written: AvroNode): ParquetNode {
  const type = withoutNull(written);
  const leaf: ParquetNode = { name, fieldId, type: "AVRO", storedAs: null, logicalType: null, children: [] };
  if (type.kind === "record") return { ...leaf, type: null, children: type.fields.map(toColumn) };
  const [item] = type.inner;
  if (type.kind === "array" && item) {
    const element = toNode("element", type.elementId, item);
    return {
      ...leaf,
      type: null,
      logicalType: "LIST",
      children: [{ ...leaf, name: "list", fieldId: null, type: null, children: [element] }],
    };
  }
  return { ...leaf, logicalType: type.logicalType ?? type.kind };
}

function toColumn({ name, id, node }: AvroField): ParquetNode {
  return toNode(name, id, node);
}

/** The top-level columns of one Avro data file, with their field ids. Throws table_unreadable with the file. */
export async function readAvroSchema(database: Database, path: string, mend: string): Promise<ParquetNode[]> {
  const what = `The data file ${path}`;
  try {
    const start = await database.file(path, HEADER_BYTES_MAX);
    if (start === null) throw new AppError("table_unreadable", `${what} is gone: it does not exist. ${mend}`);
    return readAvroHeader(start).schema.fields.map(toColumn);
  } catch (cause) {
    throw readError(what, mend, cause);
  }
}
