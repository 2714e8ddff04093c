import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { AttemptRow } from "#db/queries/deliveries.ts";
import { OUTCOME_WORDS } from "#lib/incidents/say-delivery.ts";
import { formatDuration } from "#lib/units.ts";
import classes from "./delivery.module.css";

/** Each try with what the other side answered, newest first. */
export function Tries({ tries }: { tries: readonly AttemptRow[] }) {
  if (tries.length === 0) {
    return (
      <Panel title="Attempts">
        <PanelBody>
          <p>No attempt yet.</p>
        </PanelBody>
      </Panel>
    );
  }
  return (
    <Panel title="Attempts">
      <table className={classes["tries"]} aria-label="Attempts">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Outcome</th>
            <th scope="col">Answer</th>
            <th scope="col">Duration</th>
          </tr>
        </thead>
        <tbody>
          {tries.toReversed().map(({ id, at, outcome, status, answer, durationMs }) => (
            <tr key={id}>
              <th scope="row">
                <Time at={at.toISOString()} />
              </th>
              <td>{OUTCOME_WORDS[outcome]}</td>
              <td>
                {status !== null && <code>{status}</code>} {answer ?? (status === null ? "none" : "")}
              </td>
              <td>{formatDuration(durationMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
