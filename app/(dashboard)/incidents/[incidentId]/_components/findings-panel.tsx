import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { StateIcon } from "#app/_ui/state-icon.tsx";
import { SEVERITY_WORDS, shapeOf } from "../../_incidents/incident-words.ts";
import type { IncidentPage } from "../_incident/read-incident.ts";
import classes from "./panels.module.css";

/** All that was found, where that is more than the sentence on top says. */
export function FindingsPanel({ page: { incident } }: { page: IncidentPage }) {
  const { findings } = incident;
  if (findings.length < 2) return null;
  return (
    <Panel title="All that was found">
      <PanelBody>
        <ul className={classes["found"]}>
          {findings.map(({ metric, key, severity, sentence }) => (
            <li key={`${metric ?? ""} ${key?.id ?? ""}`}>
              <StateIcon state={shapeOf({ state: "open", severity })} />
              <span>
                <span className="visually-hidden">{SEVERITY_WORDS[severity]}: </span>
                {sentence}
              </span>
            </li>
          ))}
        </ul>
      </PanelBody>
    </Panel>
  );
}
