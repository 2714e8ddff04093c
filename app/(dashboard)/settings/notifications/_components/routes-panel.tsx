import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { checkTitle } from "#lib/incidents/check-title.ts";
import type { Route } from "#lib/contracts/notification-settings.ts";
import { sayRoute } from "../_notifications/setting-words.ts";
import classes from "./rail.module.css";

/** What goes where, in the order in which it is asked; `holding`: the places, from 1, of those that hold for what is looked at. */
export function RoutesPanel({ routes, channels, holding }: { routes: readonly Route[]; channels: number; holding: readonly number[] }) {
  return (
    <Panel title="Routes" {...(routes.length > 1 && { aside: "asked in this order" })}>
      <PanelBody>
        {routes.length === 0 ? (
          <p>No route is written, so {channels === 1 ? "the one channel hears" : "every channel hears"} of every incident.</p>
        ) : (
          <ol className={classes["routes"]}>
            {routes.map((route, place) => (
              <li key={place} {...(holding.includes(place + 1) && { "data-holds": "" })}>
                <span>
                  {sayRoute(route, checkTitle)} → <b>{route.to.join(", ")}</b>
                  {route.stop && <small>Where it holds, no further route is asked.</small>}
                  {holding.includes(place + 1) && <small>Holds for what you look at.</small>}
                </span>
              </li>
            ))}
          </ol>
        )}
      </PanelBody>
    </Panel>
  );
}
