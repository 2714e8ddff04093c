import avro from "avsc";
import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import type { Database } from "#lib/iceberg/duckdb/database.ts";
import type { ParquetNode } from "#lib/iceberg/duckdb/own-plan/parquet-schema.ts";
import { fileLiteral } from "#lib/iceberg/duckdb/sql.ts";
import { readError } from "#lib/iceberg/plan/read-error.ts";

const HEADER_BYTES_MAX = 1 << 20;

const header = z.object({ meta: z.object({ "avro.schema": z.instanceof(Buffer) }) });

const named = z.object({
  type: z.unknown(),
  logicalType: z.string().optional(),
  fields: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
});
const recordField = z.object({ name: z.string(), type: z.unknown(), "field-id": z.int().optional() });

/** The schema in the header of an Avro file. Throws RangeError when there is no whole header. */
async function schemaOf(content: Buffer): Promise<unknown> {
  const decoder = new avro.streams.BlockDecoder({ noDecode: true });
  const found = new Promise<unknown>((resolve, reject) => {
    decoder.on("metadata", (_type: unknown, _codec: unknown, meta: unknown) => {
      const parsed = header.safeParse(meta);
      if (parsed.success) resolve(JSON.parse(parsed.data.meta["avro.schema"].toString("utf8")));
      else reject(new RangeError("its header holds no schema"));
    });
    decoder.on("error", reject);
    decoder.on("finish", () => reject(new RangeError("its header is not whole")));
  });
  decoder.end(content);
  return await found;
}

/** `["null", T]` is an optional T. */
function unwrap(type: unknown): unknown {
  return Array.isArray(type) ? type.find((branch) => branch !== "null") : type;
}

function node(name: string, fieldId: number | null, written: unknown): ParquetNode {
  const type = unwrap(written);
  const leaf: ParquetNode = { name, fieldId, type: "AVRO", storedAs: null, logicalType: null, children: [] };
  if (typeof type === "string") return { ...leaf, logicalType: type };
  const shape = named.safeParse(type).data;
  if (shape?.fields) return { ...leaf, type: null, children: shape.fields.map(fieldNode) };
  if (shape?.type === "array") {
    const id = z.object({ "element-id": z.int() }).safeParse(type).data?.["element-id"] ?? null;
    const element = node("element", id, shape.items);
    return {
      ...leaf,
      type: null,
      logicalType: "LIST",
      children: [{ ...leaf, name: "list", fieldId: null, type: null, children: [element] }],
    };
  }
  return { ...leaf, logicalType: shape?.logicalType ?? null };
}

function fieldNode(field: unknown): ParquetNode {
  const { name, type, "field-id": id } = recordField.parse(field);
  return node(name, id ?? null, type);
}

/** The top-level columns of one Avro data file, with their field ids. Throws table_unreadable with the file. */
export async function readAvroSchema(database: Database, path: string, mend: string): Promise<ParquetNode[]> {
  const what = `The data file ${path}`;
  try {
    const rows = await database.rows(
      `SELECT hex(content[1:${HEADER_BYTES_MAX}]) AS content FROM read_blob(${fileLiteral(path)})`,
      z.object({ content: z.string() }),
    );
    if (rows[0] === undefined) throw new AppError("table_unreadable", `${what} is gone: it does not exist. ${mend}`);
    return node("", null, await schemaOf(Buffer.from(rows[0].content, "hex"))).children;
  } catch (cause) {
    throw readError(what, mend, cause);
  }
}
