import { CronExpressionParser } from "cron-parser";
import { z } from "zod";
import { DEFAULTS } from "#lib/config/defaults.ts";
import { didYouMean } from "#lib/config/did-you-mean.ts";
import { duration, secondsOf, show, text } from "#lib/config/scalars.ts";
import type { Schedule } from "#lib/contracts/table-definition.ts";

const PREDEFINED = ["@hourly", "@daily", "@weekly", "@monthly", "@yearly"];
/** Largest value of each of the five fields. */
const FIELD_MAX = [59, 23, 31, 12, 7];

/** A cron expression. */
export const Cron = text("The cron expression").superRefine((value, context) => {
  const fault = value.trim() === "" ? null : cronFault(value.trim());
  if (fault !== null) context.addIssue(fault);
});

/** The name of a time zone. */
export const TimeZone = text("The time zone").superRefine((value, context) => {
  if (value.trim() === "" || (/^[A-Za-z]/.test(value) && isTimeZone(value))) return;
  const hint = didYouMean(value, Intl.supportedValuesOf("timeZone"));
  context.addIssue(
    `"${show(value)}" is not a time zone.${hint} Write a name of the IANA list, such as UTC, Europe/Berlin or Asia/Kolkata.`,
  );
});

/** When a table is observed, as the file says it. One of `cron`, `every` and `on_snapshot`, or none of them where only details are set. */
export const ScheduleSettings = z
  .strictObject({
    cron: Cron.optional().describe(
      `Five fields (minute, hour, day of month, month, day of week) or ${PREDEFINED.join(", ")}. In quotes, since * and @ mean something in YAML.`,
    ),
    time_zone: TimeZone.optional().describe(`The zone whose clock \`cron\` follows, by its IANA name. Default: ${DEFAULTS.timeZone}.`),
    every: duration("A run in each such span, at an instant that differs from table to table.", { min: "1m", max: "31d" }).optional(),
    on_snapshot: z.literal(true).optional().describe("A run for each new snapshot. This is the default."),
    poll: duration(`With \`on_snapshot\`: how often Bergwatch polls for a new snapshot. Default: ${DEFAULTS.poll}.`, {
      min: "5s",
      max: "1d",
    }).optional(),
    at_least_every: duration(
      `With \`on_snapshot\`: the longest time between two observations; where no snapshot appeared nothing is read. Default: ${DEFAULTS.atLeastEvery}.`,
      { min: "1m", max: "31d" },
    ).optional(),
  })
  // Told whatever else is wrong: it looks only at which keys are there.
  .superRefine((value, context) => checkTogether(value, context), { when: ({ value }) => typeof value === "object" && value !== null })
  .meta({ id: "Schedule" });
export type ScheduleSettings = z.output<typeof ScheduleSettings>;

const MODES = ["cron", "every", "on_snapshot"] as const;
const DETAILS = [
  ["time_zone", "cron"],
  ["poll", "on_snapshot"],
  ["at_least_every", "on_snapshot"],
] as const;

function checkTogether(value: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void {
  const modes = MODES.filter((mode) => value[mode] !== undefined);
  const [mode, second] = modes;
  if (second !== undefined) {
    context.addIssue({ code: "custom", path: [second], message: `${modes.join(" and ")} exclude each other. Keep one of them.` });
  }
  if (mode === undefined || second !== undefined) return;
  for (const [detail, owner] of DETAILS) {
    if (value[detail] === undefined || owner === mode) continue;
    const message = `${detail} belongs to ${owner} and says nothing beside ${mode}. Take one of them out.`;
    context.addIssue({ code: "custom", path: [detail], message });
  }
}

/** The more special settings over the more general ones: naming a mode there ends the mode here, details live on. */
export function mergeSchedules(general: ScheduleSettings = {}, special: ScheduleSettings = {}): ScheduleSettings {
  const { cron, every, on_snapshot, ...details } = general;
  const namesMode = MODES.some((mode) => special[mode] !== undefined);
  return { ...(namesMode ? details : { ...details, cron, every, on_snapshot }), ...special };
}

/** The schedule that the settings amount to. */
export function toSchedule({ cron, time_zone, every, poll, at_least_every }: ScheduleSettings): Schedule {
  if (cron !== undefined) return { by: "cron", cron: fiveFields(cron.trim()), timeZone: canonicalZone(time_zone ?? DEFAULTS.timeZone) };
  if (every !== undefined) return { by: "interval", everySeconds: every };
  return {
    by: "snapshot",
    pollSeconds: poll ?? secondsOf(DEFAULTS.poll),
    observeEverySeconds: at_least_every ?? secondsOf(DEFAULTS.atLeastEvery),
  };
}

/** What is wrong with a cron expression, and the mend; null when nothing is. */
function cronFault(written: string): string | null {
  const expression = fiveFields(written);
  const fields = expression.split(/\s+/);
  if (written.startsWith("@") && expression === written) {
    return `"${show(written)}" is not a cron expression.${didYouMean(written, PREDEFINED)} Write five fields or one of ${PREDEFINED.join(", ")}.`;
  }
  if (fields.length !== 5) {
    const seconds = fields.length === 6 ? " Seconds are not taken." : "";
    return `"${show(written)}" has ${fields.length} fields, and five are needed: minute, hour, day of month, month, day of week.${seconds} Each quarter of an hour is "*/15 * * * *".`;
  }
  const step = fields.findIndex((field, index) => Number(/\/(\d+)/.exec(field)?.[1] ?? 1) > (FIELD_MAX[index] ?? 0));
  if (step >= 0)
    return `"${show(written)}": the step in "${show(fields[step])}" is longer than its field, so it never comes to pass. At most ${FIELD_MAX[step]} is possible.`;
  try {
    // H stands for a number that the parser draws at random: another one on each machine.
    if (/\bH\b/.test(expression)) return `"${show(written)}": H is not taken. Write a number.`;
    CronExpressionParser.parse(expression, { currentDate: new Date(0) }).next();
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Error: /, "") : String(error);
    return `"${show(written)}" is not a cron expression: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}. Write minute, hour, day of month, month and day of week, such as "5 * * * *".`;
  }
}

const FIELDS_OF: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@yearly": "0 0 1 1 *",
};

/** A cron expression with its five fields, for one that is right and may be written shorter. */
export function fiveFields(written: string): string {
  return FIELDS_OF[written] ?? written;
}

function isTimeZone(name: string): boolean {
  try {
    return canonicalZone(name) !== "";
  } catch {
    return false;
  }
}

/** Making a formatter takes half a millisecond, and a thousand tables have few zones. */
const ZONES = new Map<string, string>();

/** The zone as the runtime spells it: `europe/berlin` is `Europe/Berlin`. Throws RangeError for what is no zone. */
export function canonicalZone(name: string): string {
  const known = ZONES.get(name);
  if (known !== undefined) return known;
  const canonical = new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  // Where the runtime would go on to a city, CET stays CET: people find again what they wrote.
  const zone = canonical.toLowerCase() === name.toLowerCase() ? canonical : name;
  ZONES.set(name, zone);
  return zone;
}
