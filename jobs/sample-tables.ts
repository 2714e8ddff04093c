import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { loadConfig } from "#lib/config/load-config.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";

const FOLDER = join(import.meta.dirname, "../db/seed/samples");
const INDEX = "samples.json";

/** What is read of the samples' index; each `table` is an entry of a configuration file that would lie beside it. */
const Index = z.array(z.object({ table: z.record(z.string(), z.unknown()) }));

/** The tables that are watched on a first start without a configuration, as they lie in `folder`; none where it has no index. */
export async function listSampleTables(folder = FOLDER): Promise<TableDefinition[]> {
  const text = await readFile(join(folder, INDEX), "utf8").catch(() => null);
  if (text === null) return [];
  // Their metadata names where they were written; they are read where they lie.
  const tables = Index.parse(JSON.parse(text)).map(({ table }) => ({ ...table, relocated: true }));
  const loaded = loadConfig(JSON.stringify({ tables }), { file: join(folder, INDEX) });
  if (loaded.ok) return loaded.config.tables;
  throw new Error(`the samples' index is faulty: ${loaded.faults.map(({ path, message }) => `${path}: ${message}`).join(" ")}`);
}
