import { expect, test } from "vitest";
import { loadConfig } from "#lib/config/load-config.ts";
import { FIRST_CHANNEL } from "./first-channel.ts";

test("what the page offers to copy is a whole configuration file with a channel", () => {
  const loaded = loadConfig(FIRST_CHANNEL, { file: "/etc/bergwatch/bergwatch.yaml" });
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
