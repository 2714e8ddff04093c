import Link from "next/link";
import { Stats, type Stat } from "#app/_ui/stats.tsx";
import type { StoredFacts } from "#db/queries/facts.ts";
import type { TableWithKeys } from "#db/queries/tables.ts";
import { metricLink } from "#lib/contracts/links.ts";
import type { Verdict } from "#lib/contracts/verdict.ts";
import { showMetric } from "#lib/judging/shown-metric.ts";
import { formatBytes, formatCount, formatRatio } from "#lib/units.ts";
import { countOf, leftBy, sayLimit, viewBacklogVerdict } from "./backlog-words.ts";

/** Six numbers of the manifests, colored by the stored verdict. */
export function BacklogNumbers({ table, facts, verdict }: { table: TableWithKeys; facts: StoredFacts; verdict: Verdict | null }) {
  const { values, notComputed } = facts;
  const judged = viewBacklogVerdict(verdict, table.definition.limits);
  const sum = (...names: (keyof typeof values)[]): number => names.reduce((total, name) => total + (values[name] ?? 0), 0);
  const of = (name: keyof typeof values) => showMetric(judged, name, values[name]);
  const tone = (name: keyof typeof values): Stat["tone"] => {
    const { tone: judgedTone } = of(name);
    return judgedTone === "plain" && facts.trust.level === "untrusted" ? "doubt" : judgedTone;
  };
  const equality = of("equality_delete_files");
  const ratioLimit = of("delete_ratio").limit ?? judged?.ratioLimit ?? null;
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
          note:
            equality.limit !== null
              ? `${formatCount(values.equality_delete_files ?? 0)} equality, ${sayLimit("equality_delete_files", equality.limit)}`
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
          ...(values.delete_ratio !== null && ratioLimit !== null && { note: sayLimit("delete_ratio", ratioLimit) }),
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
