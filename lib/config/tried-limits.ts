import { parseDocument, stringify } from "yaml";
import { limitFaults, LimitSettings } from "#lib/config/limit-settings.ts";
import { flattenIssues, issueSentence } from "#lib/config/issue-sentences.ts";
import type { LimitOverride } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { MetricUnit } from "#lib/names.ts";

/** Limits as a person writes them: a number, a quantity where the unit has one, `off`, or nothing for the check's own. */
export interface WrittenLimits {
  warn: string;
  alert: string;
}

/**
 * What the file would make of limits of a metric; undefined when nothing is written, which leaves it to its check. Throws AppError usage with
 * the sentence that the file's own check would say. Pure.
 */
export function readTriedLimits(metric: MetricName, { warn, alert }: WrittenLimits): LimitOverride | undefined {
  const written = [["warn", warn.trim()] as const, ["alert", alert.trim()] as const].filter(([, text]) => text !== "");
  if (written.length === 0) return undefined;
  const asked = { [metric]: Object.fromEntries(written.map(([name, text]) => [name, scalar(text)])) };
  const parsed = LimitSettings.safeParse(asked, { error: issueSentence });
  if (!parsed.success) {
    const [fault] = flattenIssues(parsed.error.issues, []);
    throw new AppError("usage", `${String(fault?.path.at(-1) ?? metric)}: ${fault?.message ?? "That is not a limit."}`);
  }
  const [fault] = limitFaults(parsed.data);
  if (fault !== undefined) throw new AppError("usage", fault.message);
  return parsed.data[metric];
}

/** They, as the configuration holds them below the metric's name; null when there is nothing to write. What is written must have been read. Pure. */
export function toWrittenLimits({ warn, alert }: WrittenLimits): { warn?: number | string; alert?: number | string } | null {
  const written = { ...(warn.trim() !== "" && { warn: scalar(warn.trim()) }), ...(alert.trim() !== "" && { alert: scalar(alert.trim()) }) };
  return Object.keys(written).length === 0 ? null : written;
}

/** The lines of a table in the configuration that set them; null when there is nothing to write. What is written must have been read. Pure. */
export function writeLimitLines(tableName: string, metric: MetricName, limits: WrittenLimits): string | null {
  const written = toWrittenLimits(limits);
  return written && stringify({ tables: [{ name: tableName, limits: { [metric]: written } }] }, { lineWidth: 0 });
}

/** A limit as a person would write it: whole spans with their unit. null, which is switched off: `off`; undefined: nothing. Pure. */
export function writeLimit(limit: number | null | undefined, unit: MetricUnit): string {
  if (limit === undefined) return "";
  if (limit === null) return "off";
  if (unit !== "seconds" || limit === 0) return String(limit);
  const [size, letter] = SPANS.find(([seconds]) => limit % seconds === 0) ?? [1, ""];
  return letter === "" ? String(limit) : `${limit / size}${letter}`;
}

const SPANS: readonly [seconds: number, letter: string][] = [
  [86_400, "d"],
  [3600, "h"],
  [60, "m"],
  [1, "s"],
];

/** As YAML reads it: `5` is a number, `15m` and `off` are words. */
function scalar(text: string): number | string {
  const { contents, errors } = parseDocument(text);
  const value: unknown = errors.length === 0 ? contents?.toJSON() : text;
  return typeof value === "number" ? value : text;
}
