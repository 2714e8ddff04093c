import { Command } from "commander";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";

/** The command that rotates the secret of key hashes; what it leaves goes to `settle`. */
export function defineKeySecretCommand(deps: CommandDeps, settle: (result: CommandResult) => void): Command {
  return new Command("rotate-key-secret")
    .description("Adds a secret for the hashes of keys. The service must be stopped; it replaces all stored hashes at its next start.")
    .action(async () => {
      const { rotateKeySecret } = await import("#jobs/commands/rotate-key-secret.ts");
      settle(await rotateKeySecret(deps));
    });
}
