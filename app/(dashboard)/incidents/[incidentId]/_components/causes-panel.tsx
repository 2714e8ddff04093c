import Link from "next/link";
import { CauseTag } from "#app/_ui/cause-tag.tsx";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { tableVerdict } from "#lib/causes/table-verdict.ts";
import { causeDocsLink, keysLink } from "#lib/contracts/links.ts";
import { formatCount } from "#lib/units.ts";
import type { IncidentPage } from "../_incident/read-incident.ts";
import classes from "./panels.module.css";

/** The causes inside the incident as it was last seen, each with its keys, and what to do first; nothing where none are told. */
export function CausesPanel({ page: { incident, table, key, causes } }: { page: IncidentPage }) {
  const verdict = causes && tableVerdict(causes, table.name);
  if (verdict === null) return null;
  const view = { key: key?.name, snapshot: incident.seen.snapshotId ?? undefined };
  return (
    <Panel title="Causes" aside={<Link href={causeDocsLink(verdict.main)}>About {causeWords(verdict.main).label.toLowerCase()}</Link>}>
      <PanelBody>
        <ul className={classes["causes"]}>
          {verdict.shares.map(({ cause, keys, share }) => (
            <li key={cause}>
              <CauseTag cause={cause} href={keysLink(table.id, { ...view, cause })} />
              <span>
                {formatCount(keys)} {keys === 1 ? "key" : "keys"}, {share}
              </span>
            </li>
          ))}
        </ul>
        {verdict.harm !== "" && <p className={classes["quiet"]}>{verdict.harm}</p>}
        <p className={classes["first"]}>
          <b>First:</b> {verdict.firstStep}
        </p>
        {verdict.undecided.length > 0 && (
          <p className={classes["quiet"]}>Some could not be decided; the page of the keys says what would decide them.</p>
        )}
      </PanelBody>
    </Panel>
  );
}
