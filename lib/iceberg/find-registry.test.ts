import { expect, test } from "vitest";
import type { RegistrySettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { registrySecrets } from "#lib/schema-registry/registry-access.ts";

const PLACE = { from: "environment" as const, name: "REGISTRY_PASSWORD" };
const SHOP: RegistrySettings = {
  name: "shop",
  kind: "confluent",
  url: "https://registry.example.org",
  auth: { kind: "basic", username: { from: "text", text: "bergwatch" }, password: PLACE },
  entered: false,
};

function sources(registries: RegistrySettings[], secret: string | null): Sources {
  return new Sources({
    settings: () => ({ catalogs: [], stores: [], registries }),
    readSecret: async (place) => {
      if (place.from === "text") return place.text;
      if (secret === null) throw new AppError("usage", "The environment variable REGISTRY_PASSWORD is not set.");
      return await Promise.resolve(secret);
    },
  });
}

test("a registry is opened by its name with its secret as it is now, and every form of the secret is hidden from messages", async () => {
  const access = await sources([SHOP], "pä:ss").findRegistry("Shop");
  const header = Buffer.from("bergwatch:pä:ss").toString("base64");
  expect(access).toEqual({ name: "shop", kind: "confluent", url: SHOP.url, authorization: `Basic ${header}`, fault: null });
  expect(registrySecrets(access)).toEqual([header, "pä:ss"]);
});

test.each([
  ["that is not configured", [], "x", /^The configuration has no schema registry shop\. Add it to schema_registries/],
  ["without its secret", [SHOP], null, /^The schema registry shop was not asked: The environment variable REGISTRY_PASSWORD is not set/],
  ["whose token is none", [{ ...SHOP, auth: { kind: "bearer" as const, token: PLACE } }], "a b", /holds a space or a line feed/],
])("a registry %s is a fault in its place, and ends no reading", async (_, registries, secret, fault) => {
  const access = await sources(registries, secret).findRegistry("shop");
  expect(access.authorization).toBeNull();
  expect(access.fault).toMatch(fault);
});
