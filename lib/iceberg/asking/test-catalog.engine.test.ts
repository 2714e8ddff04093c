import { afterEach, describe, expect, test } from "vitest";
import type { CatalogTest } from "#lib/contracts/browse-documents.ts";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { createAskingWorld, type AskingWorld } from "#lib/testing/asking.ts";
import type { Behavior, DoubleOptions } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";

const open: AskingWorld[] = [];
afterEach(async () => {
  for (const world of open.splice(0)) await world.close();
});

type Probe = CatalogTest["probes"][number];

interface Tried {
  world: AskingWorld;
  run: (signal?: AbortSignal) => Promise<Probe[]>;
}

async function tried(options: DoubleOptions = {}, changes: Partial<CatalogSettings> = {}): Promise<Tried> {
  const world = await createAskingWorld(options, changes);
  open.push(world);
  const run = async (signal = new AbortController().signal) => (await world.asking.testCatalog(world.settings, { signal })).probes;
  return { world, run };
}

const outcomes = (probes: readonly Probe[]) => probes.map(({ step, outcome }) => `${step} ${outcome}`);
const sentence = (probes: readonly Probe[], step: string) => probes.find((probe) => probe.step === step)?.sentence;

describe("a catalog", () => {
  test("whose table opens passes every step", async () => {
    const { world, run } = await tried();
    const probes = await run();
    expect(outcomes(probes)).toEqual([
      "address passed",
      "proof passed",
      "configuration passed",
      "namespaces passed",
      "table passed",
      "files passed",
    ]);
    expect(sentence(probes, "table")).toBe("The table shop.orders is handed out, with credentials to its files.");
    expect(sentence(probes, "files")).toMatch(/^The metadata, the manifests and \d data files? of shop\.orders open/);
    expect(world.double.store.credentials.length).toBeGreaterThan(0);
    expect(JSON.stringify(probes)).not.toMatch(/secret\+key|session-token/);
  });

  test("that answers while its store does not is told apart from one that does not answer", async () => {
    const { run } = await tried({ vends: null });
    const probes = await run();
    expect(outcomes(probes).slice(-2)).toEqual(["table passed", "files failed"]);
    expect(sentence(probes, "files")).toContain(
      "gives no credentials to the files of shop.orders, and no store is configured for s3://lake",
    );
  });

  test("whose table has files outside the allowed places names the part of its entry that allows them", async () => {
    const { run } = await tried({ tables: [aCatalogTable({ says: { "metadata-location": "file:///etc/x.metadata.json" } })] });
    const last = (await run()).at(-1);
    expect(last).toMatchObject({ step: "files", outcome: "failed", path: "places" });
    expect(last?.sentence).toContain("“Additional file locations”");
  });

  test("that is not saved is tried as it would be, and the saved one of its name is not", async () => {
    const { world } = await tried();
    const settings = { ...world.settings, uri: `${world.settings.uri}/elsewhere` };
    const { probes } = await world.asking.testCatalog(settings, { signal: new AbortController().signal });
    expect(outcomes(probes)).toEqual([
      "address passed",
      "proof passed",
      "configuration failed",
      "namespaces skipped",
      "table skipped",
      "files skipped",
    ]);
  });

  test("without a table has nothing to open, which is no fault", async () => {
    const { run } = await tried({ tables: [] });
    expect(outcomes(await run()).slice(-3)).toEqual(["namespaces passed", "table skipped", "files skipped"]);
  });

  test("whose only table was never written has its metadata opened", async () => {
    const { run } = await tried({ tables: [aCatalogTable({ folderName: "empty", metadataFile: "v1.metadata.json" })] });
    const probes = await run();
    expect(sentence(probes, "table")).toContain("Nothing was written to it yet.");
    expect(outcomes(probes).at(-1)).toBe("files passed");
    expect(sentence(probes, "files")).toContain("Nothing was written to the table yet");
  });

  test("a table in the depth of it is found, past namespaces that are refused", async () => {
    const { world, run } = await tried({ tables: [aCatalogTable({ namespace: ["a"] }), aCatalogTable({ namespace: ["b", "c"] })] });
    world.double.misbehave = ({ path }) => (path.includes("/namespaces/a/") ? { status: 403 } : null);
    expect(sentence(await run(), "table")).toContain("b.c.orders");
  });
});

test("a host that nobody knows is said to be unknown, and nothing is sent anywhere", async () => {
  const { run, world } = await tried({}, { uri: "http://no-such-host.invalid:1/api" });
  const probes = await run();
  expect(outcomes(probes)[0]).toBe("address failed");
  expect(sentence(probes, "address")).toContain("No machine is known by the name no-such-host.invalid");
  expect(world.double.requests).toEqual([]);
});

test("a wrong client's secret fails the proof, and stands in no sentence", async () => {
  const from = { from: "environment" as const, name: "wrong-secret-value" };
  const auth = {
    kind: "oauth2" as const,
    clientId: { from: "text" as const, text: "me" },
    clientSecret: from,
    scope: "catalog",
    tokenEndpoint: null,
  };
  const { run } = await tried({ auth: { clientId: "me", clientSecret: "right", lifeSeconds: 60 } }, { auth });
  const probes = await run();
  expect(outcomes(probes).slice(0, 3)).toEqual(["address passed", "proof failed", "configuration skipped"]);
  expect(JSON.stringify(probes)).not.toContain("wrong-secret-value");
});

test("a token that the catalog does not take fails at the configuration, with the mend, and stands in no sentence", async () => {
  const auth = { kind: "bearer" as const, token: { from: "environment" as const, name: "stale-token-value" } };
  const { run } = await tried({ auth: { bearer: "another" } }, { auth });
  const probes = await run();
  expect(outcomes(probes).slice(0, 3)).toEqual(["address passed", "proof passed", "configuration failed"]);
  expect(sentence(probes, "configuration")).toContain("heck the token");
  expect(JSON.stringify(probes)).not.toContain("stale-token-value");
});

test.each<[string, Behavior, RegExp]>([
  ["a web page", { html: true }, /web page instead of JSON/],
  ["half an answer", { cut: true }, /cannot be reached, or broke off/],
  ["a failure", { status: 503 }, /failed \(status 503\)/],
])("a catalog that answers with %s is told as what it is", async (_, behavior, expected) => {
  const { world, run } = await tried();
  world.double.misbehave = () => behavior;
  expect(sentence(await run(), "configuration")).toMatch(expected);
});

test("a catalog that hangs is left at once when the person cancels", async () => {
  const { world, run } = await tried();
  world.double.misbehave = () => ({ hangs: true });
  const cancelled = new AbortController();
  setTimeout(() => cancelled.abort(), 100);
  await expect(run(cancelled.signal)).rejects.toMatchObject({ code: "cancelled" });
});
