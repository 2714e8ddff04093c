import { once } from "node:events";
import { pino } from "pino";
import { openDatabase } from "#db/client.ts";
import { openQueue } from "#db/queue.ts";
import { serveChannel } from "#jobs/delivery/serve-channel.ts";
import { serveSlackButtons } from "#jobs/slack-buttons.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { runTable } from "#jobs/tasks/run-table.ts";
import { noDelivery } from "#jobs/testing/fake-delivery.ts";
import { FakeLake } from "#jobs/testing/fake-lake.ts";
import { giveSigns } from "#jobs/worker-signs.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { NO_NOTIFICATIONS, type Channel } from "#lib/contracts/notification-settings.ts";

/**
 * A worker that stops in the middle of one piece of work, prints `middle`, and goes on when it is told by a line; then it prints what the work
 * came to. Arguments: the database, then `table` with the run and the table's location, `sender` with the channel as JSON, or `buttons` with
 * the channel, Slack's address, the app's token and the bot's.
 */
const [url = "", kind = "", ...rest] = process.argv.slice(2);
const signal = new AbortController().signal;
const middle = async (): Promise<void> => {
  process.stdout.write("middle\n");
  await once(process.stdin, "data");
};

const lake = new FakeLake();
const [first = "", second = "", third = "", fourth = ""] = rest;
const channels = kind === "table" ? [] : [JSON.parse(first) as Channel];
const settings = { ...SERVICE_DEFAULTS, notifications: { ...NO_NOTIFICATIONS, channels } };
const database = openDatabase({ url });
const log = pino({ level: "silent" });
const deps: TaskDeps = {
  database,
  queue: await openQueue({ url, role: "sender", onError: () => {} }),
  ...lake.engine,
  now: () => new Date("2026-03-02T12:00:00Z"),
  log,
  workerId: "frozen",
  stopping: signal,
  settings: () => settings,
  delivery: noDelivery,
};
void giveSigns({ database, log, workerId: deps.workerId, findFault: async () => await Promise.resolve(null), signal }, 100);

async function work(): Promise<string> {
  switch (kind) {
    case "table":
      lake.add(second, { reading: middle });
      return await runTable(deps, { runId: first });
    case "sender": {
      const send = async () => {
        await middle();
        return { outcome: "delivered", status: 200, answer: "ok", retryAfterMs: null, fault: null, posted: null } as const;
      };
      const openChannel = async () => await Promise.resolve({ fingerprint: "1", fault: null, send });
      await serveChannel({ ...deps, delivery: { ...noDelivery, openChannel } }, channels[0]?.name ?? "");
      return "served";
    }
    default: {
      const readSecret = async (place: SecretPlace) => await Promise.resolve("name" in place && place.name === "APP" ? third : fourth);
      void serveSlackButtons({ ...deps, readSecret, slackApiUrl: second }, signal, 50);
      await middle();
      return "served";
    }
  }
}

process.stdout.write(`${await work().catch((error: unknown) => `failed: ${String(error)}`)}\n`);
