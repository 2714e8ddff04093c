import { afterEach, describe, expect, test } from "vitest";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { RestCatalog } from "#lib/iceberg/catalog/rest-catalog.ts";
import { CatalogDouble, type DoubleOptions } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";

/** What a catalog says or does that none should. */

const NEVER = new AbortController().signal;
const open: CatalogDouble[] = [];
afterEach(async () => {
  for (const double of open.splice(0)) await double.close();
});

async function start(options: DoubleOptions = {}, settings: Partial<CatalogSettings> = {}) {
  const double = await CatalogDouble.start({ tables: [aCatalogTable()], ...options });
  open.push(double);
  const catalog = new RestCatalog(someCatalog({ uri: double.uri, ...settings }), { readSecret: nameIsSecret, timeoutMs: 20_000 });
  return { double, catalog };
}

async function faultOf(promise: Promise<unknown>): Promise<AppError> {
  const [outcome] = await Promise.allSettled([promise]);
  if (outcome.status === "rejected" && outcome.reason instanceof AppError) return outcome.reason;
  throw new Error(`no AppError: ${JSON.stringify(outcome)} ${outcome.status === "rejected" ? String(outcome.reason) : ""}`);
}

test("half of a character in a name is found nowhere, and breaks nothing", async () => {
  const { catalog } = await start();
  expect(await faultOf(catalog.loadTable({ namespace: ["a\ud800"], table: "o\udfff" }, { signal: NEVER }))).toMatchObject({
    code: "table_not_found",
  });
  expect(await catalog.listTables(["\ud800"], NEVER)).toEqual([]);
});

test("a separator of namespaces that no address can have is told as the catalog's fault", async () => {
  const { catalog } = await start({ config: { overrides: { "namespace-separator": "%E0" } } });
  expect(await faultOf(catalog.listNamespaces(["shop"], NEVER))).toMatchObject({
    code: "catalog_faulty",
    message: expect.stringMatching(/^The catalog lake \(.*\) names a separator of namespaces that is none \(%E0\)/),
  });
});

test("pages without an end come to one, long before they fill the memory", async () => {
  const { catalog, double } = await start();
  const names = JSON.stringify(Array.from({ length: 1000 }, (_, at) => [`${at} ${"x".repeat(2000)}`]));
  double.misbehave = ({ path, query }) =>
    path.endsWith("/config") ? null : { text: `{"namespaces":${names},"next-page-token":"${query.get("pageToken") ?? ""}1"}` };
  expect(await faultOf(catalog.listNamespaces([], NEVER))).toMatchObject({
    code: "catalog_faulty",
    message: expect.stringMatching(/answers with more than \d+ bytes to the question for the namespaces/),
  });
  expect(double.requests.length).toBeLessThan(100);
});

describe("who cancels waits no longer", () => {
  const secret = { from: "environment" as const, name: "BERGWATCH_SECRET_S" };
  const auth = { kind: "oauth2" as const, clientId: secret, clientSecret: secret, scope: "s", tokenEndpoint: null };

  test.each(["/oauth/tokens", "/config", "/namespaces"])("though %s never answers", async (hung) => {
    const { catalog, double } = await start({ auth: { clientId: secret.name, clientSecret: secret.name, lifeSeconds: 60 } }, { auth });
    double.misbehave = ({ path }) => (path.endsWith(hung) ? { hangs: true } : null);
    const [first, second] = [new AbortController(), new AbortController()];
    const asking = [catalog.listNamespaces([], first.signal), catalog.listNamespaces([], second.signal)].map(faultOf);
    setTimeout(() => second.abort(), 50);
    setTimeout(() => first.abort(), 100);
    const from = performance.now();
    expect((await Promise.all(asking)).map(({ code }) => code)).toEqual(["cancelled", "cancelled"]);
    expect(performance.now() - from).toBeLessThan(2000);
  });
});
