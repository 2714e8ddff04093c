import { expect, test } from "vitest";
import { hideSecrets } from "#lib/iceberg/stores/hide-secrets.ts";

test("a secret is hidden as it is, as an address, JSON and SQL write it, and one inside another too", () => {
  const secret = `p/w+="'x`;
  const text = [secret, encodeURIComponent(secret), JSON.stringify(secret), secret.replace("'", "''"), "prefix-long"].join(" ");
  const hidden = hideSecrets(text, [secret, "prefix", "prefix-long"]);
  expect(hidden).toBe('… … "…" … …');
});

test("what is too short to be a secret hides nothing", () => {
  expect(hideSecrets("a table", ["a", ""])).toBe("a table");
});
