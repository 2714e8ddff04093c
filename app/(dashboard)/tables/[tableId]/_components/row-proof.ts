import type { SnapshotMetricName } from "#lib/metrics.ts";
import { formatCount } from "#lib/units.ts";

/**
 * The arithmetic behind the number of rows, as far as the facts of a snapshot allow: a sum where position deletes and vectors account for
 * every row that is gone, else the three numbers without one, since an equality delete may take any number of rows away. Pure.
 */
export function sayProof(values: Partial<Record<SnapshotMetricName, number | null>>, isFiltered: boolean): string {
  const {
    data_rows: physical,
    rows,
    position_delete_rows: positions,
    deletion_vector_rows: vectors,
    equality_delete_rows: equals,
  } = values;
  if (physical == null || rows == null) return "not computed";
  const [direct, all] = [(positions ?? 0) + (vectors ?? 0), (positions ?? 0) + (vectors ?? 0) + (equals ?? 0)];
  if (!isFiltered && equals === 0 && physical - direct === rows) {
    return `${formatCount(physical)} data rows${direct === 0 ? ", none" : ` − ${formatCount(direct)}`} deleted = ${formatCount(rows)} counted`;
  }
  const filter = isFiltered ? ", after the row filter" : "";
  return `${formatCount(physical)} data rows, ${formatCount(all)} delete rows, ${formatCount(rows)} counted${filter}`;
}
