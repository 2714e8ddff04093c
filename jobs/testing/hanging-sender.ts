import { pino } from "pino";
import { openDatabase } from "#db/client.ts";
import { openQueue } from "#db/queue.ts";
import { serveChannel } from "#jobs/delivery/serve-channel.ts";
import { FakeLake } from "#jobs/testing/fake-lake.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { NO_NOTIFICATIONS, type Channel } from "#lib/contracts/notification-settings.ts";

/** A sender whose channel never answers, until it is killed; prints a line when it sends. Arguments: the database, the channel as JSON. */
const [url = "", channel = ""] = process.argv.slice(2);
const settings = { ...SERVICE_DEFAULTS, notifications: { ...NO_NOTIFICATIONS, channels: [JSON.parse(channel) as Channel] } };
const { name } = settings.notifications.channels[0] ?? { name: "" };
await serveChannel(
  {
    database: openDatabase({ url }),
    queue: await openQueue({ url, role: "sender", onError: () => {} }),
    ...new FakeLake().engine,
    now: () => new Date("2026-03-02T12:00:00Z"),
    log: pino({ level: "silent" }),
    workerId: "the killed",
    stopping: new AbortController().signal,
    settings: () => settings,
    delivery: {
      publicUrl: "https://bergwatch.example",
      openChannel: async () =>
        await Promise.resolve({
          fingerprint: "1",
          fault: null,
          send: async () => {
            process.stdout.write("sending\n");
            return await new Promise(() => {});
          },
        }),
      readReview: async () => await Promise.resolve(null),
    },
  },
  name,
);
