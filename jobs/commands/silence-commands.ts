import { Command, Option } from "commander";
import { idOf, momentOrSpan, signature, userName } from "#jobs/commands/arguments.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import type { SilenceInput } from "#jobs/commands/silences.ts";
import { AppError } from "#lib/errors.ts";

const silenceId = idOf("silence", "silences");

interface RawSilence extends SilenceInput {
  /** Not required by commander, since `silence end` needs none of them. */
  until?: Date;
  why?: string;
}

/** The commands about silences and maintenance windows; what one of them leaves goes to `settle`. */
export function defineSilenceCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  const when = momentOrSpan(deps.now);
  return [
    new Command("silences")
      .description("Lists silences and maintenance windows: active, upcoming, and those that ended in the last two weeks.")
      .action(async () => {
        const { listForPerson } = await import("#jobs/commands/silences.ts");
        await withService(deps, settle, async (service) => await listForPerson(service, deps.now()));
      }),
    new Command("silence")
      .description("Stops notifications for some tables for a while; with --maintenance no incidents open. silence end ends it early.")
      .option("--table <name>", "of one table")
      .option("--tag <tag>", "of all tables with a tag")
      .option("--owner <owner>", "of all tables of an owner")
      .option("--until <time>", "to this moment (ISO 8601, UTC unless it says otherwise), or for so long: 90m, 4h, 7d", when)
      .option("--from <time>", "from a later moment on, or in so long (default: now)", when)
      .option("--why <words>", "what is going on")
      .option("--maintenance", "open no incident at all")
      .addOption(by())
      .action(async ({ until, why, ...input }: RawSilence & { by: string }) => {
        if (until === undefined) throw new AppError("usage", "Say how long with --until, such as --until 4h.");
        if (why === undefined || why.trim() === "") throw new AppError("usage", "Say with --why what is going on; others will read it.");
        const { addSilence } = await import("#jobs/commands/silences.ts");
        await withService(deps, settle, async (service) => await addSilence(service, { ...input, until, why: why.trim() }, deps.now()));
      })
      .addCommand(
        new Command("end")
          .description("Ends one early.")
          .argument("<id>", "as silences lists it", silenceId)
          .addOption(by())
          .action(async (id: string, _: unknown, command: Command) => {
            // Given before "end" or behind it.
            const { by: name } = command.optsWithGlobals<{ by: string }>();
            const { endForPerson } = await import("#jobs/commands/silences.ts");
            await withService(deps, settle, async (service) => await endForPerson(service, { id, by: name, now: deps.now() }));
          }),
      ),
  ];
}

function by(): Option {
  return new Option("--by <name>", "who does it (default: the user of this machine)").default(userName()).argParser(signature);
}
