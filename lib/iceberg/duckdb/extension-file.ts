import { mkdir, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { z } from "zod";
import { literal } from "#lib/iceberg/duckdb/sql.ts";

/** The extensions' folder is named after it, and only files made for it load. */
export const DUCKDB_VERSION = "v1.5.5";

export interface Extension {
  name: string;
  /** `duckdb_extensions().extension_version`: another build may read tables differently, so it is another program. */
  version: string;
  /** Extensions that must be loaded before it. */
  needs: string[];
}

let machinePlatform: string | undefined;

/** DuckDB's name of this machine, such as `linux_amd64`. Asked once a process: it takes a database of its own. */
export async function duckdbPlatform(): Promise<string> {
  machinePlatform ??= (await query(".", [], "PRAGMA platform", z.object({ platform: z.string() })))[0]?.platform ?? "";
  return machinePlatform;
}

/**
 * True when `file` ends in the footer of just this extension, for this DuckDB and platform: a few hundred bytes are read.
 * The signature is not checked here: `admitExtension` did, and DuckDB does at every LOAD.
 */
export async function isExtension(file: string, { version }: Extension, platform: string): Promise<boolean> {
  const footer = await readFooter(file);
  return footer !== null && footer.version === version && footer.duckdb === DUCKDB_VERSION && footer.platform === platform;
}

/**
 * Loads `from` (DuckDB refuses what it did not sign), and only then moves it to `to` in one step, so that a reader never sees half a file.
 * Throws when it does not load or is another version.
 */
export async function admitExtension(from: string, to: string, { name, version, needs }: Extension, directory: string): Promise<void> {
  const loads = [...needs.map((need) => `LOAD ${need}`), `LOAD ${literal(from)}`];
  const ask = `SELECT extension_version FROM duckdb_extensions() WHERE extension_name = ${literal(name)} AND loaded`;
  const [row] = await query(directory, loads, ask, z.object({ extension_version: z.string() }));
  if (row?.extension_version !== version) throw new Error(`${name} has version ${row?.extension_version ?? "none"}, not ${version}`);
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

async function query<T>(directory: string, before: string[], sql: string, schema: z.ZodType<T>): Promise<T[]> {
  const instance = await DuckDBInstance.create(":memory:", {
    extension_directory: directory,
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
  });
  try {
    const connection = await instance.connect();
    for (const statement of before) await connection.run(statement);
    return z.array(schema).parse((await connection.runAndReadAll(sql)).getRowObjectsJson());
  } finally {
    instance.closeSync();
  }
}

const FIELD_BYTES = 32;
const SIGNATURE_BYTES = 256;

/**
 * The last 512 bytes of an extension: 256 of metadata, then the signature. Metadata is eight NUL-padded fields of 32 bytes, of which the
 * fifth to eighth are: extension version, DuckDB version, platform, "4". Null when there is no such footer.
 */
async function readFooter(file: string): Promise<{ version: string; duckdb: string; platform: string } | null> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    const start = size - SIGNATURE_BYTES - 4 * FIELD_BYTES;
    if (start <= 0) return null;
    const { buffer } = await handle.read(Buffer.alloc(4 * FIELD_BYTES), 0, 4 * FIELD_BYTES, start);
    const field = (index: number): string => buffer.toString("latin1", index * FIELD_BYTES, (index + 1) * FIELD_BYTES).replace(/\0+$/, "");
    return field(3) === "4" ? { version: field(0), duckdb: field(1), platform: field(2) } : null;
  } finally {
    await handle.close();
  }
}
