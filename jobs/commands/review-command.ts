import { Command, Option } from "commander";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { withService } from "#jobs/commands/service-commands.ts";

const FORMATS = ["json", "markdown", "csv"] as const;

/** The command about the week's review; what it leaves goes to `settle`. */
export function defineReviewCommand(deps: CommandDeps, settle: (result: CommandResult) => void): Command {
  return new Command("review")
    .description("Show a week: what broke, what was resolved, who is affected, and open actions.")
    .argument("[week]", "ISO 8601 week, such as 2026-W05 (default: the current week)")
    .addOption(new Option("--format <format>", "output format").choices(FORMATS).default("json"))
    .action(async (week: string | undefined, { format }: { format: (typeof FORMATS)[number] }) => {
      const { showReview } = await import("#jobs/commands/review.ts");
      await withService(deps, settle, async (service) => await showReview(service, { week: week ?? null, format, now: deps.now() }));
    });
}
