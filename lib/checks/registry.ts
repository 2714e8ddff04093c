import { cdc } from "#lib/checks/cdc.ts";
import type { MetricDeclaration, Observed, Reading } from "#lib/checks/define-check.ts";
import { deleteBacklog } from "#lib/checks/delete-backlog.ts";
import { duplicates } from "#lib/checks/duplicates.ts";
import { freshness } from "#lib/checks/freshness.ts";
import { partitionsPerKey } from "#lib/checks/partitions-per-key.ts";
import type { Facts } from "#lib/iceberg/contract.ts";
import type { CheckId, MetricName } from "#lib/names.ts";
import { isShownMetric } from "#lib/contracts/unfinished.ts";

/** A check whose metrics are not known by name, for those who walk the list. */
interface AnyCheck {
  id: CheckId;
  title: string;
  question: string;
  metrics: Readonly<Partial<Record<MetricName, MetricDeclaration>>>;
  read: (facts: Facts, now: Date) => Partial<Record<MetricName, Reading>>;
  observe?: (observed: Observed, now: Date) => Partial<Record<MetricName, Reading>>;
}

/** Every check, in the order in which they are shown. Lists, documents and contracts are derived from this. */
export const CHECKS: readonly AnyCheck[] = [duplicates, partitionsPerKey, deleteBacklog, freshness, cdc];

/** A metric with its number at one run. */
export interface MetricReading {
  name: MetricName;
  declaration: MetricDeclaration;
  reading: Reading;
}

/** The metrics of one check that are shown and judged, in the order of its declaration. */
export function listMetrics(check: AnyCheck): { name: MetricName; declaration: MetricDeclaration }[] {
  return listStoredMetrics(check).filter(({ name }) => isShownMetric(name));
}

/** All metrics that documents and the store have a field for: with those that are not computed yet. */
export function listStoredMetrics(check: AnyCheck): { name: MetricName; declaration: MetricDeclaration }[] {
  return Object.entries(check.metrics).map(([name, declaration]) => ({ name: name as MetricName, declaration }));
}

/** What is declared of a metric; undefined: no check has it. Pure. */
export function findMetric(name: MetricName): MetricDeclaration | undefined {
  return CHECKS.find((check) => name in check.metrics)?.metrics[name];
}

/** The readings of all checks over one table's facts, in registry order. Pure. */
export function readChecks(facts: Facts, now: Date): MetricReading[] {
  return CHECKS.flatMap((check) => {
    const readings = check.read(facts, now);
    return listStoredMetrics(check).map(({ name, declaration }) => {
      const reading = readings[name];
      if (reading === undefined) throw new Error(`check ${check.id} declares ${name} and does not read it`);
      return { name, declaration, reading };
    });
  });
}

/** The readings that depend on the clock, of a snapshot that is not read again; the same as `readChecks` gives them. Pure. */
export function readObservation(observed: Observed, now: Date): Partial<Record<MetricName, Reading>> {
  return Object.assign({}, ...CHECKS.map((check) => check.observe?.(observed, now) ?? {})) as Partial<Record<MetricName, Reading>>;
}

/** Their numbers are those of the table, whatever the key. */
export const TABLE_WIDE: ReadonlySet<CheckId> = new Set<CheckId>(["delete_backlog", "freshness"]);

/** Whether a metric is one of the table, so that its first key stands for all. Pure. */
export function isTableWide(metric: MetricName): boolean {
  return CHECKS.some((check) => TABLE_WIDE.has(check.id) && listMetrics(check).some(({ name }) => name === metric));
}
