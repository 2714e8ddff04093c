import type { MetricDeclaration } from "#lib/checks/define-check.ts";
import type { MetricName } from "#lib/metrics.ts";
import type { TrustDirection } from "#lib/names.ts";
import { formatCount, formatMetric } from "#lib/units.ts";
import { capital } from "#lib/words.ts";

interface Named {
  name: MetricName;
  declaration: Pick<MetricDeclaration, "label" | "unit" | "worse" | "followsDirection">;
}

interface Beyond {
  value: number;
  limit: number | null;
  expected: { low: number; high: number } | null;
}

interface Around {
  direction: TrustDirection | null;
  values: Partial<Record<MetricName, number | null>>;
  /** null: nothing is accepted of it. */
  accepted: number | null;
}

/** One number beyond its limit, or beyond what its past lets expect, as a sentence for a person who reads nothing else. Pure. */
export function sayFinding(metric: Named, beyond: Beyond, around: Around): string {
  const { name, declaration } = metric;
  const { direction } = around;
  const bound = declaration.followsDirection === true && direction !== null ? `${direction} ` : "";
  const { subject, notes } = SENTENCES[name]?.(beyond, around) ?? sayAny(metric, beyond, bound);
  const said = SENTENCES[name] === undefined ? subject : `${bound}${subject}`;
  const all = [
    ...notes,
    ...sayEdge(metric, beyond),
    ...(around.accepted === null ? [] : [`${formatMetric(around.accepted, declaration.unit)} accepted`]),
  ];
  return `${capital(said)}${all.length === 0 ? "" : ` (${all.join(", ")})`}.`;
}

interface Said {
  subject: string;
  /** What is said in brackets before the limit. */
  notes: readonly string[];
}

/** Of what no table may have the number alone says enough. */
const SENTENCES: Partial<Record<MetricName, (beyond: Beyond, around: Around) => Said>> = {
  surplus_rows: ({ value }, { values: { duplicated_keys: keys } }) => {
    const extra = count(value, "extra row", "extra rows");
    return typeof keys === "number"
      ? { subject: count(keys, "key is duplicated", "keys are duplicated"), notes: [extra] }
      : { subject: extra, notes: [] };
  },
  null_key_rows: ({ value }) => ({ subject: count(value, "row has no key", "rows have no key"), notes: [] }),
  ghost_rows: ({ value }) => ({
    subject: count(value, "deleted record is still in the table", "deleted records are still in the table"),
    notes: [],
  }),
  replayed_keys: ({ value }, { values: { files_registered_twice: files } }) => ({
    subject: count(value, "key contains replayed rows", "keys contain replayed rows"),
    notes: typeof files === "number" && files > 0 ? ["file registered twice"] : [],
  }),
  files_registered_twice: ({ value }) => ({
    subject: count(value, "data file is registered twice", "data files are registered twice"),
    notes: [],
  }),
};

const COUNTED = new Set(["rows", "keys", "files", "vectors", "snapshots"]);

/** `150 equality-delete files`, `Delete ratio is 0.558`. */
function sayAny({ declaration: { label, unit } }: Named, { value }: Beyond, bound: string): Said {
  const number = `${bound}${formatMetric(value, unit)}`;
  const subject = COUNTED.has(unit) ? `${number} ${label.charAt(0).toLowerCase()}${label.slice(1)}` : `${label} is ${number}`;
  return { subject, notes: [] };
}

/** A limit of 1 of what no table may have goes without saying. */
function sayEdge({ name, declaration: { unit, worse } }: Named, { limit, expected }: Beyond): string[] {
  if (limit !== null) return SENTENCES[name] !== undefined && limit <= 1 ? [] : [`limit ${formatMetric(limit, unit)}`];
  if (expected === null) return [];
  return [
    worse === "lower" ? `usually at least ${formatMetric(expected.low, unit)}` : `usually at most ${formatMetric(expected.high, unit)}`,
  ];
}

function count(number: number, one: string, many: string): string {
  return `${formatCount(number)} ${number === 1 ? one : many}`;
}
