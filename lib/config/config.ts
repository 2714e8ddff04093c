import type { FileParts } from "#lib/contracts/service-state.ts";
import type { ServiceSettings, TableDefinition } from "#lib/contracts/table-definition.ts";

/** A configuration file that is right, every default applied. */
export interface Config {
  /** Absolute. */
  file: string;
  /** In the file's order. */
  tables: TableDefinition[];
  /** Whether the file has a list of tables at all. Without one it leaves open what is watched, so sample tables stay. */
  hasTables: boolean;
  service: ServiceSettings;
  /** The line of the file on which each table starts, by its name. */
  lines: ReadonlyMap<string, number>;
  /** What entries are held against. */
  parts: FileParts;
}

/** One thing that is wrong with a configuration file. */
export interface ConfigFault {
  /** From 1. */
  line: number;
  /** From 1. */
  column: number;
  /** Such as `tables[3].schedule.cron`; empty for the file as a whole. */
  path: string;
  /** What is wrong and what to do; never shows what may be a secret. */
  message: string;
}

/** What a file says, or all its faults in the order of their lines. */
export type LoadedConfig = { ok: true; config: Config } | { ok: false; file: string; faults: ConfigFault[] };
