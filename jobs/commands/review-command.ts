import { Command, Option } from "commander";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { withService } from "#jobs/commands/service-commands.ts";

const FORMATS = ["json", "markdown", "csv"] as const;

/** The command about the week's review; what it leaves goes to `settle`. */
export function defineReviewCommand(deps: CommandDeps, settle: (result: CommandResult) => void): Command {
  return new Command("review")
    .description("Tells a week: what broke, what was settled, who has the harm, and what is to be done.")
    .argument("[week]", "by ISO 8601, such as 2026-W05 (default: the week that runs)")
    .addOption(new Option("--format <format>", "what is printed").choices(FORMATS).default("json"))
    .action(async (week: string | undefined, { format }: { format: (typeof FORMATS)[number] }) => {
      const { showReview } = await import("#jobs/commands/review.ts");
      await withService(deps, settle, async (service) => await showReview(service, { week: week ?? null, format, now: deps.now() }));
    });
}
