import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { BenchTable, benchTableDirectory, type Shape } from "#e2e/bench/bench-table.ts";
import { openDuckdb } from "#e2e/bench/open-duckdb.ts";
import { FIELDS, MACROS, rowsOf, selectRows, upsertRows } from "#e2e/bench/table-rows.ts";
import { literal } from "#lib/iceberg/duckdb/sql.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import { IcebergTable } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import { parquetDataFile } from "#lib/testing/iceberg-writer/parquet-data-file.ts";

/** A file of a usual size is one row group, as Iceberg's writers leave it. */
const ROW_GROUP_ROWS = 1_048_576;
const MEMORY = "2GB";

function filesOf(rows: number): number {
  if (rows <= 2_000_000) return 8;
  return rows <= 50_000_000 ? 32 : 64;
}

/** Everything that the table's bytes follow from; the metadata names its own place, so that belongs to it. */
function recipeOf(shape: Shape, rows: number): string {
  const { truth, ...sql } = rowsOf(shape, rows);
  return JSON.stringify({
    at: benchTableDirectory(shape, rows),
    sql: selectRows({ ...sql, truth }, 0, rows),
    MACROS,
    FIELDS,
    ROW_GROUP_ROWS,
    files: filesOf(rows),
  });
}

/** The table that a former run left, unless it was made by another recipe or is not whole. */
function findTable(shape: Shape, rows: number): BenchTable | null {
  try {
    const found = BenchTable.parse(JSON.parse(readFileSync(join(benchTableDirectory(shape, rows), "table.json"), "utf8")));
    const bytes = found.dataFiles.reduce((sum, file) => sum + statSync(file).size, 0);
    return found.recipe === recipeOf(shape, rows) && bytes === found.bytes ? found : null;
  } catch {
    return null;
  }
}

async function writeFile(connection: DuckDBConnection, file: string, rows: string): Promise<void> {
  const ids = FIELDS.map((field) => `${field.name}: ${field.id}`).join(", ");
  await connection.run(
    `COPY (${rows}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP_ROWS}, FIELD_IDS {${ids}})`,
  );
}

async function writeFiles(instance: DuckDBInstance, directory: string, shape: Shape, rows: number): Promise<string[]> {
  const count = filesOf(rows);
  const sql = rowsOf(shape, rows);
  const bound = (index: number) => Math.floor((rows * index) / count);
  const files = Array.from({ length: count }, (_, index) => join(directory, "data", `${String(index).padStart(5, "0")}.parquet`));
  const waiting = files.entries();
  // One range is read by one thread, so two files are written side by side.
  const writers = [1, 2].map(async () => {
    const connection = await instance.connect();
    for (const [index, file] of waiting) await writeFile(connection, file, selectRows(sql, bound(index), bound(index + 1)));
    connection.closeSync();
  });
  await Promise.all(writers);
  return files;
}

/** An upsert as a stream writes it: the old rows in one commit, in the next one their deletes by key, a file each, and the new rows. */
async function upsert(connection: DuckDBConnection, table: IcebergTable, rows: number): Promise<string[]> {
  const { from, to, ...sql } = upsertRows(rows);
  const data = ["old", "new"].map((name) => join(table.directory, "data", `${name}.parquet`));
  for (const file of data) await writeFile(connection, file, selectRows(sql, from, to));
  const deletes = join(table.directory, "deletes");
  const keys = `SELECT order_id, kafka_offset AS number FROM (${selectRows(sql, from, to)}) ORDER BY number`;
  await connection.run(`COPY (${keys}) TO ${literal(deletes)} (FORMAT parquet, PARTITION_BY (number), FIELD_IDS {order_id: 1})`);
  const files = readdirSync(deletes, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".parquet"));
  const removed = files.toSorted().map((name): ContentFile => {
    const path = join(deletes, name);
    const placed = { specId: 0, partition: [], recordCount: 1, fileSizeBytes: statSync(path).size, equalityIds: [1] };
    return { content: "equality deletes", format: "PARQUET", path, ...placed };
  });
  const [old = "", renewed = ""] = data;
  table.commit({ operation: "append", add: [await parquetDataFile(connection, old)] });
  table.commit({ operation: "overwrite", add: [await parquetDataFile(connection, renewed), ...removed] });
  return data;
}

/**
 * The bench's table of a shape and size, made when it is not there: an unpartitioned Iceberg table, without deletes unless the shape says so, known
 * answers beside it. 20 million rows take a minute or two, 1.2 GB of disk and 2 GB of memory.
 */
export async function makeTable(shape: Shape, rows: number, say: (line: string) => void): Promise<BenchTable> {
  const found = findTable(shape, rows);
  if (found) return found;
  const directory = benchTableDirectory(shape, rows);
  const started = performance.now();
  say(`making ${directory}`);
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const instance = await openDuckdb({ memory_limit: MEMORY });
  try {
    const connection = await instance.connect();
    for (const macro of MACROS) await connection.run(macro);
    const table = new IcebergTable({ directory, formatVersion: 2, fields: FIELDS });
    const dataFiles = await writeFiles(instance, directory, shape, rows);
    const add = [];
    for (const file of dataFiles) add.push(await parquetDataFile(connection, file));
    table.commit({ operation: "append", add });
    if (shape === "deletes") {
      const more = await upsert(connection, table, rows);
      dataFiles.push(...more);
      for (const file of more) add.push(await parquetDataFile(connection, file));
    }
    const bytes = add.reduce((sum, file) => sum + file.fileSizeBytes, 0);
    const { truth } = rowsOf(shape, rows);
    const made: BenchTable = { recipe: recipeOf(shape, rows), shape, rows, metadataFile: table.metadataFile, dataFiles, bytes, truth };
    // Last: a table without it is not whole.
    writeFileSync(join(directory, "table.json"), JSON.stringify(made, null, 1));
    say(`made ${dataFiles.length} files, ${Math.round(bytes / 2 ** 20)} MiB, in ${Math.round((performance.now() - started) / 1000)} s`);
    return made;
  } finally {
    instance.closeSync();
  }
}
