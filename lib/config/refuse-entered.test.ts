import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { isProvidersOwn, isWithinPlaces, refuseAddress, refuseCatalog, refuseStore, refuseTable } from "#lib/config/refuse-entered.ts";
import { ENTERED_DEFAULTS, type EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { StoreSettings } from "#lib/contracts/source-settings.ts";
import { someCatalog } from "#lib/testing/catalog-settings.ts";

const OPEN = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/data" });
const CLOSED = boundsOf(ENTERED_DEFAULTS, { host: "0.0.0.0", dataDir: "/data" });
const listing = (changes: Partial<EnteredBounds>): EnteredBounds => ({ ...CLOSED, ...changes });
const paths = (faults: { path: readonly PropertyKey[] }[]) => faults.map(({ path }) => path.join("."));

test.each([
  ["localhost", null],
  ["127.0.0.1", null],
  ["::1", null],
  ["0.0.0.0", []],
  ["::", []],
  ["192.168.1.4", []],
])("served on %s, where the file lists nothing, %j may be asked", (host, addresses) => {
  expect(boundsOf(ENTERED_DEFAULTS, { host, dataDir: "/data" })).toEqual({
    allowed: true,
    addresses,
    places: addresses,
    secrets: ["BERGWATCH_SECRET_*", "/data/secrets"],
  });
});

test.each([
  ["http://127.0.0.1:3000", null],
  ["http://localhost:3000", null],
  ["http://[::1]:3000", null],
  ["https://bergwatch.example.org", []],
  ["http://192.168.1.4:3000", []],
])("served on this machine alone and reached by %s, which may be a proxy's, %j may be asked", (publicUrl, addresses) => {
  expect(boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", publicUrl, dataDir: "/data" })).toMatchObject({ addresses, places: addresses });
});

describe("addresses", () => {
  test.each([
    "http://169.254.169.254/latest",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://[::ffff:169.254.169.254]/",
    "http://[fe80::1]/",
    "http://[fd00:ec2::254]/",
    "http://metadata.google.internal./",
    "http://100.100.100.200/",
  ])("%s is refused even where any may be entered", (address) => {
    expect(refuseAddress(address, OPEN)).toMatch(/hands out this machine's own credentials/);
    expect(refuseAddress(address, listing({ addresses: ["*"] }))).toMatch(/hands out/);
  });

  test("one of a link is used where it is listed by its very address", () => {
    expect(refuseAddress("http://169.254.7.7:8181", listing({ addresses: ["169.254.7.7:8181"] }))).toBeNull();
  });

  test.each<[string, string, boolean]>([
    ["https://a.example.org", "*.example.org", true],
    ["https://A.B.EXAMPLE.ORG.", "*.example.org", true],
    ["https://example.org", "*.example.org", false],
    ["https://evilexample.org", "*.example.org", false],
    ["https://example.org.evil.example", "example.org", false],
    ["https://catalog.internal:8181", "catalog.internal:8181", true],
    ["https://catalog.internal", "catalog.internal:8181", false],
    ["https://catalog.internal", "catalog.internal:443", true],
    ["http://catalog.internal:9", "catalog.internal", true],
    ["http://[::1]:9", "[0:0::1]", true],
    ["http://127.1:9", "127.0.0.1", true],
    ["https://anything.example", "*", true],
  ])("%s by the pattern %s: %s", (address, pattern, may) => {
    expect(refuseAddress(address, listing({ addresses: [pattern] })) === null).toBe(may);
  });

  test("what is refused says what is listed, and where", () => {
    expect(refuseAddress("https://x.example", listing({ addresses: ["a.example"] }))).toMatch(
      /The host x\.example may not be entered here: .*entered\.addresses of bergwatch\.yaml \(a\.example\)/,
    );
  });
});

test("every address and secret of a catalog is held against the bounds, each at its key", () => {
  const env = (name: string) => ({ from: "environment" as const, name });
  const oauth2 = {
    kind: "oauth2" as const,
    clientId: env("HOME"),
    clientSecret: env("DATABASE_URL"),
    scope: "s",
    tokenEndpoint: "https://t.example",
  };
  const places = ["s3://x", "/etc", "relative"];
  const faulty = someCatalog({ uri: "https://x.example", auth: oauth2, places });
  expect(paths(refuseCatalog(faulty, CLOSED))).toEqual([
    "uri",
    "auth.oauth2.token_endpoint",
    "auth.oauth2.client_id",
    "auth.oauth2.client_secret",
    "places.0",
    "places.1",
    "places.2",
  ]);
  const right = listing({ addresses: ["*.example"], places: ["s3://x", "/etc"], secrets: ["HOME", "DATABASE_*"] });
  expect(paths(refuseCatalog(someCatalog({ uri: "https://x.example", auth: oauth2, places: ["s3://x/y", "/etc"] }), right))).toEqual([]);
});

test.each<[string, string, boolean]>([
  ["BERGWATCH_SECRET_LAKE", "", true],
  ["BERGWATCH_SECRET_", "", true],
  ["XBERGWATCH_SECRET_LAKE", "", false],
  ["BERGWATCH_SLACK", "", false],
  ["LAKE_TOKEN", "LAKE_*", true],
  ["MY_LAKE_TOKEN", "*_LAKE_*", true],
  ["LAKE", "LAKE_*", false],
])("the variable %s with %j listed: %s", (name, pattern, may) => {
  const auth = { kind: "bearer" as const, token: { from: "environment" as const, name } };
  const bounds = { ...OPEN, secrets: [...OPEN.secrets, ...(pattern === "" ? [] : [pattern])] };
  expect(refuseCatalog(someCatalog({ auth }), bounds).length === 0).toBe(may);
});

describe("folders of this machine count with their links followed", () => {
  let root = "";
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "bergwatch-bounds-"));
    for (const folder of ["lake", "lake-private", "secrets"]) mkdirSync(join(root, folder));
    symlinkSync(join(root, "lake-private"), join(root, "lake/link"));
    symlinkSync("/etc", join(root, "secrets/etc"));
    symlinkSync(join(root, "lake"), join(root, "to-lake"));
    mkdirSync(join(root, "private/deep/lake"), { recursive: true });
    symlinkSync(join(root, "private/deep"), join(root, "to-private"));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  test.each<[string, boolean]>([
    ["lake", true],
    ["lake/orders/metadata/v1.metadata.json", true],
    ["to-lake/orders", true],
    ["lake-private", false],
    ["lake/../lake-private/x", false],
    ["lake/link/x", false],
    ["", false],
  ])("%s: %s", (path, may) => {
    for (const written of [join(root, path), `file://${root}/${path}`, `${root}/${path}/`])
      expect([written, refuseTable({ location: written }, listing({ places: [join(root, "lake")] })).length === 0]).toEqual([written, may]);
  });

  test("behind a link .. leads elsewhere than the path says, so none is followed", () => {
    const location = `${root}/to-private/../lake/x`;
    expect(paths(refuseTable({ location }, listing({ places: [join(root, "lake")] })))).toEqual(["location"]);
  });

  test.each<[string, boolean]>([
    ["secrets/lake", true],
    ["secrets/../lake/x", false],
    ["secrets/etc/passwd", false],
  ])("a secret in %s: %s", (path, may) => {
    const auth = { kind: "bearer" as const, token: { from: "file" as const, path: join(root, path) } };
    const bounds = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: root });
    expect(refuseCatalog(someCatalog({ auth }), bounds).length === 0).toBe(may);
  });
});

test.each<[string, boolean]>([
  ["s3://raw/shared", true],
  ["s3a://raw/shared/orders", true],
  ["s3://raw/shared-not", false],
  ["s3://raw", false],
  ["s3://raw/shared/../private", false],
  ["gs://raw/shared", false],
])("%s lies within s3://raw/shared: %s", (place, may) => {
  expect(isWithinPlaces(place, { places: ["s3://raw/shared"] })).toBe(may);
});

describe("the machine's own AWS credentials", () => {
  const chain = { kind: "chain" as const, profile: null };
  const store = (changes: Partial<StoreSettings>): StoreSettings => ({
    scope: "s3://x",
    endpoint: null,
    pathStyle: false,
    region: null,
    credentials: chain,
    entered: true,
    ...changes,
  });

  test("go to AWS alone, or to a host that is listed by name", () => {
    expect(refuseStore(store({}), OPEN)).toEqual([]);
    expect(paths(refuseStore(store({ endpoint: "http://minio:9000" }), OPEN))).toEqual([""]);
    expect(paths(refuseStore(store({ endpoint: "http://minio:9000", credentials: { ...chain, profile: "p" } }), OPEN))).toEqual([
      "profile",
    ]);
    expect(refuseStore(store({ endpoint: "http://minio:9000" }), { ...OPEN, addresses: ["minio:9000"] })).toEqual([]);
    expect(paths(refuseStore(store({ endpoint: "http://minio:9000" }), { ...OPEN, addresses: ["*"] }))).toEqual([""]);
    expect(refuseStore(store({ endpoint: "http://minio:9000", credentials: { kind: "none" } }), OPEN)).toEqual([]);
  });

  test("Azure's places name their host by themselves, so that is held against the bounds too", () => {
    const azure = (host: string) => store({ scope: `abfss://lake@acc.dfs.${host}` });
    expect(refuseStore(azure("core.windows.net"), OPEN)).toEqual([]);
    expect(paths(refuseStore(azure("evil.example"), OPEN))).toEqual([""]);
    expect(paths(refuseStore(azure("core.windows.net"), { ...OPEN, addresses: ["*.example"] }))).toEqual(["scope"]);
    const sas = { kind: "sas" as const, sasToken: { from: "environment" as const, name: "DATABASE_URL" } };
    expect(paths(refuseStore({ ...azure("core.windows.net"), credentials: sas }, OPEN))).toEqual(["sas_token"]);
  });

  test.each<[string, boolean]>([
    ["https://glue.eu-central-1.amazonaws.com/iceberg", true],
    ["https://s3tables.us-east-1.amazonaws.com/iceberg", true],
    ["https://s3.dualstack.eu-central-1.amazonaws.com", true],
    ["https://s3.cn-north-1.amazonaws.com.cn", true],
    ["http://glue.eu-central-1.amazonaws.com/iceberg", false],
    ["https://s3-eu-west-1.amazonaws.com", true],
    ["https://lake.s3-fips.us-gov-west-1.amazonaws.com", true],
    ["https://bucket.vpce-1a2b-3c4d.s3.us-east-1.vpce.amazonaws.com", true],
    ["https://abc.execute-api.eu-central-1.amazonaws.com", false],
    ["https://s3abcdefgh.execute-api.eu-central-1.amazonaws.com", false],
    ["https://s3-mine-123.eu-central-1.elb.amazonaws.com", false],
    ["https://ec2-1-2-3-4.compute-1.amazonaws.com", false],
    ["https://glue.eu-central-1.amazonaws.com.evil.example", false],
    ["https://glue.evil-amazonaws.com", false],
    ["https://lake.blob.core.windows.net", true],
    ["https://lake.blob.core.windows.net.evil.example", false],
    ["https://blob.core.windows.evil.example", false],
  ])("%s is AWS's or Azure's own: %s", (address, own) => {
    expect(isProvidersOwn(address)).toBe(own);
  });
});
