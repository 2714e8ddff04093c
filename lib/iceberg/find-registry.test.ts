import { expect, test } from "vitest";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { ENTERED_DEFAULTS, type EnteredBounds } from "#lib/contracts/entered-bounds.ts";
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
  [
    "that is not configured",
    [],
    "x",
    /^The configuration has no schema registry shop that is in use\. Enter it in the settings, or add it to schema_registries/,
  ],
  ["without its secret", [SHOP], null, /^The schema registry shop was not asked: The environment variable REGISTRY_PASSWORD is not set/],
  ["whose token is none", [{ ...SHOP, auth: { kind: "bearer" as const, token: PLACE } }], "a b", /holds a space or a line feed/],
])("a registry %s is a fault in its place, and ends no reading", async (_, registries, secret, fault) => {
  const access = await sources(registries, secret).findRegistry("shop");
  expect(access.authorization).toBeNull();
  expect(access.fault).toMatch(fault);
});

const OPEN = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/data" });
const MINE = { ...SHOP, entered: true, auth: { kind: "bearer" as const, token: { ...PLACE, name: "BERGWATCH_SECRET_R" } } };

test.each<[string, Partial<RegistrySettings>, EnteredBounds | undefined, RegExp]>([
  ["an address that hands out credentials", { url: "http://169.254.169.254/latest" }, OPEN, /hands out this machine's own credentials/],
  ["a name that leads to one", { url: "http://inside.example" }, OPEN, /inside\.example leads to 169\.254\.169\.254/],
  ["a host that is not listed", {}, { ...OPEN, addresses: ["*.other.example"] }, /may not be entered here/],
  ["a secret that nobody may refer to", { auth: { kind: "bearer", token: PLACE } }, OPEN, /may not be referred to here/],
  ["bounds that nobody knows", {}, undefined, /The allowed entries are not known here/],
])("a registry that was entered is not asked at %s, and its secret is not even read", async (_, changes, bounds, fault) => {
  let isRead = false;
  const access = await new Sources({
    settings: () => ({ catalogs: [], stores: [], registries: [{ ...MINE, ...changes }], ...(bounds && { bounds }) }),
    readSecret: async () => {
      isRead = true;
      return await Promise.resolve("x");
    },
    resolve: async (name) => await Promise.resolve([name === "inside.example" ? "169.254.169.254" : "127.0.0.1"]),
  }).findRegistry("shop");
  expect(access).toMatchObject({ authorization: null, fault: expect.stringMatching(fault) as string });
  expect(isRead).toBe(false);
});

test("a registry that was entered and keeps to the bounds is opened", async () => {
  const settings = () => ({ catalogs: [], stores: [], registries: [MINE], bounds: OPEN });
  const resolve = async () => await Promise.resolve(["127.0.0.1"]);
  const found = await new Sources({ settings, readSecret: async () => await Promise.resolve("abc"), resolve }).findRegistry("shop");
  expect(found).toMatchObject({ authorization: "Bearer abc", fault: null });
});
