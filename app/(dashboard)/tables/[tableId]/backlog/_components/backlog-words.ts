import { CHECKS, listMetrics } from "#lib/checks/registry.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { withLimits } from "#lib/checks/with-limits.ts";
import { showMetric } from "#lib/judging/shown-metric.ts";
import { verdictOfCheck } from "#lib/judging/shown-verdict.ts";
import type { MetricName } from "#lib/metrics.ts";
import { formatBytes, formatCount, formatMetric, formatRatio } from "#lib/units.ts";
import type { Backlog, FileTotals } from "#lib/iceberg/contract-backlog.ts";

const CHECK = CHECKS.find(({ id }) => id === "delete_backlog");
const METRICS = CHECK === undefined ? [] : listMetrics(CHECK);

type Values = Partial<Record<MetricName, number | null>>;

/** What the stored verdict on a snapshot says of its deletes. */
export interface BacklogVerdict extends Pick<Verdict, "state" | "findings" | "accepted"> {
  /** The limit of the delete ratio where none is crossed, warn first; null: there is none. */
  ratioLimit: number | null;
}

/** null: the snapshot was never judged. Pure, as all here. */
export function viewBacklogVerdict(verdict: Verdict | null, limits: TableDefinition["limits"]): BacklogVerdict | null {
  if (verdict === null) return null;
  const ratio = METRICS.find(({ name }) => name === "delete_ratio");
  const own = ratio && withLimits(ratio.declaration, limits.delete_ratio);
  return { ...verdictOfCheck(verdict, "delete_backlog"), ratioLimit: own?.warnAt ?? own?.alertAt ?? null };
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
  verdict: BacklogVerdict | null,
): string {
  if (files === 0) return "No deletes to apply: readers read the data files alone.";
  const things = vectors === 0 ? "delete file" : vectors === files ? "deletion vector" : "delete file and vector";
  const left = `Every read applies ${countOf(rows, "delete")} from ${vectors > 0 && vectors < files ? `${formatCount(files)} delete files and vectors` : countOf(files, things)}`;
  if (ratio === null) return `${left}.`;
  return `${left}. Delete ratio is ${formatRatio(ratio)}${sayRatioLimit(ratio, verdict)}.`;
}

function sayRatioLimit(ratio: number, verdict: BacklogVerdict | null): string {
  if (verdict === null) return "";
  const { tone, limit } = showMetric(verdict, "delete_ratio", ratio);
  if (tone === "accepted" && limit !== null) return ` (${formatRatio(limit)} accepted)`;
  const named = limit ?? verdict.ratioLimit;
  return named === null ? "" : ` (limit ${formatRatio(named)})`;
}

/** What a reader of the whole table pays, a sentence each. */
export function sayReading({ reading }: Pick<Backlog, "reading">, data: FileTotals | null): string[] {
  const { deletes, dataWithDeletes, deletesPerDataFileMax, matches } = reading;
  if (deletes.files === 0) return ["No delete applies to a live data file, so readers open none."];
  const beside = data === null ? "" : ` beside ${countOf(data.files, "data file")} (${formatBytes(data.bytes)})`;
  const of = data === null ? "" : ` of ${formatCount(data.files)}`;
  const share = data === null || data.files === 0 ? "" : `, ${Math.round((dataWithDeletes.files / data.files) * 1000) / 10} %,`;
  return [
    `A scan of the whole table opens ${countOf(deletes.files, "delete file")} (${formatBytes(deletes.bytes)})${beside}.`,
    `${formatCount(dataWithDeletes.files)}${of} data files${share} have to be matched with deletes; the one with the most has ${formatCount(deletesPerDataFileMax)}.`,
    `A reader that reopens deletes for each data file opens them ${formatCount(matches)} ${matches === 1 ? "time" : "times"}.`,
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
