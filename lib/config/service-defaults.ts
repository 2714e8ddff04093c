import { DEFAULTS } from "#lib/config/defaults.ts";
import { secondsOf } from "#lib/config/scalars.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import { NO_NOTIFICATIONS } from "#lib/contracts/notification-settings.ts";
import { NO_SOURCES } from "#lib/contracts/source-settings.ts";
import type { ServiceSettings } from "#lib/contracts/table-definition.ts";

/** What holds for the service as a whole where no configuration says otherwise. */
export const SERVICE_DEFAULTS: ServiceSettings = {
  overdueFactor: DEFAULTS.overdueFactor,
  retention: { factsSeconds: secondsOf(DEFAULTS.factsRetention), runsSeconds: secondsOf(DEFAULTS.runsRetention) },
  pollersMax: DEFAULTS.pollers,
  notifications: NO_NOTIFICATIONS,
  sources: NO_SOURCES,
  entered: ENTERED_DEFAULTS,
};
