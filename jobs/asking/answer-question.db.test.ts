import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tellServiceState } from "#db/queries/service-states.ts";
import { listRegistryHealth } from "#db/queries/registry-health.ts";
import { saveEntries } from "#db/queries/settings-entries.ts";
import { answerQuestion } from "#jobs/asking/answer-question.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import type { CatalogFinding, CatalogRequestBody, MatchRule } from "#lib/contracts/catalog-requests.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { CatalogSettings, RegistrySettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import type { FoundTable } from "#lib/iceberg/contract-asking.ts";
import type { FactsRequest, TablePlan } from "#lib/iceberg/contract.ts";
import { someCatalog } from "#lib/testing/catalog-settings.ts";

let world: TaskWorld;
beforeAll(async () => {
  world = await createTaskWorld();
  const parts = { defaults: null, tables: [], catalogs: ["lake"], stores: [] };
  const at = world.clock.now.toISOString();
  const told = { file: "/b.yaml", state: "applied" as const, at, message: "", faults: [], service: SERVICE_DEFAULTS, parts };
  await tellServiceState(world.database.db, "configuration", told);
});
afterAll(async () => {
  await world.close();
});

const OPEN: EnteredBounds = { allowed: true, addresses: null, secrets: ["BERGWATCH_SECRET_*"], places: ["/lake"] };
let bounds = OPEN;
beforeEach(() => {
  bounds = OPEN;
});

function deps(): TaskDeps {
  const shop = { name: "shop", kind: "confluent" as const, url: "https://r.example.org", auth: { kind: "none" as const }, entered: false };
  const sources = { catalogs: [someCatalog()], stores: [], registries: [shop], bounds };
  return { ...world.deps, settings: () => ({ ...SERVICE_DEFAULTS, sources }) };
}

async function answer(asked: CatalogRequestBody): Promise<CatalogFinding> {
  return await answerQuestion(deps(), asked, { signal: new AbortController().signal });
}

const PLAN: TablePlan = {
  metadataFile: "/lake/orders/metadata/v1.metadata.json",
  formatVersion: 2,
  snapshot: null,
  columns: [{ role: "key", column: "id", type: "long" }],
  notes: [],
  data: { files: 3, rows: 10, bytes: 1000 },
  deletes: { files: 0, rows: 0, bytes: 0 },
  bytesPlanned: 8 * 1024 ** 2,
};

describe("a test of a schema registry", () => {
  const written = { name: "new", url: "https://registry.example.org" };
  const probe = (outcome: "passed" | "failed", sentence = "It answers.") => ({
    step: "subjects" as const,
    outcome,
    sentence,
    milliseconds: 1,
  });

  test("that is in use notes how it does; one that is not entered yet leaves no trace", async () => {
    const tested: RegistrySettings[] = [];
    let found = probe("failed", "The schema registry shop is down.");
    world.lake.asking.testRegistry = async (settings) => {
      tested.push(settings);
      return await Promise.resolve({ probes: [found] });
    };
    await answer({ kind: "test_registry", registry: { written } });
    expect(await listRegistryHealth(world.database.db)).toEqual([]);
    await answer({ kind: "test_registry", registry: { name: "Shop" } });
    expect(tested.map(({ name, entered }) => [name, entered])).toEqual([
      ["new", true],
      ["shop", false],
    ]);
    const since = world.clock.now.toISOString();
    expect(await listRegistryHealth(world.database.db)).toEqual([
      { name: "shop", state: "ill", since, fault: "The schema registry shop is down.", lastAskedAt: since, ids: null },
    ]);
    found = probe("passed");
    await answer({ kind: "test_registry", registry: { name: "shop" } });
    expect(await listRegistryHealth(world.database.db)).toMatchObject([{ state: "well", fault: null }]);
  });

  test("that nobody has, or that may not be entered, is refused with what there is", async () => {
    await expect(answer({ kind: "test_registry", registry: { name: "pond" } })).rejects.toThrow(
      "No schema registry pond is in use: there are shop.",
    );
    const url = "http://169.254.169.254";
    await expect(answer({ kind: "test_registry", registry: { written: { ...written, url } } })).rejects.toThrow(/cannot be entered here/);
  });
});

describe("a plan of an entry", () => {
  const written: WrittenEntry = {
    name: "orders",
    location: "/lake/orders",
    keys: [{ columns: "id" }, { columns: ["a", "b"] }],
    filter: "x > 1",
  };

  test("says for each key what a run would read, and a fault of one key hurts no other", async () => {
    const asked: FactsRequest[] = [];
    world.lake.asking.planTable = async (request) => {
      asked.push(request);
      if (request.key.length > 1) throw new AppError("unknown_column", "Column a: the table has no a.");
      return await Promise.resolve(PLAN);
    };
    const finding = await answer({ kind: "plan", written });
    expect(finding).toMatchObject({
      plan: {
        faults: [],
        keys: [
          { key: "id", plan: { data: { files: 3 }, bytesPlanned: 8 * 1024 ** 2, seconds: null }, error: null },
          { key: "a, b", plan: null, error: { code: "unknown_column", message: "Column a: the table has no a." } },
        ],
      },
    });
    expect(asked[0]).toMatchObject({ location: "/lake/orders", where: "x > 1" });
  });

  test("estimates its time by how fast tables were read here, those of its catalog first", async () => {
    world.lake.asking.planTable = async () => await Promise.resolve(PLAN);
    const table = await world.addTable({ location: "/lake/fast" });
    const remote = await world.addTable({ location: "catalog:lake/shop.slow" });
    const ran = async (tableId: string, bytes: number, ms: number): Promise<void> => {
      const run = await world.request(tableId, "person");
      await world.database.db.execute(
        `update runs set state = 'succeeded', finished_at = now(), cost_bytes = ${bytes}, cost_ms = ${ms} where id = '${run.id}'`,
      );
    };
    for (const ms of [1000, 1000, 9000]) await ran(table.id, 100 * 1024 ** 2, ms);
    await ran(table.id, 1000, 250);
    const seconds = async (place: WrittenEntry): Promise<unknown> => {
      const finding = await answer({ kind: "plan", written: { name: "orders", key: "id", ...place } });
      return finding.kind === "plan" ? finding.plan.keys[0]?.plan?.seconds : null;
    };
    expect(await seconds({ location: "/lake/orders" })).toBeCloseTo(0.25 + 0.08);
    await ran(remote.id, 10 * 1024 ** 2, 10_000);
    expect(await seconds({ catalog: "lake", table: "shop.orders" })).toBeCloseTo(8);
  });

  test("of an entry with faults says all of them, and reads nothing", async () => {
    world.lake.asking.planTable = async () => await Promise.reject(new Error("it was read"));
    const finding = await answer({ kind: "plan", written: { name: "orders", location: "/etc", kee: "id" } });
    expect(finding).toMatchObject({ plan: { keys: [], faults: expect.arrayContaining([expect.objectContaining({ path: "kee" })]) } });
  });
});

describe("a catalog that is tried", () => {
  let tried: CatalogSettings[] = [];
  beforeEach(() => {
    tried = [];
    world.lake.asking.testCatalog = async (settings) => {
      tried.push(settings);
      return await Promise.resolve({ probes: [] });
    };
  });

  test("is the one in use of that name, whatever the case", async () => {
    await answer({ kind: "test", catalog: { name: "LAKE" } });
    expect(tried).toEqual([someCatalog()]);
    await expect(answer({ kind: "test", catalog: { name: "pond" } })).rejects.toMatchObject({ code: "unknown_catalog" });
  });

  test("may be one that is not saved, within what may be entered", async () => {
    const written = { name: "new", uri: "https://catalog.example.org/api/v1", auth: { bearer: { token: "${BERGWATCH_SECRET_NEW}" } } };
    await answer({ kind: "test", catalog: { written } });
    expect(tried[0]).toMatchObject({ name: "new", uri: "https://catalog.example.org/api", entered: true });
    await expect(
      answer({ kind: "test", catalog: { written: { ...written, auth: { bearer: { token: "${DATABASE_URL}" } } } } }),
    ).rejects.toMatchObject({ code: "usage", message: expect.stringContaining("may not be referred to") });
    bounds = { ...OPEN, addresses: ["*.internal"] };
    await expect(answer({ kind: "test", catalog: { written } })).rejects.toThrow(/may not be entered here/);
    expect(tried).toHaveLength(1);
  });

  test("may be one that is saved, as it would be changed", async () => {
    const written = { name: "mine", uri: "https://a.example.org" };
    await saveEntries(world.database.db, [{ kind: "catalog", name: "mine", formerName: "mine", written, version: null }], {
      by: null,
      now: new Date(),
    });
    await answer({ kind: "test", catalog: { written: { ...written, uri: "https://b.example.org" } } });
    expect(tried[0]?.uri).toBe("https://b.example.org");
  });
});

describe("a table by its place", () => {
  test("is looked at where tables may be entered, or where one is watched", async () => {
    const looked: string[] = [];
    world.lake.asking.sampleKeys = async (location) => {
      looked.push(location);
      return await Promise.resolve({ snapshotId: null, rows: 0, files: 0, bytesRead: 0, milliseconds: 0, columns: [], keys: [] });
    };
    await answer({ kind: "sample", table: { location: "/lake/orders" } });
    await expect(answer({ kind: "sample", table: { location: "/etc/secret" } })).rejects.toMatchObject({ code: "usage" });
    await world.addTable({ location: "/elsewhere/orders" });
    await answer({ kind: "sample", table: { location: "/elsewhere/orders" } });
    await answer({ kind: "sample", table: { catalog: "lake", namespace: ["a.b"], table: "c/d" } });
    expect(looked).toEqual(["/lake/orders", "/elsewhere/orders", "catalog:lake/a%2Eb.c%2Fd"]);
  });
});

describe("many by pattern", () => {
  const found = (table: string, more: Partial<FoundTable> = {}): FoundTable => ({
    table,
    location: `catalog:lake/${table}`,
    files: `s3://lake/${table}`,
    written: { name: table, catalog: "lake", table, key: "id", kind: "append" },
    problem: null,
    ...more,
  });
  const rule: MatchRule = {
    pattern: "shop.*",
    key: { by: "identifier" },
    shared: { owner: "shop", kind: "upsert", name: "no", key: "no" },
  };
  const match = async (tables: FoundTable[]) => {
    world.lake.asking.findTables = async () => await Promise.resolve({ tables, looked: 9, isCut: false });
    const finding = await answer({ kind: "match", catalog: "lake", rule });
    return finding.kind === "match" ? finding.matches.tables : [];
  };

  test("are entries with what is shared over what was recognised, but never over name, place and key", async () => {
    const [one] = await match([found("shop.a")]);
    expect(one?.written).toEqual({ name: "shop.a", catalog: "lake", table: "shop.a", key: "id", kind: "upsert", owner: "shop" });
  });

  test("say which of them are watched already, by the catalog's name or by their place", async () => {
    await world.addTable({ name: "mine", location: "catalog:Lake/shop.b" });
    await world.addTable({ name: "placed", location: "s3a://lake/shop.c/metadata/v3.metadata.json" });
    expect((await match([found("shop.b"), found("shop.c"), found("shop.d")])).map(({ watchedAs }) => watchedAs)).toEqual([
      "mine",
      "placed",
      null,
    ]);
  });

  test("get a name of their own where another table has it, and where they differ by case alone", async () => {
    await world.addTable({ name: "Shop.E", location: "/lake/other" });
    const names = (await match([found("shop.e"), found("shop.F"), found("shop.f")])).map(({ written }) => written?.["name"]);
    expect(names).toEqual(["lake.shop.e", "shop.F", "lake.shop.f"]);
  });

  test("say what is wrong with one of them, and keep what could not be told", async () => {
    const [bad, unread] = await match([
      found("-x.y"),
      found("shop.g", { written: null, files: null, problem: "The catalog lake does not let us read it." }),
    ]);
    expect(bad).toMatchObject({ written: null, problem: expect.stringContaining("begins with a dash") });
    expect(unread).toMatchObject({ written: null, problem: "The catalog lake does not let us read it." });
  });
});
