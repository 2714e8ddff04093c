import { Command, Option } from "commander";
import { incidentId, severalOf, signature, userName, wholeNumber } from "#jobs/commands/arguments.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import type { ListDeliveriesInput } from "#jobs/commands/notifications.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import { DELIVERY_STATES } from "#lib/names.ts";

const LISTED = { fallback: 50, max: 1000 };

/** The commands about who is told; what one of them leaves goes to `settle`. */
export function defineNotificationCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  return [
    new Command("notifications")
      .description("Lists the channels with how they do, and the routes; or tries a channel.")
      .action(async () => {
        const { showNotifications } = await import("#jobs/commands/notifications.ts");
        await withService(deps, settle, async (service) => await showNotifications(service, deps.now()));
      })
      .addCommand(
        new Command("test")
          .description("Sends a message that says nothing but that it arrives.")
          .argument("<channel>", "as the configuration names it")
          .option("--wait", "until it is known what became of it; the exit code is 1 when it did not arrive")
          .option("--by <name>", "who asks for it (default: the user of this machine)", signature, userName())
          .action(async (channel: string, input: { by: string; wait?: true }) => {
            const { testChannel } = await import("#jobs/commands/notifications.ts");
            await withService(deps, settle, async (service) => await testChannel(service, deps, { channel, ...input }));
          }),
      ),
    new Command("deliveries")
      .description("Lists what was sent and is to be sent, newest first.")
      .option("--channel <name>", "to one channel")
      .option("--incident <id>", "that tell of one incident, by its id or its name: INC-214", incidentId)
      .addOption(
        new Option("--state <state>", `of one state; repeat it for several: ${DELIVERY_STATES.join(", ")}`).argParser(
          severalOf(DELIVERY_STATES),
        ),
      )
      .addOption(new Option("--limit <count>", "at most so many").default(LISTED.fallback).argParser(wholeNumber(LISTED.max)))
      .action(async (input: ListDeliveriesInput) => {
        const { listForPerson } = await import("#jobs/commands/notifications.ts");
        await withService(deps, settle, async (service) => await listForPerson(service, input));
      }),
  ];
}
