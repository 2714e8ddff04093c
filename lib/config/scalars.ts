import { z } from "zod";
import { parseBytes, parseDuration } from "#lib/units.ts";

const SHOWN_MAX = 80;

/** A value as a message shows it, never longer than a line. For what cannot be a secret only. */
export function show(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** A place as a message shows it: without a password, and without what is behind `?`, where signed addresses have their signature. */
export function showPlace(place: string): string {
  return show(place.replace(/\?[^]*$/, "?…").replace(/^((?:[a-z][a-z0-9+.-]*:\/\/)?[^/@:]*):[^/@]*@/i, "$1:…@"));
}

/** The words for a value that fits no alternative; that it is missing or empty is told like everywhere else. */
export function expects(sentence: string): { error: (issue: { input?: unknown }) => string | undefined } {
  return { error: ({ input }) => (input == null ? undefined : sentence) };
}

/** Text that says something: not empty, no space at its ends. */
export function text(what: string, lengthMax = 200) {
  const empty = `${what} is empty. Write it, or take the line out.`;
  return z
    .string()
    .min(1, { error: empty })
    .superRefine((value, context) => {
      if (value === "") return;
      if (value.trim() === "") context.addIssue(empty);
      else if (value !== value.trim()) context.addIssue(`${what} "${show(value)}" begins or ends with a space. Take the space out.`);
      else if (value.length > lengthMax)
        context.addIssue(`${what} has ${value.length} characters, and at most ${lengthMax} are taken. Shorten it.`);
    });
}

/** The same grammar as the reader's: names divided by dots, each plain or in double quotes. */
const COLUMN_PATH = /^(?:"(?:[^"]|"")+"|[^".][^.]*)(?:\.(?:"(?:[^"]|"")+"|[^".][^.]*))*$/;

/** A column by its name. */
export function column(description: string) {
  return Column.describe(description);
}

const Column = text("The column's name", 500).superRefine((value, context) => {
  if (value.trim() !== "" && !COLUMN_PATH.test(value)) {
    context.addIssue(`"${show(value)}" is not a column: write a.b for a nested column, and '"a.b"' for a name that holds a dot.`);
  }
});

/** A column or a list of them, in order; none twice. Out: a list. */
export function columns(description: string) {
  return z
    .union(
      [Column, z.array(Column).min(1)],
      expects("A column's name or a list of names is expected, such as order_id or [tenant, order_no]."),
    )
    .transform((value) => (typeof value === "string" ? [value] : value))
    .superRefine(noneTwice("column"))
    .describe(description);
}

/** A list of texts, none twice. */
export function names(item: z.ZodString, what: string, description: string) {
  return z.array(item).superRefine(noneTwice(what)).describe(description);
}

function noneTwice(what: string) {
  return (value: readonly string[], context: z.core.$RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [index, name] of value.entries()) {
      if (seen.has(name))
        context.addIssue({ code: "custom", path: [index], message: `The ${what} ${show(name)} is named twice. Name it once.` });
      seen.add(name);
    }
  };
}

/** A span such as `15m`, from `min` to `max` (written likewise). Out: whole seconds. */
export function duration(description: string, { min, max }: { min: string; max: string }) {
  const error = written("span of time", "90s, 15m, 6h, 30d or 1h30m");
  return z
    .string(error)
    .regex(/^(\d{1,9}[smhd])+$/, error)
    .transform((value, context) => {
      const seconds = secondsOf(value);
      if (seconds < secondsOf(min)) context.addIssue(`${show(value)} is too short: at least ${min} is needed.`);
      if (seconds > secondsOf(max)) context.addIssue(`${show(value)} is too long: at most ${max} is possible.`);
      return seconds;
    })
    .describe(description);
}

/** A size such as `50GiB`. Out: whole bytes, at least one. */
export function size(description: string) {
  const error = written("size", "512MiB, 50GB or 2TiB");
  return z
    .string(error)
    .regex(/^\d+(\.\d+)?\s*([kmgtKMGT][iI]?)?[bB]$/, error)
    .transform((value, context) => {
      const bytes = parseBytes(value);
      if (bytes !== null && bytes > 0) return bytes;
      context.addIssue(`${show(value)} is not a possible size. Give one between one byte and a few petabytes.`);
      return z.NEVER;
    })
    .describe(description);
}

/** The words for a quantity that is none. */
function written(what: string, examples: string) {
  return {
    error: ({ input }: { input?: unknown }): string | undefined =>
      input == null || typeof input === "object"
        ? undefined
        : `"${show(input)}" is not a ${what}. Write a number with a unit: ${examples}.`,
  };
}

/** A whole number from `min` to `max`. */
export function count(description: string, { min, max }: { min: number; max: number }) {
  return z.number().int().min(min).max(max).describe(description);
}

/** Whole seconds of a span that is known to be one. */
export function secondsOf(written: string): number {
  const seconds = parseDuration(written);
  if (seconds === null) throw new Error(`${written} is not a duration`);
  return seconds;
}
