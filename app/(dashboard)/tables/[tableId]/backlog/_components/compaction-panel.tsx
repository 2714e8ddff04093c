import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import type { StoredFacts } from "#db/queries/facts.ts";
import { compactionGain } from "#lib/compaction/compaction-gain.ts";
import type { Backlog } from "#lib/iceberg/contract-backlog.ts";
import classes from "./backlog-table.module.css";
import own from "./compaction-panel.module.css";
import { sayAssumptions, sayGain, viewGain } from "./compaction-words.ts";
import { byKind, sumTotals } from "./backlog-view.ts";

/** What a compaction would cost and give; nothing for a breakdown that was stored before that was computed. */
export function CompactionPanel({ backlog, facts, isFiltered }: { backlog: Backlog; facts: StoredFacts | null; isFiltered: boolean }) {
  const gain = compactionGain({
    backlog,
    deleteFiles: sumTotals(byKind(backlog).map(({ totals }) => totals)),
    dataFiles: facts?.values.data_files ?? null,
    // Numbers in doubt would make others that look sure.
    rows: facts === null || facts.trust.level === "untrusted" ? null : facts.values.rows,
    rawRows: facts?.values.raw_rows ?? null,
    isFiltered,
  });
  if (gain === null) return null;
  return (
    <Panel title="What a compaction would give">
      <PanelBody>
        <p>{sayGain(gain)}</p>
      </PanelBody>
      {gain.rewritten.files > 0 && (
        <table className={classes["table"]}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">What</span>
              </th>
              <th scope="col">Now</th>
              <th scope="col">After it</th>
            </tr>
          </thead>
          <tbody>
            {viewGain(gain).map(({ what, before, after, reason }) => (
              <tr key={what}>
                <th scope="row">
                  {what}
                  {reason !== null && <small>{reason}</small>}
                </th>
                <td data-label="Now">{before}</td>
                <td data-label="After it">{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <PanelBody>
        <p className={own["note"]}>{sayAssumptions(gain)}</p>
      </PanelBody>
    </Panel>
  );
}
