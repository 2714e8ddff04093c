import type { Logger } from "pino";
import type { Service } from "#jobs/commands/service.ts";
import type { Machine } from "#lib/config/entered-settings.ts";
import type { SourceSettings } from "#lib/contracts/source-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { Env } from "#lib/env.ts";
import type { Asking } from "#lib/iceberg/contract-asking.ts";
import type { LookUpKey } from "#lib/iceberg/contract-keys.ts";
import type { GatherFacts, ListSnapshots, PlanTable } from "#lib/iceberg/contract.ts";

/** What a command needs of the world. */
export interface CommandDeps {
  gatherFacts: GatherFacts;
  /** By which a lineage is found, and one key in it; where they are undefined only the service bisects. */
  listSnapshots?: ListSnapshots | undefined;
  lookUpKey?: LookUpKey | undefined;
  /** Where it is undefined no dry run is possible. */
  planTable?: PlanTable | undefined;
  /** Catalogs of the configuration and those that a command names; where it is undefined none can be asked. */
  asking?: (() => Asking) | undefined;
  /** Where the configuration is found when no file is named: an absolute path. Throws AppError usage when the environment is faulty. */
  configFile: () => string;
  /** Where workers on this machine write exports: an absolute path. Throws as configFile. */
  exportFolder: () => string;
  /** Connects to the running service. Throws AppError store_* with a sentence that says how to start it. */
  openService: () => Promise<Service>;
  listSampleTables: () => Promise<TableDefinition[]>;
  /** By which it is judged what may be entered. Throws as configFile. */
  machine: () => Machine;
  /** Where this installation keeps what it stores. Throws as configFile. */
  storage: () => Pick<Env, "configFile" | "dataDir" | "databaseUrl" | "extensionDir" | "keySecret" | "keySecretFile">;
  /** From now on readings know these catalogs and stores too; what the configuration has for a place goes before such a store. */
  useSources?: ((sources: SourceSettings) => void) | undefined;
  /** The process's own log; read late, because it reads the environment. */
  log: () => Logger;
  now: () => Date;
  /** Aborts when the person cancels. */
  signal: AbortSignal;
  /** Writes one line for a person; results never go this way. */
  say: (line: string) => void;
  /** A person is watching, so progress is worth showing. */
  interactive: boolean;
}

/** Exit codes of commands that did what was asked: a limit was passed, or the numbers are not to be trusted. Those of errors are AppError's. */
export const EXIT = { failed: 1, untrusted: 4 } as const;

/** What a command leaves: the whole of standard output, and the exit code. */
export interface CommandResult {
  output: string;
  exitCode: number;
}
