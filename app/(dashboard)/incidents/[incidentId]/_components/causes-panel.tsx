import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { findDoubt } from "#lib/causes/say-doubt.ts";
import { tableVerdict } from "#lib/causes/table-verdict.ts";
import { keysLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import { FirstStep, FirstStepPanel } from "../../../tables/[tableId]/_why/first-step.tsx";
import why from "../../../tables/[tableId]/_why/why.module.css";
import type { IncidentPage } from "../_incident/read-incident.ts";
import classes from "./panels.module.css";

/** The causes inside the incident as it was last seen, each with its keys, and what to do first; nothing where none are told. */
export function CausesPanel({ page: { incident, table, key, causes, first } }: { page: IncidentPage }) {
  const verdict = causes && tableVerdict(causes, table.name);
  if (first === null) return null;
  if (causes === null || verdict === null) return <FirstStepPanel first={first} />;
  const view = { key: key?.name, snapshot: incident.seen.snapshotId ?? undefined };
  return (
    <Panel title="Causes">
      <PanelBody>
        <ul className={classes["causes"]}>
          {verdict.shares.map(({ cause, keys, share }) => (
            <li key={cause}>
              <CauseTag cause={cause} href={keysLink(table.id, { ...view, cause })} />
              <span>
                {formatCount(keys)} {keys === 1 ? "key" : "keys"}, {share}
                {findDoubt(cause, causes)?.isMost && ", probable"}
              </span>
            </li>
          ))}
        </ul>
        {verdict.harm !== "" && <p className={classes["quiet"]}>{verdict.harm}</p>}
        {verdict.undecided.length > 0 && (
          <p className={classes["quiet"]}>Some are undecided. The keys page shows what would decide them.</p>
        )}
      </PanelBody>
      <div className={why["words"]}>
        <FirstStep first={first} />
      </div>
    </Panel>
  );
}
