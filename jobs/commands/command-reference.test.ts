import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, Option } from "commander";
import { expect, test } from "vitest";
import { commandReference } from "#jobs/commands/command-reference.ts";
import { defineCommands } from "#jobs/commands/run-cli.ts";
import { createDeps } from "#jobs/deps.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/reference/commands.md"), "utf8");
const commands = defineCommands({ ...createDeps(), signal: new AbortController().signal, say: () => {}, interactive: false }, () => {});

test("docs/reference/commands.md is what npm run config:docs writes", () => {
  expect(PAGE).toBe(commandReference(commands));
});

test("the page has every option of every command", () => {
  const all = commands.flatMap((command) => [command, ...command.commands]);
  const flags = all.flatMap(({ options }) => options.map((option) => option.flags));
  expect(flags.length).toBeGreaterThan(100);
  expect(flags.filter((flag) => !PAGE.includes(`\`${flag}\``))).toEqual([]);
});

test("an option is listed with its values and default, and a subcommand with its whole name", () => {
  const child = new Command("add").description("Adds one.").argument("<name>", "its name");
  child.addOption(new Option("--format <format>", "output").choices(["json", "csv"]).default("json"));
  const page = commandReference([new Command("things").description("Lists things.").addCommand(child)]);
  expect(page).toContain("### things add\n\n```\nnpm run -s cli -- things add <name> [options]\n```\n\nAdds one.\n");
  expect(page).toContain("- `name`: its name.\n- `--format <format>`: output. Values: `json`, `csv`. Default: `json`.\n");
});
