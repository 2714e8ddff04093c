import { z } from "zod";
import { listChannelsToServe } from "#db/queries/sending.ts";
import { serveChannel } from "#jobs/delivery/serve-channel.ts";
import { defineTask } from "#jobs/tasks/define-task.ts";

/** Sends what is due: of one channel, or of all of them, each at its own pace. */
export const sendMessagesTask = defineTask({
  name: "send-messages",
  // For the ends of quiet hours and of waits after failed tries.
  cron: "* * * * *",
  payload: z.strictObject({ channel: z.string().optional() }),
  run: async (deps, { channel }) => {
    const channels = channel === undefined ? await listChannelsToServe(deps.database.db, deps.now()) : [channel];
    await Promise.all(channels.map(async (name) => await serveChannel(deps, name)));
  },
});
