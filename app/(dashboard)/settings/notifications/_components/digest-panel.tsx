import { Panel, PanelBody } from "#app/_ui/panel.tsx";
import { Time } from "#app/_ui/time.client.tsx";
import type { NotificationsPage } from "../_notifications/read-notifications.ts";
import classes from "./rail.module.css";

/** When the weekly digest is sent, and where. */
export function DigestPanel({ page: { settings, digestAt } }: { page: NotificationsPage }) {
  const { digest } = settings;
  return (
    <Panel title="Weekly digest">
      <PanelBody>
        {digest === null || digestAt === null ? (
          <p>Off.</p>
        ) : (
          <>
            <p>
              Next to <b>{digest.to.join(", ")}</b> <Time at={digestAt.toISOString()} />.
            </p>
            <p className={classes["quiet"]}>
              Schedule <code>{digest.cron}</code>, {digest.timeZone}.
            </p>
          </>
        )}
      </PanelBody>
    </Panel>
  );
}
