import { expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { FIRST_CHANNEL } from "./first-channel.ts";

test("what the page gives to be copied is a right configuration of a channel", () => {
  const loaded = loadConfig(`tables: []\n${FIRST_CHANNEL}`, { file: "/etc/bergwatch/bergwatch.yaml" });
  expect(loaded).toMatchObject({
    ok: true,
    config: {
      service: {
        notifications: {
          channels: [{ kind: "slack_webhook", name: "orders-data", url: { from: "environment", name: "SLACK_WEBHOOK_URL" } }],
        },
      },
    },
  });
});
