import { Command, InvalidArgumentError, Option } from "commander";
import { declarationOf, ROLE_NAMES, takeAbsent, type SingleRole } from "#lib/column-roles.ts";
import { DEFAULTS } from "#lib/config/defaults.ts";
import { type RawPlace, toPlace, toRegistry } from "#jobs/commands/check-place.ts";
import { asksForCdc } from "#lib/config/facts-request.ts";
import type { SourceSettings } from "#lib/contracts/source-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import type { FactsRequest, SnapshotChoice } from "#lib/iceberg/contract.ts";
import {
  KEY_KEEPS,
  KEY_PROMISES,
  type KeyKeep,
  type KeyPromise,
  KIND_PROMISES,
  READ_WAYS,
  type ReadWay,
  SEVERITIES,
  type Severity,
  TABLE_KINDS,
  type TableKind,
} from "#lib/names.ts";

/** Twenty keys fit a screenful or two; `--samples` takes more, up to what still is one document. */
const SAMPLE_KEYS = { fallback: 20, max: 10_000 };
const SAMPLE_ROWS_PER_KEY_MAX = 50;

/** What `check` was asked, every part of it checked against the rest. */
export interface CheckInput {
  /** As the person named the table; stands in the document. */
  table: string;
  request: FactsRequest;
  promise: KeyPromise;
  /** Which row of a key is the right one. */
  keep: KeyKeep;
  failOn: Severity | null;
  verbose: boolean;
  /** Columns whose values are not shown. */
  masked: readonly string[];
  /** In the place of the checks' own limits. */
  limits: TableDefinition["limits"];
  /** Catalogs and stores that the options name. */
  sources: SourceSettings;
}

export interface RawOptions extends Partial<Record<SingleRole | keyof RawPlace | "where" | "measure" | "snapshot" | "branch", string>> {
  key?: string[];
  lsn?: string[];
  unavailable?: string[];
  promise?: KeyPromise;
  keep?: KeyKeep;
  kind?: TableKind;
  failOn?: Severity;
  readBy?: ReadWay;
  samples?: number;
  relocated?: true;
  verbose?: true;
}

/** The registry that knows the schemas of the Kafka keys. */
function addRegistryOptions(command: Command): Command {
  return command
    .option(
      "--registry-url <address>",
      "a schema registry (Confluent's interface) that knows the schemas of the Kafka keys",
      once("--registry-url"),
    )
    .option("--registry-token-env <variable>", "the environment variable that holds a token for it", once("--registry-token-env"))
    .option("--registry-user-env <variable>", "the environment variable that holds a user for it", once("--registry-user-env"))
    .option(
      "--registry-password-env <variable>",
      "the environment variable that holds the user's password",
      once("--registry-password-env"),
    );
}

/** The command `check` with all its options and no action. Each option's value is checked here, their combination by `toCheckInput`. */
export function defineCheckCommand(): Command {
  const command = new Command("check")
    .description("Counts rows against business keys, Kafka partitions per key and the delete backlog of one table, at one snapshot.")
    .argument("[table name]", "a configured table", once("table name"));
  addRegistryOptions(addPlaceOptions(command));
  return addColumnOptions(command)
    .addOption(new Option("--snapshot <id>", "an older snapshot, by its id").argParser(snapshotId))
    .option("--branch <name>", "the newest snapshot of a branch", once("--branch"))
    .option("--relocated", "the files are below --location, not where the metadata says")
    .option(
      "--read-by <way>",
      `${READ_WAYS.join(", ")}: by Bergwatch's own plan (default), by DuckDB's iceberg_scan, or by both, compared; then the numbers are the plan's`,
      oneOf("--read-by", READ_WAYS),
    )
    .option("--samples <keys>", `duplicated keys to show with their rows (default: ${SAMPLE_KEYS.fallback})`, sampleKeys)
    .option(
      "--fail-on <severity>",
      `exit with 1 when a limit of this severity is passed: ${SEVERITIES.join(" or ")}`,
      oneOf("--fail-on", SEVERITIES),
    )
    .option("--verbose", "show progress even without a terminal");
}

/** What says where a table lies that is not configured: the same for `check` and `bisect`. */
export function addPlaceOptions(command: Command): Command {
  return command
    .option(
      "--location <path>",
      "a ….metadata.json file or a table directory, s3://…, gs://… and abfss://… too; nothing is stored",
      once("--location"),
    )
    .option("--catalog <name>", "a catalog of the configuration, instead of --location; needs --table", once("--catalog"))
    .option("--table <name>", "the table in the catalog: shop.orders; put a level that contains a dot in double quotes", once("--table"))
    .option("--catalog-uri <address>", "an Iceberg REST catalog that is not configured: its address up to /v1", once("--catalog-uri"))
    .option("--warehouse <name>", "the warehouse that --catalog-uri is asked for", once("--warehouse"))
    .option("--auth-token-env <variable>", "the environment variable that holds a token for --catalog-uri", once("--auth-token-env"));
}

/** What says which rows are one, and what columns mean: the same for `check` and `tables add`. */
export function addColumnOptions(command: Command): Command {
  command
    .option(
      "--key <column>",
      "a column of the business key; repeat it in order. a.b is nested, put a name with a dot in double quotes",
      columns("--key"),
    )
    .option(
      "--promise <promise>",
      `whether a key may have one row only: ${KEY_PROMISES.join(" or ")} (by default what the kind says)`,
      oneOf("--promise", KEY_PROMISES),
    )
    .option("--keep <row>", `which row of a key is right: ${KEY_KEEPS.join(" or ")} (default: last)`, oneOf("--keep", KEY_KEEPS))
    .option("--kind <kind>", `${TABLE_KINDS.join(", ")} (default: upsert); sets defaults only`, oneOf("--kind", TABLE_KINDS))
    .option("--measure <column>", "a number column, such as revenue: the amount that extra rows count twice", column("--measure"))
    .option("--where <condition>", "a SQL condition on the table's columns; other rows are ignored", once("--where"));
  for (const { flag, help, several } of ROLE_NAMES.map(declarationOf)) {
    if (several) command.option(`${flag} <column>`, `${help}; repeat it`, columns(flag));
    else command.option(`${flag} <column>`, help, column(flag));
  }
  return command.option(
    "--unavailable <column>",
    "a text or bytes column that is looked through for Debezium's placeholder of an unavailable value; repeat it",
    columns("--unavailable"),
  );
}

/** A check of a table by its location. Throws AppError usage, with the mend, when the options do not go together. */
export function toCheckInput(raw: RawOptions): CheckInput {
  const place = toPlace(raw);
  const registry = toRegistry(raw);
  const { key, kind, unavailable = [] } = raw;
  if (place === null) {
    throw usage(
      "--location is missing: name a ….metadata.json file or a table directory, or a catalog's table by --catalog and --table. --key says which of its columns make up the business key. Or name a configured table.",
    );
  }
  if (key === undefined) {
    throw usage("--key is missing: name the columns of the business key, such as --key order_id; repeat it for a key of several columns.");
  }
  const { columns: given, absent } = takeAbsent(raw);
  if (given.kafkaOffset !== null && given.kafkaPartition === null) {
    throw usage(
      "--kafka-offset is given without --kafka-partition: an offset names a record only within its partition. Give both or neither.",
    );
  }
  const promise = raw.promise ?? KIND_PROMISES[kind ?? "upsert"];
  const keep = raw.keep ?? "last";
  return {
    table: place.shown,
    request: {
      location: place.location,
      relocated: raw.relocated ?? false,
      snapshot: chooseSnapshot(raw),
      key,
      columns: given,
      where: raw.where ?? null,
      explain: {
        kind: kind ?? "upsert",
        promise,
        keep,
        measure: raw.measure ?? null,
        registry: registry?.name ?? null,
        ...(absent.length > 0 && { absent }),
      },
      readBy: raw.readBy ?? "own",
      cdc: asksForCdc({ kind: kind ?? "upsert", columns: { ...given, unavailable } }),
      ...(unavailable.length > 0 && { unavailable: { columns: unavailable, placeholder: DEFAULTS.unavailablePlaceholder } }),
      sample: { keysMax: raw.samples ?? SAMPLE_KEYS.fallback, rowsPerKeyMax: SAMPLE_ROWS_PER_KEY_MAX },
    },
    promise,
    keep,
    failOn: raw.failOn ?? null,
    verbose: raw.verbose ?? false,
    masked: [],
    limits: {},
    sources: registry === null ? place.sources : { ...place.sources, registries: [registry] },
  };
}

/** The snapshot that the options name; the current one when they name none. Throws AppError usage. */
export function chooseSnapshot({ snapshot, branch }: RawOptions): SnapshotChoice {
  if (snapshot !== undefined && branch !== undefined)
    throw usage("--snapshot and --branch are both given: a snapshot's id says it all, so leave one out.");
  if (snapshot !== undefined) return { by: "id", id: snapshot };
  return branch === undefined ? { by: "current" } : { by: "branch", name: branch };
}

function usage(message: string): AppError {
  return new AppError("usage", message);
}

type Parser<T> = (value: string, previous: T | undefined) => T;

/** A value that may stand once only and is not empty. */
function once(name: string): Parser<string> {
  return (value, previous) => {
    if (previous !== undefined) throw new InvalidArgumentError(`${name} is given twice ("${previous}" before).`);
    if (value.trim() === "") throw new InvalidArgumentError("It is empty.");
    return value;
  };
}

function oneOf<T extends string>(name: string, allowed: readonly T[]): Parser<T> {
  return (value, previous) => {
    const chosen = allowed.find((one) => one === once(name)(value, previous));
    if (chosen === undefined) throw new InvalidArgumentError(`Allowed are ${allowed.join(", ")}.`);
    return chosen;
  };
}

function column(name: string): Parser<string> {
  return (value, previous) => {
    if (/^--[a-z]/.test(value))
      throw new InvalidArgumentError(`A column's name is missing after ${name}; put a column that really has this name in double quotes.`);
    return once(name)(value, previous);
  };
}

function columns(name: string): Parser<string[]> {
  return (value, previous = []) => {
    if (previous.includes(value)) throw new InvalidArgumentError(`${name} names it twice.`);
    return [...previous, column(name)(value, undefined)];
  };
}

/** Parses a snapshot's id. Throws InvalidArgumentError. */
export function snapshotId(value: string, previous: string | undefined): string {
  if (!/^\d{1,19}$/.test(once("--snapshot")(value, previous))) {
    throw new InvalidArgumentError("A snapshot's id is a whole number of at most 19 digits, as the table's metadata lists it.");
  }
  return value;
}

function sampleKeys(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > SAMPLE_KEYS.max)
    throw new InvalidArgumentError(`It is a whole number from 0 to ${SAMPLE_KEYS.max}.`);
  return Number(value);
}
