import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { VerdictState } from "#lib/contracts/verdict.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { judgeValues, withLimits } from "#lib/judging/limits.ts";
import type { MetricName, TrustDirection, TrustLevel } from "#lib/names.ts";
import { formatBytes, formatCount, formatMetric, formatRatio } from "#lib/units.ts";
import type { Backlog, FileTotals } from "#lib/iceberg/contract-backlog.ts";

const CHECK = CHECKS.find(({ id }) => id === "delete_backlog");
const METRICS = CHECK === undefined ? [] : listMetrics(CHECK);

type Values = Partial<Record<MetricName, number | null>>;

export interface BacklogJudgement {
  state: VerdictState;
  /** By metric: the limit that was passed. */
  passed: Map<MetricName, { severity: "warn" | "alert"; limit: number }>;
  /** What the ratio is held against, warn first; null: nothing. */
  ratioLimit: number | null;
}

/** How the backlog stands by the table's limits, and only by those. Pure, as all here. */
export function judgeBacklog(
  values: Values,
  limits: TableDefinition["limits"],
  trust: { level: TrustLevel; direction: TrustDirection | null },
): BacklogJudgement {
  const found = judgeValues(METRICS, values, { limits, promise: "unique", trust });
  const passed = new Map(found.map(({ metric, severity, limit }) => [metric.name, { severity, limit }]));
  const ratio = METRICS.find(({ name }) => name === "delete_ratio");
  const held = ratio && withLimits(ratio.declaration, limits.delete_ratio);
  const worst = found.some(({ severity }) => severity === "alert") ? "alert" : found.length > 0 ? "warning" : "ok";
  return {
    state: trust.level === "untrusted" && found.length === 0 ? "unknown" : worst,
    passed,
    ratioLimit: held?.warnAt ?? held?.alertAt ?? null,
  };
}

/** Delete files and vectors by the manifests' counts, where no breakdown is kept. */
export function leftBy(values: Values): { files: number; rows: number; vectors: number } {
  const sum = (...names: MetricName[]): number => names.reduce((total, name) => total + (values[name] ?? 0), 0);
  return {
    files: sum("equality_delete_files", "position_delete_files", "deletion_vectors"),
    rows: sum("equality_delete_rows", "position_delete_rows", "deletion_vector_rows"),
    vectors: sum("deletion_vectors"),
  };
}

/** The sentence on top: how much deleting is left, against its limit. `vectors`: how many of the files are deletion vectors. */
export function sayBacklog(
  { files, rows, vectors }: { files: number; rows: number; vectors: number },
  ratio: number | null,
  { ratioLimit, passed }: BacklogJudgement,
): string {
  if (files === 0) return "No delete is live: every reader reads the data alone.";
  const things = vectors === 0 ? "delete file" : vectors === files ? "deletion vector" : "delete files and vector";
  const left = `${countOf(files, things)} with ${countOf(rows, "row")} ${files === 1 ? "is" : "are"} left for every reader to apply`;
  if (ratio === null) return `${left}.`;
  const limit = passed.get("delete_ratio")?.limit ?? ratioLimit;
  const side = passed.has("delete_ratio") ? "beyond" : "within";
  const against = limit === null ? "" : `, ${side} the limit of ${formatRatio(limit)}`;
  return `${left}: ${formatRatio(ratio)} for each physical row${against}.`;
}

/** What a reader of the whole table pays, a sentence each. */
export function sayReading({ reading }: Pick<Backlog, "reading">, data: FileTotals | null): string[] {
  const { deletes, dataWithDeletes, deletesPerDataFileMax, matches } = reading;
  if (deletes.files === 0) return ["No delete touches a live data file, so readers open none."];
  const beside = data === null ? "" : ` beside ${countOf(data.files, "data file")} (${formatBytes(data.bytes)})`;
  const of = data === null ? "" : ` of ${formatCount(data.files)}`;
  const share = data === null || data.files === 0 ? "" : `, ${Math.round((dataWithDeletes.files / data.files) * 1000) / 10} %,`;
  return [
    `A scan of the whole table opens ${countOf(deletes.files, "delete file")} (${formatBytes(deletes.bytes)})${beside}.`,
    `${formatCount(dataWithDeletes.files)}${of} data files${share} have to be matched with deletes; the one with the most has ${formatCount(deletesPerDataFileMax)}.`,
    `A reader that opens deletes anew for each data file opens them ${formatCount(matches)} ${matches === 1 ? "time" : "times"}.`,
  ];
}

/** Small files against all, in a sentence; null: not known. */
export function saySmallFiles(small: number | null, data: FileTotals | null): string | null {
  if (small === null || data === null) return null;
  if (data.files === 0) return "The snapshot has no data file.";
  const average = formatBytes(data.bytes / data.files);
  return `${formatCount(small)} of ${countOf(data.files, "data file")} ${small === 1 ? "lies" : "lie"} below a quarter of the table's target size; the average is ${average}.`;
}

/** A limit in the metric's own unit. */
export function sayLimit(name: MetricName, limit: number): string {
  const unit = METRICS.find((metric) => metric.name === name)?.declaration.unit ?? "";
  return `limit ${formatMetric(limit, unit)}`;
}

/** `1 data file`, `3 data files`. */
export function countOf(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? "" : "s"}`;
}
