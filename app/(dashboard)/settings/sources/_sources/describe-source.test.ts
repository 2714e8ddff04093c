import { expect, test } from "vitest";
import type { EntryView } from "#lib/contracts/settings-entries.ts";
import { catalogFacts, isOvertaken, registryFacts, storeFacts } from "./describe-source.ts";

const CATALOG = {
  name: "lake",
  uri: "https://catalog.example.org",
  warehouse: "prod",
  prefix: null,
  accessDelegation: "vended-credentials" as const,
  region: null,
  places: [],
  entered: false,
};
const STORE = { scope: "s3://lake", endpoint: null, pathStyle: false, region: "eu-west-1", entered: false };
const VARIABLE = { from: "environment" as const, name: "LAKE_SECRET" };

test("a catalog is told by its address, its warehouse and where its secret lies", () => {
  const auth = {
    kind: "oauth2",
    clientId: { from: "text", text: "me" },
    clientSecret: VARIABLE,
    scope: "catalog",
    tokenEndpoint: null,
  } as const;
  expect(catalogFacts({ ...CATALOG, auth })).toEqual([
    "https://catalog.example.org",
    "warehouse prod",
    "OAuth2, secret in the variable LAKE_SECRET",
  ]);
  expect(catalogFacts({ ...CATALOG, warehouse: null, auth: { kind: "none" } })).toEqual([
    "https://catalog.example.org",
    "no authentication",
  ]);
});

test("a store is told by its address, its region and where its key lies", () => {
  const credentials = {
    kind: "keys",
    accessKeyId: VARIABLE,
    secretAccessKey: { from: "file", path: "/run/key" },
    sessionToken: null,
  } as const;
  expect(storeFacts({ ...STORE, credentials })).toEqual(["AWS", "eu-west-1", "key in the file /run/key"]);
  expect(storeFacts({ ...STORE, endpoint: "http://minio:9000", credentials: { kind: "chain", profile: "p" } })).toEqual([
    "http://minio:9000",
    "eu-west-1",
    "profile p",
  ]);
});

test("a schema registry is told by its address, its interface and where its secret lies", () => {
  const registry = { name: "shop", url: "https://r.example.org", kind: "confluent" as const, entered: false };
  const auth = { kind: "basic", username: { from: "text", text: "me" }, password: VARIABLE } as const;
  expect(registryFacts({ ...registry, auth })).toEqual([
    "https://r.example.org",
    "Confluent’s interface",
    "password in the variable LAKE_SECRET",
  ]);
  expect(registryFacts({ ...registry, kind: "apicurio", auth: { kind: "none" } }).slice(1)).toEqual([
    "Apicurio’s own interface",
    "no authentication",
  ]);
});

test("what was entered and now stands in the file has no tables of its own, so that it can be removed", () => {
  const entry = (kind: EntryView["kind"], name: string, origin: EntryView["origin"]): EntryView => {
    return { kind, name, origin, written: null, state: "in use", faults: [], tableId: null };
  };
  const entered = { from: "settings" as const, version: 1, changedAt: "2026-03-01T10:00:00Z", changedBy: null };
  const file = { from: "file" as const, file: "/etc/bergwatch.yaml" };
  const mine = entry("catalog", "Lake", entered);
  const others = [mine, entry("catalog", "other", file), entry("table", "lake", file)];
  expect(isOvertaken(mine, others)).toBe(false);
  expect(isOvertaken(mine, [...others, entry("catalog", "lake", file)])).toBe(true);
  expect(isOvertaken(entry("catalog", "lake", file), others)).toBe(false);
});
