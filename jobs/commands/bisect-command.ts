import { Command, InvalidArgumentError, Option } from "commander";
import { toConfiguredCheckInput } from "#jobs/commands/check-configured.ts";
import { addColumnOptions, addPlaceOptions, snapshotId, toCheckInput, type RawOptions } from "#jobs/commands/check-options.ts";
import { several } from "#jobs/commands/arguments.ts";
import { bisectHere, type SinceWhat } from "#jobs/commands/bisect-here.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { withEnteredSources } from "#jobs/commands/entered-sources.ts";
import type { Service } from "#jobs/commands/service.ts";
import { BISECTED_METRICS } from "#lib/contracts/since.ts";
import { AppError } from "#lib/errors.ts";
import { RUN_METRIC_NAMES, type SnapshotMetricName } from "#lib/metrics.ts";

interface RawBisect extends RawOptions {
  metric?: SnapshotMetricName;
  keyValue?: string[];
  limit?: number;
}

/** The command that finds since when a metric, or one key, is bad; what it leaves goes to `settle`. */
export function defineBisectCommand(deps: CommandDeps, settle: (result: CommandResult) => void): Command {
  const command = new Command("bisect")
    .description(
      "Finds the commit since which a metric of a table, or one key, is bad, following parents back from a snapshot and reading as few as it takes.",
    )
    .argument(
      "[table name]",
      "a table that is watched, whose stored numbers are used; without a running service as the configuration has it",
    )
    .option("--metric <name>", 'the metric that is bad (default: surplus_rows); the command "checks" lists them', metricName)
    .option(
      "--key-value <value>",
      "since when this one key has several rows: a value for each column of the key, in its order; bytes in hex",
      several,
    )
    .option("--limit <number>", "bad is above this (default: 0; 1 for the rows of one key)", limit)
    .addOption(new Option("--snapshot <id>", "back from this snapshot (default: the newest)").argParser(snapshotId));
  addColumnOptions(addPlaceOptions(command));
  return command
    .option("--branch <name>", "back from the newest snapshot of a branch; with --location")
    .option("--relocated", "the files are below --location, not where the metadata says")
    .action(async (name: string | undefined, raw: RawBisect) => {
      const what = toWhat(raw);
      const { metric: _, keyValue: _values, limit: _limit, ...options } = raw;
      if (name === undefined) return settle(await bisectHere(deps, await withEnteredSources(deps, toCheckInput(options)), what));
      const service = await openRunning(deps);
      if (service === null) {
        deps.say("The service does not run, so nothing that is stored is used, and nothing is stored.");
        return settle(await bisectHere(deps, await toConfiguredCheckInput(deps, name, options), what));
      }
      try {
        const { bisectWatched } = await import("#jobs/commands/bisect-watched.ts");
        settle(await bisectWatched(service, deps, { table: name, options, what }));
      } finally {
        await service.close();
      }
    });
}

function toWhat({ metric, keyValue, limit: given }: RawBisect): SinceWhat {
  if (metric !== undefined && keyValue !== undefined)
    throw new AppError(
      "usage",
      "--metric and --key-value are both given: a metric is of the whole table, the values name one key of it. Leave one out.",
    );
  if (keyValue !== undefined) return { metric: null, keyValues: keyValue, limit: given ?? 1 };
  return { metric: metric ?? "surplus_rows", limit: given ?? 0 };
}

/** null: it does not run. */
async function openRunning({ openService }: CommandDeps): Promise<Service | null> {
  try {
    return await openService();
  } catch (error) {
    if (error instanceof AppError && error.code === "store_unreachable") return null;
    throw error;
  }
}

function metricName(value: string): SnapshotMetricName {
  const found = BISECTED_METRICS.find((name) => name === value);
  if (found !== undefined) return found;
  const isOfRun = RUN_METRIC_NAMES.some((name) => name === value);
  const why = isOfRun ? "It moves without a snapshot, so none made it bad" : "Not a metric";
  throw new InvalidArgumentError(`${why}. Allowed are ${BISECTED_METRICS.join(", ")}.`);
}

function limit(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number < 0) throw new InvalidArgumentError("It is a number of at least 0.");
  return number;
}
