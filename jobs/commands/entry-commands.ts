import { Command, Option } from "commander";
import { several, signature, userName } from "#jobs/commands/arguments.ts";
import { addColumnOptions } from "#jobs/commands/check-options.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import {
  type RawCatalog,
  type RawRegistry,
  type RawStore,
  type RawTable,
  toCatalogEntry,
  toRegistryEntry,
  toStoreEntry,
  toTableEntry,
} from "#jobs/commands/entry-options.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import { TABLE_MANAGERS, type EntryKind } from "#lib/names.ts";
import { REGISTRY_KINDS } from "#lib/contracts/source-settings.ts";
import { STORE_PLACES } from "#lib/store-place.ts";

type Settle = (result: CommandResult) => void;

interface Signed {
  by: string;
}

/** `catalogs add` and `catalogs remove`. */
export function defineCatalogEntryCommands(deps: CommandDeps, settle: Settle): Command[] {
  const add = new Command("add")
    .description("Adds a catalog, as an item of catalogs in bergwatch.yaml. Give references to secrets, never the secrets.")
    .argument("<name>", "what it is called here")
    .requiredOption("--uri <address>", "the address of its REST interface, up to and without /v1")
    .option("--warehouse <name>", "the warehouse that it is asked for")
    .option("--prefix <prefix>", "the path prefix after /v1, if the catalog does not provide it")
    .option("--region <region>", "of its tables' files, where it does not say it")
    .option("--auth-token-env <variable>", "the environment variable that holds a token")
    .option("--auth-token-file <path>", "or the file that does")
    .option("--oauth2-client-id <id>", "OAuth2 client credentials: the client's id")
    .option("--oauth2-client-secret-env <variable>", "the variable that holds its secret")
    .option("--oauth2-client-secret-file <path>", "or the file that does")
    .option("--scope <scope>", "what the token is asked for (default: catalog)")
    .option("--token-endpoint <address>", "where tokens are issued (default: the catalog's own)")
    .option("--sigv4", "AWS's signature, with what the machine has of credentials unless keys are named")
    .option("--sigv4-service <name>", "what requests are signed for, where the address does not say it")
    .option("--sigv4-region <region>", "in which region, where the address does not say it")
    .option("--profile <name>", "a profile of the AWS configuration")
    .option("--access-key-id-env <variable>", "the variable that holds the access key's id")
    .option("--access-key-id-file <path>", "or the file that does")
    .option("--secret-access-key-env <variable>", "the variable that holds the secret access key")
    .option("--secret-access-key-file <path>", "or the file that does")
    .option("--place <place>", "further locations of table files, beside those it vends credentials for; repeat it for several", several)
    .addOption(new Option("--access-delegation <how>", "whether it is asked for credentials").choices(["vended-credentials", "none"]))
    .addOption(by())
    .action(async (name: string, { by: who, ...raw }: RawCatalog & Signed) => {
      await enter(deps, settle, [{ kind: "catalog", written: toCatalogEntry(name, raw) }], who);
    });
  return [add, removal(deps, settle, { kind: "catalog", argument: "<name>", listedBy: "catalogs" })];
}

/** `stores add` and `stores remove`. */
export function defineStoreEntryCommands(deps: CommandDeps, settle: Settle): Command[] {
  const add = new Command("add")
    .description("Adds a store of files, as an item of stores in bergwatch.yaml. Give references to secrets, never the secrets.")
    .argument("<scope>", `opens files under it: ${STORE_PLACES}`)
    .option("--endpoint <address>", "where it is not the provider's own")
    .option("--path-style", "the bucket is in the path")
    .option("--region <region>", "the store's region")
    .option("--anonymous", "a public store, asked without credentials")
    .option("--access-key-id-env <variable>", "the variable that holds the access key's id")
    .option("--access-key-id-file <path>", "or the file that does")
    .option("--secret-access-key-env <variable>", "the variable that holds the secret access key")
    .option("--secret-access-key-file <path>", "or the file that does")
    .option("--session-token-env <variable>", "the variable that holds the token of temporary keys")
    .option("--session-token-file <path>", "or the file that does")
    .option("--profile <name>", "a profile of the AWS configuration")
    .option("--token-env <variable>", "Google: the variable that holds an OAuth2 token, instead of access keys")
    .option("--token-file <path>", "or the file that does")
    .option("--account-key-env <variable>", "Azure: the variable that holds a key of the account")
    .option("--account-key-file <path>", "or the file that does")
    .option("--sas-token-env <variable>", "Azure: the variable that holds a shared access signature")
    .option("--sas-token-file <path>", "or the file that does")
    .addOption(by())
    .action(async (scope: string, { by: who, ...raw }: RawStore & Signed) => {
      await enter(deps, settle, [{ kind: "store", written: toStoreEntry(scope, raw) }], who);
    });
  return [add, removal(deps, settle, { kind: "store", argument: "<scope>", listedBy: "stores" })];
}

/** `registries add` and `registries remove`. */
export function defineRegistryEntryCommands(deps: CommandDeps, settle: Settle): Command[] {
  const command = new Command("add")
    .description(
      "Adds a schema registry, as an item of schema_registries in bergwatch.yaml. Give references to secrets, never the secrets.",
    )
    .argument("<name>", "what it is called here; tables name it by --schema-registry")
    .requiredOption("--url <address>", "its address; of Apicurio's own interface up to and without /apis");
  const add = withRegistryProof(command)
    .addOption(by())
    .action(async (name: string, { by: who, ...raw }: RawRegistry & Signed) => {
      await enter(deps, settle, [{ kind: "schema_registry", written: toRegistryEntry(name, raw) }], who);
    });
  return [add, removal(deps, settle, { kind: "schema_registry", argument: "<name>", listedBy: "registries" })];
}

/** The options of how a schema registry is asked beside its address, as `toRegistryEntry` takes them. */
export function withRegistryProof(command: Command): Command {
  return command
    .addOption(new Option("--kind <interface>", "whose interface it has (default: confluent)").choices(REGISTRY_KINDS))
    .option("--username <name>", "the user, or an API key's id")
    .option("--username-env <variable>", "or the environment variable that holds it")
    .option("--password-env <variable>", "the variable that holds the password, or the API key's secret")
    .option("--password-file <path>", "or the file that does")
    .option("--auth-token-env <variable>", "the variable that holds a token, instead of user and password")
    .option("--auth-token-file <path>", "or the file that does");
}

/** `tables add` and `tables remove`. */
export function defineTableEntryCommands(deps: CommandDeps, settle: Settle): Command[] {
  const add = new Command("add")
    .description("Enters a table that shall be watched, as an item of tables in bergwatch.yaml would say it; or many by --from.")
    .argument("[name]", "what it is called here and everywhere")
    .option(
      "--from <file>",
      'a YAML file with tables, catalogs, stores and schema_registries as bergwatch.yaml has them, or a list of tables; "-" is standard input',
    )
    .option("--location <path>", "a ….metadata.json file or a table directory, s3://… too")
    .option("--catalog <name>", "a catalog, instead of --location; needs --table")
    .option("--table <name>", "the table in the catalog: shop.orders")
    .option("--owner <name>", "the team or person to ask about it")
    .option("--tag <word>", "a word to find it by; repeat it for several", several)
    .option("--schema-registry <name>", "the schema registry that knows the schemas of its Kafka keys")
    .option("--managed-by <owner>", `who owns the table: ${TABLE_MANAGERS.join(", ")} (recognized by default)`)
    .option("--mask <column>", "a column whose values are never stored or shown; repeat it for several", several)
    .option("--every <span>", "a run in each such span: 15m, 6h")
    .option("--cron <expression>", "runs by the clock: '0 7 * * MON-FRI'")
    .option("--time-zone <zone>", "whose clock --cron follows (default: UTC)")
    .option("--poll <span>", "how often to check for a new snapshot (default: 1m)")
    .option("--paused", "nothing is read yet");
  addColumnOptions(add)
    .option("--branch <name>", "watch the newest snapshot of a branch")
    .option("--relocated", "the files are below --location, not where the metadata says")
    .addOption(by())
    .action(async (name: string | undefined, { by: who, from, ...raw }: RawTable & Signed & { from?: string }) => {
      if ((name === undefined) === (from === undefined))
        throw new AppError("usage", "Name a table to enter, or a file by --from that says which; one of the two.");
      const { readEntries } = await import("#jobs/commands/read-entries.ts");
      const entries = from === undefined ? [{ kind: "table" as const, written: toTableEntry(name ?? "", raw) }] : await readEntries(from);
      if (from !== undefined && Object.keys(raw).length > 0)
        throw new AppError("usage", "--from takes no other table options: the file has them.");
      await enter(deps, settle, entries, who);
    });
  return [add, removal(deps, settle, { kind: "table", argument: "<name>", listedBy: "tables" })];
}

async function enter(
  deps: CommandDeps,
  settle: Settle,
  entries: readonly { kind: EntryKind; written: WrittenEntry }[],
  who: string,
): Promise<void> {
  const { addEntries } = await import("#jobs/commands/entries.ts");
  await withService(deps, settle, async (service) => await addEntries(service, deps, { entries, by: who }));
}

/** The command `remove` of a kind of entry. */
export function removal(
  deps: CommandDeps,
  settle: Settle,
  { kind, argument, listedBy }: { kind: EntryKind; argument: string; listedBy: string },
): Command {
  const what =
    kind === "table" ? " Its numbers stay: it is archived." : kind === "channel" ? " Messages that wait for it are not sent." : "";
  return new Command("remove")
    .description(`Removes a ${ENTRY_WORDS[kind]} that was entered.${what}`)
    .argument(argument, `as ${listedBy} lists it`)
    .action(async (name: string) => {
      const { removeForPerson } = await import("#jobs/commands/entries.ts");
      await withService(deps, settle, async (service) => await removeForPerson(service, deps, { kind, name }));
    });
}

/** The option that signs a change. */
export function by(): Option {
  return new Option("--by <name>", "who does it (default: the user of this machine)").default(userName()).argParser(signature);
}
