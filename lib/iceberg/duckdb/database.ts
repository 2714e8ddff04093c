import { DuckDBBlobValue, DuckDBInstance, ResultReturnType, type DuckDBConnection, type DuckDBDataChunk } from "@duckdb/node-api";
import type { z } from "zod";
import type { ReaderLimits } from "#lib/iceberg/contract.ts";
import { fileLiteral, ident, literal } from "#lib/iceberg/duckdb/sql.ts";
import { requireRegularFile } from "#lib/iceberg/plan/regular-files.ts";
import { openStores } from "#lib/iceberg/duckdb/store-secrets.ts";
import type { Places, StoreAccess } from "#lib/iceberg/stores/store-access.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";

export interface DatabaseOptions {
  /** Holds the signed extensions; nothing is fetched at run time. */
  extensionDirectory: string;
  /** Where DuckDB spills; the caller removes it. */
  spillDirectory: string;
  limits: ReaderLimits;
  /** Object stores that are opened; not given: files of this machine alone. */
  access?: Pick<StoreAccess, "secrets" | "places"> | undefined;
  /** What knows the schemas of Kafka keys; not given, or null: none. */
  registry?: RegistryAccess | null | undefined;
}

const THIS_MACHINE: Places = { local: "any", remote: [] };

/**
 * One in-memory DuckDB with capped memory and spill, UTC, signed local extensions only. Every statement has a connection of its own, so
 * statements may run side by side; tables that a statement creates are seen by the later ones.
 */
export class Database {
  readonly #instance: DuckDBInstance;
  readonly #running = new Set<DuckDBConnection>();
  #interrupts = 0;

  /** What a statement may use, and about what its caller may keep beside it. */
  readonly memoryBytesMax: number;

  /** Where the files of the table that is read may lie. */
  readonly places: Places;

  /** For copies of files that DuckDB does not read as they are; the caller of openDatabase removes it. */
  readonly spill: { directory: string; bytesMax: number };

  /** The schema registry of this reading. */
  readonly registry: RegistryAccess | null;

  constructor(
    instance: DuckDBInstance,
    {
      memoryBytesMax,
      places,
      registry,
      spill,
    }: { memoryBytesMax: number; places: Places; registry: RegistryAccess | null; spill: { directory: string; bytesMax: number } },
  ) {
    this.#instance = instance;
    this.memoryBytesMax = memoryBytesMax;
    this.places = places;
    this.registry = registry;
    this.spill = spill;
  }

  /** All rows of a statement, each checked by `schema`. 64-bit numbers, decimals, times and bytes arrive as text (lossless). */
  async rows<T>(sql: string, schema: z.ZodType<T>): Promise<T[]> {
    return await this.#use(async (connection) => {
      const reader = await connection.runAndReadAll(sql);
      return reader.getRowObjectsJson().map((row) => schema.parse(row));
    });
  }

  /** The only row of a statement. */
  async row<T>(sql: string, schema: z.ZodType<T>): Promise<T> {
    const [row, ...more] = await this.rows(sql, schema);
    if (row === undefined || more.length > 0)
      throw new Error(`a statement gave ${more.length + (row ? 1 : 0)} rows where one was expected`);
    return row;
  }

  /** The bytes of a file, at most the first `bytesMax`; null when there is none. Throws table_unreadable for what is no regular file. */
  async file(path: string, bytesMax?: number): Promise<Buffer | null> {
    requireRegularFile(path);
    const content = bytesMax === undefined ? "content" : `content[1:${bytesMax}]`;
    return await this.#use(async (connection) => {
      const reader = await connection.runAndReadAll(`SELECT ${content} FROM read_blob(${fileLiteral(path)})`);
      const value = reader.getRows()[0]?.[0];
      return value instanceof DuckDBBlobValue ? Buffer.from(value.bytes.buffer, value.bytes.byteOffset, value.bytes.byteLength) : null;
    });
  }

  async run(sql: string): Promise<void> {
    await this.#use((connection) => connection.run(sql));
  }

  /**
   * Hands over the result chunk by chunk, in no promised order, without keeping it. Throws DuckDB's error, also when the stream broke off
   * after some chunks were handed over.
   */
  async stream(sql: string, onChunk: (chunk: DuckDBDataChunk) => void): Promise<void> {
    const interrupts = this.#interrupts;
    await this.#use(async (connection) => {
      const result = await connection.stream(sql);
      for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; chunk = await result.fetchChunk()) onChunk(chunk);
      // A stream that fails midway ends like one that is done: no error comes through, only the result's type tells.
      if (result.returnType !== ResultReturnType.INVALID) return;
      throw interrupts === this.#interrupts ? await this.#whyStreamBroke(connection, sql) : new Error("INTERRUPT Error: Interrupted!");
    });
  }

  /** The reason is lost with the stream, so the statement runs once more without handing rows over. */
  async #whyStreamBroke(connection: DuckDBConnection, sql: string): Promise<unknown> {
    try {
      // max() has to look at every value, where count() may be content with statistics.
      await connection.run(`SELECT max(COLUMNS(*)) FROM (${sql})`);
    } catch (error) {
      return error;
    }
    return new Error("Out of Memory Error: a stream of rows broke off that runs through when its rows are not handed over");
  }

  /**
   * Runs statements to their ends, some at a time, and hands over their results chunk by chunk, in no promised order; the next statements run
   * while a result is looked at. For results that fit into memory: less work than a stream, which wakes a thread for every chunk.
   * In: `onEnd` is told of each finished statement by its number; when it says false, no other one is started or handed over.
   */
  async collect(
    statements: readonly string[],
    atOnce: number,
    onChunk: (chunk: DuckDBDataChunk, statement: number) => void,
    onEnd: (statement: number) => boolean,
  ): Promise<void> {
    const waiting = statements.entries();
    const running = new Set<Promise<() => void>>();
    let goOn = true;
    const start = (): void => {
      const { value, done } = waiting.next();
      if (done === true || !goOn) return;
      const [statement, sql] = value;
      const result = this.#use(async (connection) => await connection.run(sql)).then((rows) => () => {
        running.delete(result);
        start();
        for (let index = 0, count = rows.chunkCount; goOn && index < count; index++) onChunk(rows.getChunk(index), statement);
        if (goOn) goOn = onEnd(statement);
      });
      running.add(result);
    };
    for (let index = 0; index < atOnce; index++) start();
    try {
      while (running.size > 0) (await Promise.race(running))();
    } finally {
      // After a fault the others end unheard, but never after this method.
      goOn = false;
      await Promise.allSettled(running);
    }
  }

  /** Appends rows to an existing table through DuckDB's appender, chunk by chunk. */
  async append(table: string, chunks: Iterable<DuckDBDataChunk>): Promise<void> {
    await this.#use(async (connection) => {
      const appender = await connection.createAppender(table);
      for (const chunk of chunks) appender.appendDataChunk(chunk);
      appender.closeSync();
    });
  }

  async drop(table: string): Promise<void> {
    await this.run(`DROP TABLE IF EXISTS ${ident(table)}`);
  }

  /** Asks every running statement to stop. Cooperative: a stuck read does not stop at once. */
  interrupt(): void {
    this.#interrupts++;
    for (const connection of this.#running) connection.interrupt();
  }

  close(): void {
    this.#instance.closeSync();
  }

  async #use<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await this.#instance.connect();
    this.#running.add(connection);
    try {
      return await work(connection);
    } finally {
      this.#running.delete(connection);
      connection.closeSync();
    }
  }
}

/** Opens a database and loads the extensions that reading needs. Throws DuckDB's error when one is missing or of another version. */
export async function openDatabase({ extensionDirectory, spillDirectory, limits, access, registry }: DatabaseOptions): Promise<Database> {
  const instance = await DuckDBInstance.create(":memory:", {
    extension_directory: extensionDirectory,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    temp_directory: spillDirectory,
    max_temp_directory_size: `${limits.spillBytesMax}B`,
    memory_limit: `${limits.memoryBytesMax}B`,
    threads: String(limits.threads),
    preserve_insertion_order: "false",
  });
  const database = new Database(instance, {
    memoryBytesMax: limits.memoryBytesMax,
    places: access?.places ?? THIS_MACHINE,
    registry: registry ?? null,
    spill: { directory: spillDirectory, bytesMax: limits.spillBytesMax },
  });
  for (const extension of ["icu", "avro"]) await database.run(`LOAD ${extension}`);
  await database.run(`SET GLOBAL TimeZone = ${literal("UTC")}`);
  await openStores(async (sql) => await database.run(sql), access?.secrets ?? []);
  await database.run("SET GLOBAL lock_configuration = true");
  return database;
}
