import { expect, test } from "vitest";
import { RecentSecrets } from "#lib/iceberg/catalog/recent-secrets.ts";

test("the thousand secrets that were used last are kept, and one that is used on and on among them", () => {
  const secrets = new RecentSecrets();
  for (let reading = 0; reading < 5000; reading++) {
    secrets.add("token");
    secrets.add(`vended-${reading}`);
  }
  expect(secrets.size).toBe(1000);
  expect([secrets.has("token"), secrets.has("vended-4999"), secrets.has("vended-0")]).toEqual([true, true, false]);
});
