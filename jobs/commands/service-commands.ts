import { Argument, Command, Option } from "commander";
import { idOf, moment, severalOf, wholeNumber } from "#jobs/commands/arguments.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import type { ListRunsInput } from "#jobs/commands/list-runs.ts";
import type { RunNowInput } from "#jobs/commands/run-now.ts";
import type { Service } from "#jobs/commands/service.ts";
import type { ShowHistoryInput } from "#jobs/commands/show-history.ts";
import { AppError } from "#lib/errors.ts";
import { SHOWN_METRIC_NAMES } from "#lib/metrics.ts";
import { RUN_STATES, SEVERITIES } from "#lib/names.ts";

const RUNS = { fallback: 50, max: 1000 };
const METRIC = severalOf(SHOWN_METRIC_NAMES, 'The command "checks" lists all metrics.');
const POINTS = { fallback: 500, max: 10_000 };

/**
 * The commands that speak to the running service; what one of them leaves goes to `settle`. What they do is imported when it is wanted: the
 * store's packages take longer to load than `check` takes to read a small table.
 */
export function defineServiceCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  const onService = async (work: (service: Service) => Promise<CommandResult>): Promise<void> => await withService(deps, settle, work);
  return [
    new Command("runs")
      .description("Lists runs, newest first.")
      .option("--table <name>", "of one table")
      .addOption(
        new Option("--state <state>", `of one state; repeat it for several: ${RUN_STATES.join(", ")}`).argParser(severalOf(RUN_STATES)),
      )
      .addOption(new Option("--limit <count>", "at most so many").default(RUNS.fallback).argParser(wholeNumber(RUNS.max)))
      .action(async (input: ListRunsInput) => {
        const { listRuns } = await import("#jobs/commands/list-runs.ts");
        await onService(async (service) => await listRuns(service, input));
      }),
    new Command("run")
      .description("Requests a run of a table now, before everything in the queue.")
      .argument("<table name>", "a table that is watched")
      .option("--wait", "until it has ended; the exit code is that of check")
      .addOption(new Option("--fail-on <severity>", "with --wait: exit with 1 when a limit of this severity is passed").choices(SEVERITIES))
      .action(async (name: string, input: RunNowInput) => {
        if (input.failOn !== undefined && input.wait === undefined)
          throw new AppError("usage", "--fail-on needs --wait: a run that is not waited for has no result yet.");
        const { runNow } = await import("#jobs/commands/run-now.ts");
        await onService(async (service) => await runNow(service, deps, name, input));
      }),
    new Command("history")
      .description("Prints the numbers of a table over time.")
      .argument("<table name>", "a table that is or was watched")
      .requiredOption("--metric <name>", 'a metric; repeat it for several. The command "checks" lists them', METRIC)
      .option("--key <name>", "one of several keys, by its name (default: the first)")
      .option("--from <time>", "from this moment on (ISO 8601, UTC unless it says otherwise)", moment)
      .option("--to <time>", "before this moment", moment)
      .addOption(
        new Option("--points <count>", "at most so many; more are put together")
          .default(POINTS.fallback)
          .argParser(wholeNumber(POINTS.max)),
      )
      .action(async (name: string, { points, ...input }: Omit<ShowHistoryInput, "pointsMax"> & { points: number }) => {
        const { showHistory } = await import("#jobs/commands/show-history.ts");
        await onService(async (service) => await showHistory(service, name, { ...input, pointsMax: points }, deps.now()));
      }),
    new Command("cancel")
      .description("Cancels a run that is queued or running.")
      .addArgument(new Argument("<run>", "its id").argParser(idOf("run", "runs")))
      .action(async (id: string) => {
        const { cancelRun } = await import("#jobs/commands/cancel-run.ts");
        await onService(async (service) => await cancelRun(service, id));
      }),
    new Command("samples")
      .description("Shows the sample tables, or dismisses them; what was stored of them is kept.")
      .addArgument(new Argument("<what>").choices(["show", "dismiss"]))
      .action(async (what: string) => {
        const { changeSamples } = await import("#jobs/commands/change-samples.ts");
        await onService(async (service) => await changeSamples(service, deps, { shown: what === "show" }));
      }),
  ];
}

/** Connects to the service for as long as `work` lasts. Throws as openService and `work` do. */
export async function withService(
  { openService }: Pick<CommandDeps, "openService">,
  settle: (result: CommandResult) => void,
  work: (service: Service) => Promise<CommandResult>,
): Promise<void> {
  const service = await openService();
  try {
    settle(await work(service));
  } finally {
    await service.close();
  }
}
