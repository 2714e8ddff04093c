import { listEntries } from "#db/queries/settings-entries.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import type { TaskWorld } from "#jobs/testing/task-world.ts";
import { ErrorDocument } from "#lib/contracts/check-document.ts";
import { EntriesDocument } from "#lib/contracts/entry-documents.ts";

/** The commands that enter settings, in the world that there is when they are given, and what they come to. */
export function entryCommands(world: () => TaskWorld) {
  async function cli(...args: string[]) {
    const said: string[] = [];
    const { output, exitCode } = await runCommand(world(), args, { say: (line) => void said.push(line) });
    return { output, exitCode, said };
  }
  async function entries(...args: string[]) {
    const { output, ...rest } = await cli(...args);
    return { ...rest, entries: EntriesDocument.parse(JSON.parse(output)).entries };
  }
  const errorOf = async (...args: string[]) => ErrorDocument.parse(JSON.parse((await cli(...args)).output)).error.message;
  const stored = async () => (await listEntries(world().database.db)).map(({ kind, written }) => [kind, written]);
  return { cli, entries, errorOf, stored };
}
