import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { env } from "#lib/env.ts";
import type { Facts, FactsRequest, ReaderLimits } from "#lib/iceberg/contract.ts";
import { openDatabase, type Database } from "#lib/iceberg/duckdb/database.ts";
import { readFacts } from "#lib/iceberg/duckdb/read-facts.ts";
import { someRequest, type RequestChanges } from "#lib/testing/facts.ts";
import { parquetDataFile } from "#lib/testing/iceberg-writer/parquet-data-file.ts";
import type { ContentFile } from "#lib/testing/iceberg-writer/content-file.ts";
import type { NewTable } from "#lib/testing/iceberg-writer/iceberg-table.ts";
import type { Field } from "#lib/testing/iceberg-writer/iceberg-schema.ts";
import { ModelledTable } from "#lib/testing/iceberg-writer/modelled-table.ts";
import type { Row } from "#lib/testing/iceberg-writer/write-parquet.ts";

const LIMITS: ReaderLimits = { memoryBytesMax: 1024 ** 3, spillBytesMax: 1024 ** 3, durationMsMax: 60_000, threads: 2 };

/** The placement of a file of an unpartitioned table. */
export const ANYWHERE = { specId: 0, partition: [] };

/** A row as the writer takes it, by field id. */
export function aRow(values: Record<number, string | null>): Row {
  return new Map(Object.entries(values).map(([id, value]) => [Number(id), value]));
}

/** An optional column. */
export function aField(id: number, name: string, type: Field["type"] = "long", rest: Partial<Field> = {}): Field {
  return { id, name, required: false, type, ...rest };
}

/** One database as the reader opens it, a plain DuckDB that writes files, and a folder for tables; all gone after `close`. */
export class TestEngine {
  readonly directory: string;
  readonly database: Database;
  readonly writer: DuckDBConnection;
  private tables = 0;

  private constructor(directory: string, database: Database, writer: DuckDBConnection) {
    this.directory = directory;
    this.database = database;
    this.writer = writer;
  }

  static async open(): Promise<TestEngine> {
    const directory = mkdtempSync(join(tmpdir(), "bergwatch engine "));
    const spillDirectory = join(directory, "spill");
    const database = await openDatabase({ extensionDirectory: env().extensionDir, spillDirectory, limits: LIMITS });
    const writer = await (await DuckDBInstance.create(":memory:", { threads: "2" })).connect();
    return new TestEngine(directory, database, writer);
  }

  close(): void {
    this.database.close();
    this.writer.closeSync();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** A folder that no other test has. */
  newDirectory(name = "table"): string {
    const directory = join(this.directory, `${this.tables++} ${name}`);
    mkdirSync(directory, { recursive: true });
    return directory;
  }

  newTable(table: Omit<NewTable, "directory" | "formatVersion"> & Partial<NewTable>): ModelledTable {
    return new ModelledTable(this.writer, { directory: this.newDirectory(), formatVersion: 2, ...table });
  }

  /** Writes the rows of a query as a Parquet data file of the table; `fieldIds` is DuckDB's FIELD_IDS, null writes none. */
  async dataFile(table: ModelledTable, query: string, fieldIds: string | null, name = `${this.tables++}.parquet`): Promise<ContentFile> {
    const path = join(table.table.directory, "data", name);
    mkdirSync(join(path, ".."), { recursive: true });
    const ids = fieldIds === null ? "" : `, FIELD_IDS {${fieldIds}}`;
    await this.writer.run(`COPY (${query}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet${ids})`);
    return await parquetDataFile(this.writer, path);
  }

  /** Reads the table as the reader process does. Unless told otherwise: the current snapshot, key `id`, no other column. */
  async facts(table: ModelledTable | string, asked: RequestChanges<FactsRequest> = {}): Promise<Facts> {
    const location = typeof table === "string" ? table : table.table.directory;
    const request = someRequest({ location, sample: { keysMax: 100, rowsPerKeyMax: 100 }, ...asked });
    return await readFacts(this.database, request, () => {});
  }
}
