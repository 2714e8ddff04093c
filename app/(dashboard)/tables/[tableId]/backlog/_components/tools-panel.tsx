import { Panel } from "#app/_ui/panel.tsx";
import type { StoredFacts } from "#db/queries/facts.ts";
import { TOOL_THRESHOLDS, type BacklogMeasures } from "#lib/compaction/tool-thresholds.ts";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";
import { leftBy } from "./backlog-words.ts";
import classes from "./tools-panel.module.css";

/** From when on other tools act, beside how this table stands. */
export function ToolsPanel({ facts, backlog }: { facts: StoredFacts; backlog: Backlog | null }) {
  const measures = measure(facts, backlog);
  return (
    <Panel title="When other tools act" aside="their defaults">
      <ul className={classes["tools"]}>
        {TOOL_THRESHOLDS.map(({ tool, setting, threshold, source, isReached }) => (
          <li key={`${tool} ${setting}`}>
            <strong>{tool}</strong>
            <span>
              <code>{setting}</code>: {threshold}
            </span>
            <small>
              {SAID[String(measures === null ? null : isReached(measures)) as keyof typeof SAID]} ·{" "}
              <a href={source.url} rel="noreferrer">
                source, {source.date}
              </a>
            </small>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const SAID = { true: "reached here", false: "not reached here", null: "unknown from stored data" } as const;

/** null: a number that is needed was not computed. */
function measure({ values }: StoredFacts, backlog: Backlog | null): BacklogMeasures | null {
  const {
    data_rows: dataRows,
    equality_delete_rows: equalityRows,
    position_delete_rows: byPosition,
    deletion_vector_rows: byVector,
  } = values;
  if (dataRows === null || equalityRows === null || byPosition === null || byVector === null) return null;
  return {
    dataRows,
    equalityRows,
    positionRows: byPosition + byVector,
    deleteFiles: leftBy(values).files,
    dataFilesWithDeletes: backlog?.reading.dataWithDeletes.files ?? null,
  };
}
