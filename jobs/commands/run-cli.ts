import { Command, CommanderError } from "commander";
import { AppError } from "#lib/errors.ts";
import type { ErrorDocument } from "#lib/contracts/check-document.ts";
import { defineAcceptCommands } from "#jobs/commands/accept-commands.ts";
import { defineBackupCommands } from "#jobs/commands/backup-commands.ts";
import { runCheck } from "#jobs/commands/check.ts";
import { toConfiguredCheckInput } from "#jobs/commands/check-configured.ts";
import { defineBisectCommand } from "#jobs/commands/bisect-command.ts";
import { defineCheckCommand, type RawOptions, toCheckInput } from "#jobs/commands/check-options.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { defineConfigCommand } from "#jobs/commands/config.ts";
import { withEnteredSources } from "#jobs/commands/entered-sources.ts";
import { defineIncidentCommands } from "#jobs/commands/incident-commands.ts";
import { defineKeySecretCommand } from "#jobs/commands/key-secret-command.ts";
import { defineKeyCommands } from "#jobs/commands/key-commands.ts";
import { listChecks } from "#jobs/commands/list-checks.ts";
import { defineNotificationCommands } from "#jobs/commands/notification-commands.ts";
import { defineSilenceCommands } from "#jobs/commands/silence-commands.ts";
import { defineReviewCommand } from "#jobs/commands/review-command.ts";
import { defineServiceCommands } from "#jobs/commands/service-commands.ts";
import { defineSourceGroups } from "#jobs/commands/source-groups.ts";

/** Every command of the command line, in the order of the help text. Each hands its result to `settle`. */
export function defineCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  const check = defineCheckCommand().addHelpText("after", '\nThe metrics are listed by the command "checks".');
  check.action(async (tableName: string | undefined, options: RawOptions) => {
    const input = tableName === undefined ? toCheckInput(options) : await toConfiguredCheckInput(deps, tableName, options);
    settle(await runCheck(deps, await withEnteredSources(deps, input)));
  });
  const checks = new Command("checks")
    .description("Lists every check with its metrics, their units and limits.")
    .action(() => settle(listChecks()));
  return [
    check,
    checks,
    defineConfigCommand(deps, settle),
    ...defineSourceGroups(deps, settle),
    ...defineServiceCommands(deps, settle),
    ...defineKeyCommands(deps, settle),
    defineBisectCommand(deps, settle),
    ...defineIncidentCommands(deps, settle),
    defineReviewCommand(deps, settle),
    ...defineNotificationCommands(deps, settle),
    ...defineSilenceCommands(deps, settle),
    ...defineAcceptCommands(deps, settle),
    ...defineBackupCommands(deps, settle),
    defineKeySecretCommand(deps, settle),
  ];
}

/** Where all options of the command that was meant are told. */
function help(command: string | undefined, commands: readonly string[]): string {
  const known = command !== undefined && commands.includes(command) ? command : "check";
  return `Run "npm run -s cli -- ${known === "config" ? "config check" : known} --help" for all options.`;
}

/**
 * Runs one command line and settles with all that it prints: a document, a help text, or `{ "error": … }`. Never rejects; what it did
 * not expect is an error of code `internal`, its stack told through `say`.
 */
export async function runCli(args: readonly string[], deps: CommandDeps): Promise<CommandResult> {
  let result: CommandResult | undefined;
  let text = "";
  const program = new Command("npm run -s cli --").description("Watches Iceberg tables that are fed from Kafka and CDC.");
  const commands = defineCommands(deps, (settled) => void (result = settled));
  const names = commands.map((command) => command.name());
  for (const command of [program, ...commands, ...commands.flatMap((one) => one.commands)]) {
    command.exitOverride().configureOutput({ writeOut: (part) => (text += part), writeErr: () => {} });
  }
  try {
    for (const command of commands) program.addCommand(command);
    await program.parseAsync(args, { from: "user" });
    return result ?? { output: text, exitCode: 0 };
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return { output: text, exitCode: 0 };
    const shown = toAppError(error, names, help(args[0], names));
    if (shown.code === "internal") deps.say(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const document: ErrorDocument = { error: { code: shown.code, message: shown.message } };
    return { output: `${JSON.stringify(document, null, 2)}\n`, exitCode: shown.exitCode };
  }
}

function toAppError(error: unknown, names: readonly string[], mend: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CommanderError) return new AppError("usage", `${usageSentence(error, names)} ${mend}`, { cause: error });
  const fault = error instanceof Error ? error.message : String(error);
  return new AppError(
    "internal",
    `Bergwatch failed in a way that is not known: ${fault}. Please report it with what standard error says.`,
    { cause: error },
  );
}

/** Commander's `error: unknown option '--kee'\n(Did you mean --key?)` as a sentence. */
function usageSentence({ code, message }: CommanderError, names: readonly string[]): string {
  if (code === "commander.help") return `No command is given: there are ${names.join(", ")}.`;
  const text = message
    .replace(/^error: /, "")
    .replaceAll("\n", " ")
    .trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!)]$/.test(text) ? "" : "."}`;
}
