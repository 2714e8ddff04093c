import type { Database } from "#db/client.ts";
import { readToldReview } from "#db/queries/reviews.ts";
import type { DeliveryDeps } from "#jobs/delivery/delivery-deps.ts";
import { createOpenChannel } from "#lib/incidents/channels/open-configured.ts";
import { allVariables, type Env } from "#lib/env.ts";

/** All that reaches people, for the worker. */
export function createDelivery({ configFile, publicUrl, slackApiUrl }: Env, { db }: Database): DeliveryDeps {
  return {
    publicUrl,
    openChannel: createOpenChannel({ configFile, environment: allVariables(), slackApiUrl }),
    readReview: async (week, timeZone) => await readToldReview(db, { week, timeZone, now: new Date() }),
  };
}
