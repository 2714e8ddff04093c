import Link from "next/link";
import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { incidentName } from "#lib/contracts/incident-number.ts";
import { incidentLink, incidentsLink } from "#lib/contracts/links.ts";
import { checkTitle } from "#lib/incidents/check-title.ts";
import { shapeOf, STATE_WORDS } from "../../_incidents/incident-words.ts";
import type { IncidentPage } from "../_incident/read-incident.ts";
import classes from "./panels.module.css";

/** The table's other incidents; nothing when there are none. */
export function NeighboursPanel({ page: { neighbours, table } }: { page: IncidentPage }) {
  if (neighbours.length === 0) return null;
  return (
    <Panel title="On the same table" aside={<Link href={incidentsLink({ table: table.id })}>All open</Link>}>
      <PanelBody>
        <ul className={classes["found"]}>
          {neighbours.map((one) => (
            <li key={one.id}>
              <StateIcon state={shapeOf(one)} />
              <span>
                <Link href={incidentLink(one.id)} prefetch={false}>
                  {incidentName(one.number)} {checkTitle(one.check)}
                </Link>{" "}
                {one.sentence}
              </span>
              <small>{STATE_WORDS[one.state]}</small>
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}
