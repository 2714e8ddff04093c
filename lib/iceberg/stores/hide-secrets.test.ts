import { expect, test } from "vitest";
import { hideSecrets } from "#lib/iceberg/stores/hide-secrets.ts";

test("a secret is hidden as it is, as an address, JSON and SQL write it, and one inside another too", () => {
  const secret = `p/w+="'x`;
  const text = [secret, encodeURIComponent(secret), JSON.stringify(secret), secret.replace("'", "''"), "prefix-long"].join(" ");
  const hidden = hideSecrets(text, [secret, "prefix", "prefix-long"]);
  expect(hidden).toBe('… … "…" … …');
});

test.each([0, 1, 2, 3])("a secret within base64 is hidden, %i bytes behind its beginning", (before) => {
  const secret = "s3cr3t-t0ken-of-the-lake";
  const shown = Buffer.from(`${"u".repeat(before)}${secret}:x`).toString("base64");
  const hidden = hideSecrets(`Basic ${shown}`, [secret]);
  expect(hidden).toContain("…");
  expect(Buffer.from(hidden.replace("Basic ", ""), "base64").toString()).not.toMatch(/t0ken|lake/);
});

test("a secret is hidden as a form writes it, with small letters too, and its beginning as well", () => {
  const secret = "p w!~+(é)'*";
  const form = new URLSearchParams({ s: secret }).toString();
  expect(hideSecrets(`${form} ${form.replace(/%C3%A9/, "%c3%a9").toLowerCase()}`, [secret])).toBe("s=… s=…");
  expect(hideSecrets("no such token eyJhbGciOiJSUzI1NiJ9.abc... of yours", ["eyJhbGciOiJSUzI1NiJ9.abcdefghijkl"])).toBe(
    "no such token …... of yours",
  );
});

test("what is too short to be a secret hides nothing", () => {
  expect(hideSecrets("a table", ["a", ""])).toBe("a table");
});
