import { runCli } from "#jobs/commands/run-cli.ts";
import type { CommandDeps } from "#jobs/commands/command-deps.ts";
import { createDeps } from "#jobs/deps.ts";

/** Each is a reader that wants a core; more at a time only slow each other down. */
const COMMANDS_AT_A_TIME_MAX = 2;

interface CommandOutput {
  exit: number;
  signal: null;
  stdout: string;
  stderr: string;
}

/**
 * Runs commands in this process, with readers that stay warm: a process for each takes three times as long. Two run at a time, however many
 * are asked for; `changes` replace what a command finds around it.
 */
export function commandInProcess(changes: Partial<CommandDeps> = {}): (args: readonly string[]) => Promise<CommandOutput> {
  const deps = { ...createDeps(), signal: new AbortController().signal, interactive: false, ...changes };
  let freeSlots = COMMANDS_AT_A_TIME_MAX;
  const waiting: (() => void)[] = [];
  return async (args) => {
    if (freeSlots > 0) freeSlots--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    let stderr = "";
    try {
      const { output, exitCode } = await runCli(args, { ...deps, say: (line) => (stderr += `${line}\n`) });
      return { exit: exitCode, signal: null, stdout: output, stderr };
    } finally {
      const next = waiting.shift();
      if (next) next();
      else freeSlots++;
    }
  };
}
