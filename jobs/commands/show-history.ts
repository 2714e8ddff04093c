import { getObservationSeries, getSeries, type SeriesPoint, type SeriesRange, type SeriesValue } from "#db/queries/series.ts";
import { getTableByName, type TableWithKeys } from "#db/queries/tables.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { HistoryDocument } from "#lib/contracts/service-documents.ts";
import { AppError } from "#lib/errors.ts";
import { isRunMetric, isSnapshotMetric, type MetricName } from "#lib/metrics.ts";

export interface ShowHistoryInput {
  /** At least one. */
  metric: MetricName[];
  /** The first key unless given. */
  key?: string;
  from?: Date;
  to?: Date;
  pointsMax: number;
}

/** The numbers of a table's key over time: one JSON document. Throws AppError unknown_table, usage. */
export async function showHistory({ database }: Service, name: string, input: ShowHistoryInput, now: Date): Promise<CommandResult> {
  const table = await getTableByName(database.db, name);
  const key = chooseKey(table, input.key);
  const from = input.from ?? new Date(0);
  // Sample tables live in the past, a table's own clock may be ahead of ours.
  const to = input.to ?? new Date(now.getTime() + 366 * 86_400_000);
  const range: SeriesRange = { tableKeyId: key.id, from, to, pointsMax: input.pointsMax };
  const observed = input.metric.filter(isRunMetric);
  const ofSnapshots = input.metric.filter(isSnapshotMetric);
  if (observed.length > 0 && ofSnapshots.length > 0) {
    throw new AppError(
      "usage",
      `${observed.join(", ")} belong to runs and ${ofSnapshots.join(", ")} to snapshots: they have different points. Request them one after the other.`,
    );
  }
  const points =
    observed.length > 0
      ? await getObservationSeries(database.db, { ...range, metrics: observed })
      : await getSeries(database.db, { ...range, metrics: ofSnapshots });
  const document = HistoryDocument.parse({
    table: table.name,
    key: key.name,
    metrics: input.metric,
    from: from.toISOString(),
    to: to.toISOString(),
    points: points.map(describe),
  });
  return { output: printed(document), exitCode: 0 };
}

function chooseKey({ name, keys }: TableWithKeys, wanted: string | undefined): TableWithKeys["keys"][number] {
  const key = wanted === undefined ? keys[0] : keys.find((one) => one.name.toLowerCase() === wanted.toLowerCase());
  if (key) return key;
  throw new AppError("usage", `The table ${name} has no key ${wanted ?? ""}; it has ${keys.map((one) => `"${one.name}"`).join(", ")}.`);
}

function describe({ lastAt, snapshotId, count, trustLevel, values }: SeriesPoint<string>): HistoryDocument["points"][number] {
  const shown = Object.entries(values).map(([name, value]) => [name, value && showValue(value, count)] as const);
  return { at: lastAt.toISOString(), snapshotId, count, trust: trustLevel, values: Object.fromEntries(shown) };
}

function showValue(value: SeriesValue, count: number): number | SeriesValue {
  return count === 1 ? value.last : value;
}
