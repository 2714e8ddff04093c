import { Command, InvalidArgumentError, Option } from "commander";
import { incidentId, severalOf, signature, userName, wholeNumber } from "#jobs/commands/arguments.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import type { ListIncidentsInput } from "#jobs/commands/incidents.ts";
import { withService } from "#jobs/commands/service-commands.ts";
import type { PersonEvent } from "#lib/incidents/incident.ts";
import { INCIDENT_STATES } from "#lib/names.ts";
import { parseDuration } from "#lib/units.ts";

const LISTED = { fallback: 50, max: 1000 };

/** The commands about incidents; what one of them leaves goes to `settle`. */
export function defineIncidentCommands(deps: CommandDeps, settle: (result: CommandResult) => void): Command[] {
  return [
    new Command("incidents")
      .description("Lists incidents: unresolved ones by default.")
      .option("--table <name>", "of one table")
      .addOption(
        new Option("--state <state>", `of one state; repeat it for several: ${INCIDENT_STATES.join(", ")}`).argParser(
          severalOf(INCIDENT_STATES),
        ),
      )
      .addOption(new Option("--limit <count>", "at most so many").default(LISTED.fallback).argParser(wholeNumber(LISTED.max)))
      .action(async (input: Omit<ListIncidentsInput, "now">) => {
        const { listForPerson } = await import("#jobs/commands/incidents.ts");
        await withService(deps, settle, async (service) => await listForPerson(service, { ...input, now: deps.now() }));
      }),
    new Command("incident")
      .description("Shows an incident with its timeline, or changes it.")
      .addCommand(
        new Command("show")
          .description("Shows it.")
          .argument("<id>", "as incidents lists it, or its name: INC-214", incidentId)
          .action(async (id: string) => {
            const { showIncident } = await import("#jobs/commands/incidents.ts");
            await withService(deps, settle, async (service) => await showIncident(service, id, deps.now()));
          }),
      )
      .addCommand(
        verb("ack", "Tells others that you are on it.").action(
          async (id: string, { by }: Signed) => await change(id, { kind: "acknowledge", by }),
        ),
      )
      .addCommand(
        verb("resolve", "Says that it is over.").action(async (id: string, { by }: Signed) => await change(id, { kind: "resolve", by })),
      )
      .addCommand(
        verb("snooze", "Stops its notifications for a while.")
          .addOption(new Option("--for <span>", "how long, such as 90m, 4h, 7d").makeOptionMandatory().argParser(span))
          .action(async (id: string, { by, for: seconds }: Signed & { for: number }) => {
            await change(id, { kind: "snooze", by, until: new Date(deps.now().getTime() + seconds * 1000) });
          }),
      )
      .addCommand(
        verb("comment", "Adds a comment to its timeline.")
          .argument("<text>", "what to say")
          .action(async (id: string, text: string, { by }: Signed) => await change(id, { kind: "comment", by, text })),
      ),
  ];

  async function change(id: string, event: PersonEvent): Promise<void> {
    const { changeIncident } = await import("#jobs/commands/incidents.ts");
    await withService(deps, settle, async (service) => await changeIncident(service, { id, event, now: deps.now() }));
  }
}

interface Signed {
  by: string;
}

function verb(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument("<id>", "as incidents lists it, or its name: INC-214", incidentId)
    .option("--by <name>", "who does it (default: the user of this machine)", signature, userName());
}

function span(value: string): number {
  const seconds = parseDuration(value);
  if (seconds === null || seconds < 1) throw new InvalidArgumentError("Write it as 90m, 4h or 7d.");
  return seconds;
}
