import Link from "next/link";
import { Stats, type Stat } from "#app/_ui/stats.tsx";
import type { StoredFacts } from "#db/queries/facts.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { metricLink } from "#lib/contracts/links.ts";
import type { MetricName } from "#lib/names.ts";
import { formatBytes, formatCount, formatRatio } from "#lib/units.ts";
import { countOf, judgeBacklog, leftBy, sayLimit } from "./backlog-words.ts";

/** Six numbers of the manifests, judged by the table's limits. */
export function BacklogNumbers({ table, facts }: { table: TableWithKeys; facts: StoredFacts }) {
  const { values, notComputed } = facts;
  const { passed, ratioLimit } = judgeBacklog(values, table.definition.limits, facts.trust);
  const sum = (...names: (keyof typeof values)[]): number => names.reduce((total, name) => total + (values[name] ?? 0), 0);
  const tone = (name: MetricName): Stat["tone"] => {
    const severity = passed.get(name)?.severity;
    return severity === undefined ? (facts.trust.level === "untrusted" ? "doubt" : "plain") : severity === "alert" ? "alert" : "warning";
  };
  const equalityLimit = passed.get("equality_delete_files");
  const shown = (name: keyof typeof values, format: (value: number) => string): Pick<Stat, "value" | "note"> => {
    const value = values[name];
    return value === null ? { value: null, note: <span title={notComputed[name]}>not computed</span> } : { value: format(value) };
  };
  const left = leftBy(values);
  return (
    <Stats
      stats={[
        {
          label: "Delete files",
          value: formatCount(left.files),
          tone: tone("equality_delete_files"),
          note: equalityLimit
            ? `${formatCount(values.equality_delete_files ?? 0)} equality, ${sayLimit("equality_delete_files", equalityLimit.limit)}`
            : `beside ${countOf(values.data_files ?? 0, "data file")}`,
        },
        {
          label: "Delete rows",
          value: formatCount(left.rows),
          note: `of ${formatCount(values.data_rows ?? 0)} physical`,
        },
        {
          label: "Delete ratio",
          ...shown("delete_ratio", formatRatio),
          tone: tone("delete_ratio"),
          ...(values.delete_ratio !== null &&
            ratioLimit !== null && { note: sayLimit("delete_ratio", passed.get("delete_ratio")?.limit ?? ratioLimit) }),
        },
        {
          label: "Delete bytes",
          value: formatBytes(sum("equality_delete_bytes", "position_delete_bytes", "deletion_vector_bytes")),
          note: `beside ${formatBytes(values.data_bytes ?? 0)}`,
        },
        {
          label: "Dangling",
          ...shown("dangling_delete_files", formatCount),
          tone: tone("dangling_delete_files"),
          ...(values.dangling_delete_files !== null && { note: <Link href={metricLink("dangling_delete_files")}>touch nothing</Link> }),
        },
        {
          label: "Small data files",
          ...shown("small_data_files", formatCount),
          tone: tone("small_data_files"),
          ...(values.small_data_files !== null && { note: `of ${formatCount(values.data_files ?? 0)}` }),
        },
      ]}
    />
  );
}
