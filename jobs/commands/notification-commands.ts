import { Command, Option } from "commander";
import { incidentId, several, severalOf, signature, userName, wholeNumber } from "#jobs/commands/arguments.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import type { ListDeliveriesInput } from "#jobs/commands/notifications.ts";
import { by, removal } from "#jobs/commands/entry-commands.ts";
import { type RawChannel, toChannelEntry } from "#jobs/commands/entry-options.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import { DELIVERY_STATES, SEVERITIES } from "#lib/names.ts";

const LISTED = { fallback: 50, max: 1000 };

/** The commands about channels and their messages; each result goes to `settle`. */
export function defineNotificationCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  return [
    listing(new Command("notifications"), deps, settle)
      .addCommand(listing(new Command("list"), deps, settle))
      .addCommand(defineChannelAdd(deps, settle))
      .addCommand(removal(deps, settle, { kind: "channel", argument: "<name>", listedBy: "notifications" }))
      .addCommand(defineSendOpen(deps, settle))
      .addCommand(
        new Command("test")
          .description("Sends a test message to a channel now, ignoring quiet hours.")
          .argument("<channel>", "the name of the channel")
          .option("--wait", "wait for the result; exits with 1 when the message did not arrive")
          .option("--by <name>", "who asks for it (default: the user of this machine)", signature, userName())
          .action(async (channel: string, input: { by: string; wait?: true }) => {
            const { testChannel } = await import("#jobs/commands/notifications.ts");
            await withService(deps, settle, async (service) => await testChannel(service, deps, { channel, ...input }));
          }),
      ),
    new Command("deliveries")
      .description("List sent and waiting messages, newest first.")
      .option("--channel <name>", "to one channel")
      .option("--incident <id>", "about one incident, by its ID or its name: INC-214", incidentId)
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

function listing(command: Command, deps: CommandDeps, settle: (result: CommandResult) => void): Command {
  return command.description("Lists the channels with their health, and the routes.").action(async () => {
    const { showNotifications } = await import("#jobs/commands/notifications.ts");
    await withService(deps, settle, async (service) => await showNotifications(service, deps.now()));
  });
}

function defineChannelAdd(deps: CommandDeps, settle: (result: CommandResult) => void): Command {
  return new Command("add")
    .description(
      "Adds a channel, as an item of notifications.channels in bergwatch.yaml. Name the variable or file of a secret, never the secret.",
    )
    .argument("<name>", "what the channel is called in routes and in the delivery log")
    .option("--slack-webhook-env <variable>", "Slack incoming webhook: the variable that contains its URL")
    .option("--slack-webhook-file <path>", "or the file that does")
    .option("--slack-bot-token-env <variable>", "Slack bot: the variable that contains its token, xoxb-…")
    .option("--slack-bot-token-file <path>", "or the file that does")
    .option("--conversation <id>", "Slack bot: the id of the Slack channel, such as C0123456789")
    .option("--app-token-env <variable>", "Slack bot: the variable that contains the app token, xapp-…, for buttons over Socket Mode")
    .option("--app-token-file <path>", "or the file that does")
    .option(
      "--signing-secret-env <variable>",
      "Slack bot: the variable that contains the signing secret, for buttons over your own address",
    )
    .option("--signing-secret-file <path>", "or the file that does")
    .option("--slack-user <id>", "Slack bot: a user who may press buttons; repeat it for several (default: everybody)", several)
    .option("--webhook-url-env <variable>", "your own program: the variable that contains its URL")
    .option("--webhook-url-file <path>", "or the file that does")
    .option("--webhook-secret-env <variable>", "your own program: the variable that contains the secret that signs messages")
    .option("--webhook-secret-file <path>", "or the file that does")
    .option("--quiet-from <time>", "start of quiet hours, such as 22:00")
    .option("--quiet-to <time>", "end of quiet hours, such as 07:00")
    .option("--quiet-day <day>", "a day on which quiet hours start: mon, tue, …; repeat it for several (default: every day)", several)
    .option("--quiet-time-zone <zone>", "the time zone of quiet hours (default: UTC)")
    .addOption(
      new Option("--quiet-but <severity>", "a severity that is sent in quiet hours too; repeat it for several").argParser(
        severalOf(SEVERITIES),
      ),
    )
    .option("--send-open", "also send the incidents that are open now; sample incidents if there are no others")
    .addOption(by())
    .action(async (name: string, { by: who, sendOpen, ...raw }: RawChannel & { by: string; sendOpen?: true }) => {
      const { addChannel } = await import("#jobs/commands/notifications.ts");
      const added = { written: toChannelEntry(name, raw), by: who, sendOpen: sendOpen === true };
      await withService(deps, settle, async (service) => await addChannel(service, deps, added));
    });
}

function defineSendOpen(deps: CommandDeps, settle: (result: CommandResult) => void): Command {
  return new Command("send-open")
    .description("Sends a channel the open incidents that it has not received yet. Snoozed and silenced incidents are not sent.")
    .argument("<channel>", "the name of the channel")
    .option("--samples", "send the incidents of sample tables instead, marked as samples")
    .addOption(by())
    .action(async (channel: string, { by: who, samples }: { by: string; samples?: true }) => {
      const { sendOpen } = await import("#jobs/commands/notifications.ts");
      await withService(deps, settle, async (service) => await sendOpen(service, deps, { channel, by: who, samples: samples === true }));
    });
}
