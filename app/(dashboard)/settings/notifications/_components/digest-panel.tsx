import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { NotificationsPage } from "../_notifications/read-notifications.ts";
import classes from "./rail.module.css";

/** When the week's review is sent round, and to whom. */
export function DigestPanel({ page: { settings, digestAt } }: { page: NotificationsPage }) {
  const { digest } = settings;
  return (
    <Panel title="Week’s review">
      <PanelBody>
        {digest === null || digestAt === null ? (
          <p>It is not sent round.</p>
        ) : (
          <>
            <p>
              Goes to <b>{digest.to.join(", ")}</b> next <Time at={digestAt.toISOString()} />.
            </p>
            <p className={classes["quiet"]}>
              By <code>{digest.cron}</code> of the clock in {digest.timeZone}.
            </p>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
