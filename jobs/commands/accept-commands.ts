import { Command, InvalidArgumentError, Option } from "commander";
import type { AcceptInput } from "#jobs/commands/accept.ts";
import { idOf, momentOrSpan, signature, userName } from "#jobs/commands/arguments.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import { AppError } from "#lib/errors.ts";
import { SHOWN_METRIC_NAMES, type MetricName } from "#lib/metrics.ts";

interface RawAccept extends Partial<Omit<AcceptInput, "by">> {
  by: string;
}

/** The commands about accepted levels, such as known duplicates; what one of them leaves goes to `settle`. */
export function defineAcceptCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  return [
    new Command("accepted")
      .description("Lists what is accepted of a table.")
      .argument("<table name>", "a table that is watched")
      .action(async (name: string) => {
        const { listAccepted } = await import("#jobs/commands/accept.ts");
        await withService(deps, settle, async (service) => await listAccepted(service, name, deps.now()));
      }),
    new Command("accept")
      .description("Accepts a metric of a table up to a level for a while: only more than that is wrong. accept end takes it back.")
      .argument("<table name>", "a table that is watched")
      .option("--metric <name>", 'the metric; the command "checks" lists them', metric)
      .option("--key <name>", "one of several keys, by its name (default: the first)")
      .option("--level <number>", "up to this, in the metric's unit", level)
      .option("--until <time>", "to this moment (ISO 8601, UTC unless it says otherwise), or for so long: 4h, 30d", momentOrSpan(deps.now))
      .option("--why <words>", "why it is accepted")
      .addOption(by())
      .action(async (name: string, { metric: of, level: upTo, until, why, ...input }: RawAccept) => {
        // Not required by commander, since `accept end` needs none of them.
        if (of === undefined || upTo === undefined || until === undefined || why === undefined || why.trim() === "") {
          throw new AppError("usage", "accept needs --metric, --level, --why and --until.");
        }
        const { acceptForPerson } = await import("#jobs/commands/accept.ts");
        const asked = { ...input, metric: of, level: upTo, until, why: why.trim() };
        await withService(deps, settle, async (service) => await acceptForPerson(service, name, asked, deps.now()));
      })
      .addCommand(
        new Command("end")
          .description("Takes it back: the next run judges without it.")
          .argument("<id>", "as accepted lists it", idOf("accepted level", "accepted"))
          .addOption(by())
          .action(async (id: string, _: unknown, command: Command) => {
            const { by: name } = command.optsWithGlobals<{ by: string }>();
            const { endForPerson } = await import("#jobs/commands/accept.ts");
            await withService(deps, settle, async (service) => await endForPerson(service, { id, by: name, now: deps.now() }));
          }),
      ),
  ];
}

function metric(value: string): MetricName {
  const found = SHOWN_METRIC_NAMES.find((one) => one === value);
  if (found === undefined) throw new InvalidArgumentError('The command "checks" lists all metrics.');
  return found;
}

function level(value: string): number {
  const number = /^\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(number)) throw new InvalidArgumentError("It is a number such as 5 or 0.25.");
  return number;
}

function by(): Option {
  return new Option("--by <name>", "who does it (default: the user of this machine)").default(userName()).argParser(signature);
}
