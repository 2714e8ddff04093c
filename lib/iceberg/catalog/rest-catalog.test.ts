import { afterEach, describe, expect, test } from "vitest";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { RestCatalog } from "#lib/iceberg/catalog/rest-catalog.ts";
import { type Behavior, CatalogDouble, type DoubleOptions } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";

const NEVER = new AbortController().signal;
const ORDERS = { namespace: ["shop"], table: "orders" };
const open: CatalogDouble[] = [];
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});

async function start(options: DoubleOptions = {}, settings: Partial<CatalogSettings> = {}, timeoutMs = 5000) {
  const double = await CatalogDouble.start({ tables: [aCatalogTable()], ...options });
  open.push(double);
  let now = 0;
  const catalog = new RestCatalog(someCatalog({ uri: double.uri, ...settings }), { readSecret: nameIsSecret, timeoutMs, now: () => now });
  return { double, catalog, pass: (seconds: number) => (now += seconds * 1000) };
}

async function faultOf(promise: Promise<unknown>): Promise<AppError> {
  const [outcome] = await Promise.allSettled([promise]);
  if (outcome.status === "rejected" && outcome.reason instanceof AppError) return outcome.reason;
  throw new Error(`no AppError: ${JSON.stringify(outcome)}`);
}

test("a table is where the catalog says, with credentials when they are asked for", async () => {
  const { catalog, double } = await start({}, { warehouse: "prod" });
  const loaded = await catalog.loadTable(ORDERS, { signal: NEVER, delegate: true });
  expect(loaded?.metadataFile).toBe("s3://lake/shop.db/orders/metadata/v6.metadata.json");
  expect(loaded?.answer["storage-credentials"]?.[0]?.config.get("s3.access-key-id")).toBe("VENDED1");
  expect(double.requests.map(({ path, query }) => `${path}?${query.toString()}`)).toEqual([
    "/api/v1/config?warehouse=prod",
    "/api/v1/namespaces/shop/tables/orders?",
  ]);
  expect(loaded?.answer.metadata["current-snapshot-id"]).toBe("3821267374434050284");
});

describe("prefix and separator of the catalog's configuration stand in every path", () => {
  test.each<[string, DoubleOptions["config"], Partial<CatalogSettings>, string]>([
    ["of the catalog", { overrides: { prefix: "ws/1" } }, { prefix: "mine" }, "/api/v1/ws/1/namespaces/a%1Fb/tables/o"],
    ["of the catalog's defaults", { defaults: { prefix: "theirs" } }, {}, "/api/v1/theirs/namespaces/a%1Fb/tables/o"],
    ["of ours", { defaults: { prefix: "theirs" } }, { prefix: "mine" }, "/api/v1/mine/namespaces/a%1Fb/tables/o"],
    ["encoded already", { overrides: { prefix: "arn%3Aaws" } }, {}, "/api/v1/arn%3Aaws/namespaces/a%1Fb/tables/o"],
    ["another separator", { overrides: { "namespace-separator": "%2E" } }, {}, "/api/v1/namespaces/a%2Eb/tables/o"],
  ])("%s", async (_, config, settings, path) => {
    const { catalog, double } = await start({ config: config ?? {} }, settings);
    await faultOf(catalog.loadTable({ namespace: ["a", "b"], table: "o" }, { signal: NEVER }));
    expect(double.requests.at(-1)?.path).toBe(path);
  });
});

test("names with dots, slashes, quotes and other scripts arrive as they are", async () => {
  const namespace = ["a.b", "c/d", "наш мир"];
  const { catalog } = await start({ tables: [aCatalogTable({ namespace, name: "50%_ø?#" })] });
  expect(await catalog.listNamespaces([], NEVER)).toEqual([["a.b"]]);
  expect(await catalog.listNamespaces(["a.b", "c/d"], NEVER)).toEqual([namespace]);
  expect(await catalog.listTables(namespace, NEVER)).toEqual([{ namespace, table: "50%_ø?#" }]);
  expect(await catalog.loadTable({ namespace, table: "50%_ø?#" }, { signal: NEVER })).not.toBeNull();
});

test("ten thousand namespaces come page by page, each once", async () => {
  const tables = Array.from({ length: 10_000 }, (_, index) => aCatalogTable({ namespace: [`ns${index}`] }));
  const { catalog, double } = await start({ tables, pageSize: 1000 });
  const found = await catalog.listNamespaces([], NEVER);
  expect(new Set(found.map(([name]) => name)).size).toBe(10_000);
  expect(double.requests.filter(({ path }) => path.endsWith("/namespaces"))).toHaveLength(10);
});

test("pages that lead back to each other come to an end", async () => {
  const { catalog, double } = await start();
  double.misbehave = ({ path }) =>
    path.endsWith("/namespaces") ? { status: 200, body: { namespaces: [["a"]], "next-page-token": "1" } } : null;
  expect(await faultOf(catalog.listNamespaces([], NEVER))).toMatchObject({
    code: "catalog_faulty",
    message: expect.stringContaining("no end"),
  });
});

describe("a poll is one small request", () => {
  test("which a catalog that gives marks answers with nothing when nothing changed", async () => {
    const { catalog, double } = await start();
    const first = await catalog.loadTable(ORDERS, { signal: NEVER, refsOnly: true });
    expect(first?.etag).toBe('"v6.metadata.json refs"');
    expect(await catalog.loadTable(ORDERS, { signal: NEVER, refsOnly: true, unless: first?.etag ?? "" })).toBeNull();
    expect(double.requests.at(-1)?.query.get("snapshots")).toBe("refs");
    expect(double.requests).toHaveLength(3);
  });

  test("and where only all snapshots are served, those are asked for from then on", async () => {
    const { catalog, double } = await start();
    double.misbehave = ({ query }) => (query.get("snapshots") === "refs" ? { status: 400 } : null);
    await catalog.loadTable(ORDERS, { signal: NEVER, refsOnly: true });
    await catalog.loadTable(ORDERS, { signal: NEVER, refsOnly: true });
    expect(double.requests.filter(({ path }) => path.endsWith("/orders"))).toHaveLength(3);
  });
});

describe("OAuth2", () => {
  const auth = {
    kind: "oauth2" as const,
    clientId: { from: "text" as const, text: "bergwatch" },
    clientSecret: { from: "environment" as const, name: "the client's secret" },
    scope: "PRINCIPAL_ROLE:ALL",
    tokenEndpoint: null,
  };
  const server = { auth: { clientId: "bergwatch", clientSecret: "the client's secret", lifeSeconds: 600 } };

  test("one token serves until shortly before its end, then a new one does", async () => {
    const { catalog, double, pass } = await start(server, { auth });
    await Promise.all([catalog.loadTable(ORDERS, { signal: NEVER }), catalog.listNamespaces([], NEVER)]);
    pass(530);
    await catalog.loadTable(ORDERS, { signal: NEVER });
    expect(double.tokensIssued).toBe(1);
    pass(15);
    await catalog.loadTable(ORDERS, { signal: NEVER });
    expect(double.tokensIssued).toBe(2);
    expect(new URLSearchParams(double.requests[0]?.body).get("scope")).toBe("PRINCIPAL_ROLE:ALL");
  });

  test("a token that the catalog refuses is fetched anew, once", async () => {
    const { catalog, double } = await start(server, { auth });
    await catalog.loadTable(ORDERS, { signal: NEVER });
    double.forgetTokens();
    await catalog.loadTable(ORDERS, { signal: NEVER });
    expect(double.tokensIssued).toBe(2);
    double.misbehave = ({ path }) => (path.endsWith("/orders") ? { status: 401 } : null);
    const before = double.requests.length;
    expect(await faultOf(catalog.loadTable(ORDERS, { signal: NEVER }))).toMatchObject({ code: "catalog_refused" });
    expect(double.requests.slice(before).filter(({ path }) => path.endsWith("/orders"))).toHaveLength(2);
  });

  test("a refusal is believed for a quarter of a minute, then asked for anew", async () => {
    const { catalog, double, pass } = await start({ auth: { ...server.auth, clientSecret: "another" } }, { auth });
    for (let table = 0; table < 5; table++) await faultOf(catalog.loadTable(ORDERS, { signal: NEVER }));
    expect(double.requests).toHaveLength(1);
    double.options.auth = server.auth;
    pass(16);
    expect(await catalog.loadTable(ORDERS, { signal: NEVER })).not.toBeNull();
  });

  test("a wrong secret is told without the secret, though the server repeats it", async () => {
    const { catalog } = await start({ auth: { clientId: "bergwatch", clientSecret: "another", lifeSeconds: 1 } }, { auth });
    const fault = await faultOf(catalog.loadTable(ORDERS, { signal: NEVER }));
    expect(fault).toMatchObject({
      code: "catalog_refused",
      message: expect.stringMatching(/token endpoint of the catalog lake .* gives no token.*client_secret/),
    });
    expect(`${fault.message} ${String(fault.stack)} ${JSON.stringify(fault.cause)}`).not.toContain("the client's secret");
  });
});

describe("every fault names the catalog, its address, the thing and the mend, and no secret", () => {
  const TOKEN = "secret-token-of-the-test";
  const auth = { kind: "bearer" as const, token: { from: "environment" as const, name: TOKEN } };
  const said = { error: { type: "Oops", message: `the token ${TOKEN} is odd\n at stack` } };
  test.each<[string, Behavior, string, RegExp]>([
    [
      "401",
      { status: 401, body: said },
      "catalog_refused",
      /does not know who asks \(status 401\) at the table shop\.orders \(it says: Oops: the token … is odd\)\. Check the token/,
    ],
    ["403", { status: 403 }, "table_refused", /does not let us read the table shop\.orders.*Give the right to read it/],
    ["404", { status: 404 }, "table_not_found", /has no such thing as the table shop\.orders.*Check the name/],
    ["419", { status: 419 }, "catalog_refused", /has expired \(status 419\).*Check the token/],
    [
      "429",
      { status: 429, headers: { "retry-after": "7" } },
      "catalog_unreachable",
      /asked too often, and wants to be left alone for 7 s.*Poll/,
    ],
    ["500", { status: 500, body: said }, "catalog_unreachable", /failed \(status 500\).*Its own log says why/],
    ["418", { status: 418 }, "catalog_faulty", /refuses the request for the table shop\.orders \(status 418\).*Check warehouse/],
    ["a web page", { html: true }, "catalog_faulty", /a web page instead of JSON.*Check the address/],
    ["no JSON", { text: "{" }, "catalog_faulty", /something other than JSON/],
    ["other JSON", { text: '{"table": 1}' }, "catalog_faulty", /none of the Iceberg REST interface \(metadata/],
    ["a staged table", { text: '{"metadata": {}}' }, "catalog_faulty", /gives no metadata location for the table shop\.orders/],
    ["an answer that is cut", { cut: true }, "catalog_unreachable", /cannot be reached, or broke off.*Check/],
    ["no answer", { hangs: true }, "catalog_unreachable", /did not answer within 0\.3 seconds.*Check/],
    [
      "a way out",
      { status: 302, headers: { location: "http://169.254.169.254/latest" } },
      "catalog_refused",
      /redirects to http:\/\/169\.254\.169\.254, which is not followed/,
    ],
    ["a way round", { status: 307, headers: { location: "/api/v1/again" } }, "catalog_faulty", /redirects again and again/],
  ])("%s", async (_, behavior, code, message) => {
    const { catalog, double } = await start({ auth: { bearer: TOKEN } }, { auth }, 300);
    double.misbehave = ({ path }) => (path.endsWith("/config") ? null : behavior);
    const fault = await faultOf(catalog.loadTable(ORDERS, { signal: NEVER }));
    expect(fault).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(fault.message).toContain(`The catalog lake (${double.uri})`);
    expect(`${fault.message} ${String(fault.stack)} ${JSON.stringify(fault.cause)}`).not.toContain(TOKEN);
    // The next request works as if nothing had been.
    double.misbehave = () => null;
    expect(await catalog.loadTable(ORDERS, { signal: NEVER })).not.toBeNull();
  });

  test("nobody listens", async () => {
    const { catalog, double } = await start();
    await double.close();
    open.pop();
    expect(await faultOf(catalog.loadTable(ORDERS, { signal: NEVER }))).toMatchObject({
      code: "catalog_unreachable",
      message: expect.stringMatching(/The catalog lake \(http:\/\/127\.0\.0\.1:\d+\/api\) cannot be reached.*ECONNREFUSED/),
    });
  });

  test("another address than that of a catalog", async () => {
    const { catalog, double } = await start({}, { warehouse: "prod" });
    double.misbehave = () => ({ status: 404 });
    expect(await faultOf(catalog.listNamespaces([], NEVER))).toMatchObject({
      code: "unknown_catalog",
      message: expect.stringMatching(/no \/v1\/config at its address, or no such warehouse as prod/),
    });
  });

  test("a token with a line feed is refused before it is sent", async () => {
    const { catalog, double } = await start({}, { auth: { kind: "bearer", token: { from: "environment", name: `${TOKEN}\n` } } });
    const fault = await faultOf(catalog.listNamespaces([], NEVER));
    expect(fault).toMatchObject({ code: "usage", message: expect.stringContaining("a space or a line feed") });
    expect(fault.message).not.toContain(TOKEN);
    expect(double.requests).toEqual([]);
  });
});

test("several that ask at once share one look at the catalog's configuration, and none falls with another's cancelling", async () => {
  const { catalog, double } = await start();
  const first = new AbortController();
  double.misbehave = ({ path }) => (path.endsWith("/config") && !first.signal.aborted ? { hangs: true } : null);
  const asked = [faultOf(catalog.listNamespaces([], first.signal)), catalog.listNamespaces([], NEVER), catalog.listNamespaces([], NEVER)];
  setTimeout(() => first.abort(), 50);
  expect(await Promise.all(asked)).toEqual([expect.objectContaining({ code: "cancelled" }), [["shop"]], [["shop"]]]);
  expect(double.requests.filter(({ path }) => path.endsWith("/config"))).toHaveLength(2);
});

test("a request that is cancelled says so", async () => {
  const { catalog, double } = await start();
  double.misbehave = () => ({ hangs: true });
  const controller = new AbortController();
  const asked = faultOf(catalog.listNamespaces([], controller.signal));
  setTimeout(() => controller.abort(), 50);
  expect(await asked).toMatchObject({ code: "cancelled" });
});

test("requests are signed for AWS with the keys that are given, path and session token included", async () => {
  const credentials = {
    kind: "keys" as const,
    accessKeyId: { from: "environment" as const, name: "AKIDEXAMPLE" },
    secretAccessKey: { from: "environment" as const, name: "wJalrXUtnFEMI" },
    sessionToken: { from: "environment" as const, name: "session" },
  };
  const { catalog, double } = await start({}, { auth: { kind: "sigv4", service: "glue", region: "eu-central-1", credentials } });
  await catalog.loadTable(ORDERS, { signal: NEVER, delegate: true });
  const { headers } = double.requests.at(-1) ?? {};
  expect(headers?.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/glue\/aws4_request, SignedHeaders=\S*host\S*x-amz-security-token\S*, Signature=[0-9a-f]{64}$/,
  );
  expect(headers?.["x-amz-security-token"]).toBe("session");
});
