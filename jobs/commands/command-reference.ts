import type { Argument, Command, Option } from "commander";

const HEAD = `# Commands

Every command with its arguments and options. \`npm run config:docs\` writes this page from the
definitions of the commands. [The command line](command-line.md) explains output, exit status and
common tasks.
`;

/** The page docs/reference/commands.md: a section for each command and each of its subcommands. */
export function commandReference(commands: readonly Command[]): string {
  return [HEAD, ...commands.flatMap((command) => sectionsOf(command, []))].join("\n");
}

function sectionsOf(command: Command, parents: readonly string[]): string[] {
  const path = [...parents, command.name()];
  const lines = [...command.registeredArguments.map(argumentLine), ...command.options.filter(({ hidden }) => !hidden).map(optionLine)];
  const section = [
    `${parents.length === 0 ? "##" : "###"} ${path.join(" ")}`,
    `\`\`\`\nnpm run -s cli -- ${[path.join(" "), ...usageOf(command)].join(" ")}\n\`\`\``,
    prose(command.description()),
    ...(lines.length === 0 ? [] : [lines.join("\n")]),
  ];
  return [`${section.join("\n\n")}\n`, ...command.commands.flatMap((child) => sectionsOf(child, path))];
}

function usageOf({ registeredArguments, options }: Command): string[] {
  const names = registeredArguments.map((one) => {
    const name = `${one.name()}${one.variadic ? "..." : ""}`;
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return options.length === 0 ? names : [...names, "[options]"];
}

function argumentLine(argument: Argument): string {
  return line(argument.name(), argument.description, argument.argChoices);
}

function optionLine({ flags, description, argChoices, defaultValue, mandatory }: Option): string {
  // Some defaults belong to the machine, such as the name of its user: their descriptions name them.
  const own = defaultValue === undefined || description.includes("(default") ? "" : ` Default: \`${String(defaultValue)}\`.`;
  return `${line(flags, description, argChoices)}${mandatory ? " Required." : ""}${own}`;
}

function line(name: string, description: string, choices: readonly string[] | undefined): string {
  const allowed = choices === undefined ? "" : ` Values: ${choices.map((choice) => `\`${choice}\``).join(", ")}.`;
  return `- \`${name}\`: ${sentence(prose(description))}${allowed}`;
}

function sentence(text: string): string {
  return /[.?!…]$/.test(text) ? text : `${text}.`;
}

/** Text in which Markdown finds no markup. */
function prose(text: string): string {
  return text.replaceAll(/[*<>|[\]]/g, String.raw`\$&`);
}
