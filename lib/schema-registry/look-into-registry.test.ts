import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findProduct, listSubjects, readNewest } from "#lib/schema-registry/look-into-registry.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";
import { RegistryDouble, type RegistryBehavior } from "#lib/testing/registry-double.ts";

let double: RegistryDouble;
beforeAll(async () => {
  double = await RegistryDouble.start();
});
afterAll(async () => await double.close());
beforeEach(() => double.reset());

const ASKS = { timeoutMs: 20_000, pauseMs: 1 };
const access = (rest: Partial<RegistryAccess> = {}): RegistryAccess => ({
  name: "shop",
  kind: "confluent",
  url: double.url,
  authorization: null,
  fault: null,
  ...rest,
});
const APICURIO = "/apis/registry/v3/system/info";

test.each<[string, string, Partial<RegistryAccess>, [string, RegistryBehavior][], string | null]>([
  ["Confluent", "", {}, [["/v1/metadata/version", { json: { version: "7.6.1", commitId: "a1" } }]], "Confluent’s registry 7.6.1"],
  ["Karapace", "", {}, [["/_health", { json: { process_uptime_sec: 7, karapace_version: "3.11.0" } }]], "Karapace 3.11.0"],
  ["Redpanda", "", {}, [["/v1", { json: { swagger: "2.0", info: { title: "Pandaproxy Schema Registry" } } }]], "Redpanda’s registry"],
  ["Apicurio", "", { kind: "apicurio" }, [[APICURIO, { json: { name: "Apicurio Registry (SQL)", version: "3.0.4" } }]], "Apicurio 3.0.4"],
  [
    "Apicurio as Confluent's",
    "/apis/ccompat/v7",
    {},
    [[APICURIO, { json: { name: "Apicurio Registry", version: "3.0.4" } }]],
    "Apicurio 3.0.4",
  ],
  ["another that says OK to everything", "", {}, [["/_health", { json: { status: "UP" } }]], null],
  ["another API that describes itself", "", {}, [["/v1", { json: { swagger: "2.0", info: { title: "Orders" } } }]], null],
  ["one that says nothing", "", {}, [], null],
])("the product is told by what it alone says: %s", async (_, path, rest, answers, product) => {
  for (const [at, answer] of answers) double.answers.set(at, answer);
  expect(await findProduct(access({ ...rest, url: `${double.url}${path}` }), ASKS)).toBe(product);
});

test("subjects are counted, and those of keys are known by their names", async () => {
  double.answers.set("/subjects", { json: ["shop.orders-value", "shop/orders-key", "keys-value"] });
  double.answers.set("/subjects/shop%2Forders-key/versions/latest", { json: { subject: "s", id: 41, version: 3, schema: "{}" } });
  const found = await listSubjects(access(), ASKS);
  expect(found).toMatchObject({ count: 3, keys: [{ name: "shop/orders-key" }] });
  const [key] = "keys" in found ? found.keys : [];
  expect(key && (await readNewest(access(), key, ASKS))).toEqual({ version: "3", id: "41" });
});

test.each([
  ["v3", { artifactId: "shop.orders-key", groupId: "eu" }, "groups/eu/artifacts/shop.orders-key/versions/branch=latest"],
  ["v2", { id: "shop.orders-key" }, "groups/default/artifacts/shop.orders-key/meta"],
])("Apicurio's artifacts count as subjects, by its interface %s", async (version, artifact, path) => {
  const base = `/apis/registry/${version}`;
  double.answers.set(`${base}/search/artifacts?limit=500`, { json: { count: 812, artifacts: [{ artifactId: "v" }, artifact] } });
  double.answers.set(`${base}/${path}`, { json: { globalId: 7, contentId: 5, version: "2" } });
  const apicurio = access({ kind: "apicurio" });
  const found = await listSubjects(apicurio, ASKS);
  expect(found).toMatchObject({ count: 812, keys: [{ name: "shop.orders-key" }] });
  const [key] = "keys" in found ? found.keys : [];
  expect(key && (await readNewest(apicurio, key, ASKS))).toEqual({ version: "2", id: "7" });
});

test.each<[string, RegistryAccess["kind"], RegExp]>([
  ["no subjects", "confluent", /has no \/subjects: it is not a registry with Confluent's interface/],
  ["no artifacts", "apicurio", /has no \/apis\/registry: it is not an Apicurio registry/],
])("what has %s is told to be no such registry", async (_, kind, fault) => {
  expect(await listSubjects(access({ kind }), ASKS)).toEqual({ fault: expect.stringMatching(fault) as string });
});
