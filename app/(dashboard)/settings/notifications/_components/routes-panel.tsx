import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { checkTitle } from "#lib/incidents/check-title.ts";
import type { Route } from "#lib/contracts/notification-settings.ts";
import { sayRoute } from "../_notifications/setting-words.ts";
import classes from "./rail.module.css";

/** The routes in their order; `holding`: the places, from 1, of those that match the previewed incident. */
export function RoutesPanel({ routes, channels, holding }: { routes: readonly Route[]; channels: number; holding: readonly number[] }) {
  return (
    <Panel title="Routes" {...(routes.length > 1 && { aside: "in this order" })}>
      <PanelBody>
        {routes.length === 0 ? (
          <p>
            No routes: every incident goes to {channels === 1 ? "this channel" : "every channel"}. Routes are defined in bergwatch.yaml.
          </p>
        ) : (
          <ol className={classes["routes"]}>
            {routes.map((route, place) => (
              <li key={place} {...(holding.includes(place + 1) && { "data-holds": "" })}>
                <span>
                  {sayRoute(route, checkTitle)} → <b>{route.to.join(", ")}</b>
                  {route.stop && <small>If it matches, the routes below are skipped.</small>}
                  {holding.includes(place + 1) && <small>Matches the preview.</small>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </PanelBody>
    </Panel>
  );
}
