import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { askCatalog } from "#jobs/tasks/ask-catalog.ts";
import { runCommand } from "#jobs/testing/run-command.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { createAskingWorld, type AskingWorld } from "#lib/testing/asking.ts";
import { RegistryDouble } from "#lib/testing/registry-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";

let world: TaskWorld;
let lake: AskingWorld;
let folder = "";
beforeAll(async () => {
  world = await createTaskWorld();
  folder = await mkdtemp(join(tmpdir(), "bergwatch-looking-"));
  lake = await createAskingWorld({ tables: [aCatalogTable(), aCatalogTable({ namespace: ["shop", "eu"], name: "a.b" })] });
  await writeFile(join(folder, "bergwatch.yaml"), `tables: []\ncatalogs: [{ name: lake, uri: "${lake.double.uri}" }]\n`);
});
afterEach(() => {
  lake.double.misbehave = () => null;
});
afterAll(async () => {
  await lake.close();
  await world.close();
  await rm(folder, { recursive: true });
});

async function run(...args: string[]) {
  const said: string[] = [];
  const noService = async () => await Promise.reject(new Error("no service is asked"));
  const more = { asking: () => lake.asking, configFile: () => join(folder, "bergwatch.yaml"), say: (line: string) => void said.push(line) };
  const { output, exitCode } = await runCommand(world, args, { ...more, openService: noService });
  return { output, exitCode, said, document: () => JSON.parse(output) as unknown };
}

test("registries tell each step of a trial by name or by address, and a failed one by the exit code", async () => {
  const registry = await RegistryDouble.start();
  registry.answers.set("/subjects", { json: [] });
  const config = `tables: []\nschema_registries: [{ name: shop, url: "${registry.url}" }]\n`;
  await writeFile(join(folder, "registry.yaml"), config);
  const more = { configFile: () => join(folder, "registry.yaml") };
  const said: string[] = [];
  const cli = async (...args: string[]) =>
    await runCommand(world, args, { ...more, asking: () => lake.asking, say: (line) => void said.push(line) });
  expect((await cli("registries", "test", "shop")).exitCode).toBe(0);
  expect(said.map((line) => line.split(".")[0])).toEqual([
    "address: passed",
    "proof: passed",
    "subjects: passed",
    "product: skipped",
    "schema: skipped",
  ]);
  expect((await cli("registries", "test", "--url", registry.url)).exitCode).toBe(0);
  registry.misbehaves = { status: 403 };
  expect((await cli("registries", "test", "shop")).exitCode).toBe(3);
  expect(JSON.parse((await cli("registries", "test", "shop", "--url", registry.url)).output)).toMatchObject({ error: { code: "usage" } });
  await registry.close();
});

describe("catalogs", () => {
  test("tell each step of a trial, and by its exit code whether the catalog can be used", async () => {
    const { said, exitCode, document } = await run("catalogs", "test", "lake");
    expect(exitCode).toBe(0);
    expect(said.map((line) => line.split(".")[0])).toEqual(
      ["address", "proof", "configuration", "namespaces", "table", "files"].map((step) => `${step}: passed`),
    );
    expect(document()).toMatchObject({ probes: expect.arrayContaining([expect.objectContaining({ step: "files" })]) });
    lake.double.misbehave = () => ({ status: 500 });
    expect((await run("catalogs", "test", "lake")).exitCode).toBe(3);
  });

  test("are tried by an address too that is configured nowhere", async () => {
    expect((await run("catalogs", "test", "--uri", lake.double.uri)).exitCode).toBe(0);
    expect((await run("catalogs", "test")).document()).toMatchObject({ error: { code: "usage" } });
  });

  test("browse lists what lies below", async () => {
    expect((await run("catalogs", "browse", "lake")).document()).toMatchObject({ namespaces: ["shop"] });
    expect((await run("catalogs", "browse", "lake", "shop")).document()).toMatchObject({ namespaces: ["eu"], tables: ["orders"] });
    expect((await run("catalogs", "browse", "lake", 'shop."a')).document()).toMatchObject({ error: { code: "usage" } });
  });

  test("show describes a table", async () => {
    expect((await run("catalogs", "show", "lake", 'shop.eu."a.b"')).document()).toMatchObject({ location: "catalog:lake/shop.eu.a%2Eb" });
  });

  test("match prints entries, as JSON or ready for the configuration file", async () => {
    const found = await run("catalogs", "match", "lake", "shop.**", "--key", "nope", "--key", "order_id");
    expect(found.document()).toMatchObject({
      looked: 2,
      tables: [{ table: 'shop.eu."a.b"', written: { key: "order_id" } }, { table: "shop.orders" }],
    });
    const { output, said } = await run("catalogs", "match", "lake", "shop.*", "--key", "order_id", "--format", "yaml");
    expect(parse(output)).toMatchObject({ tables: [{ name: "shop.orders", catalog: "lake", table: "shop.orders", key: "order_id" }] });
    expect(said).toEqual([]);
    const refused = await run("catalogs", "match", "lake", "shop.*", "--key-by", "identifier", "--format", "yaml");
    expect(parse(refused.output)).toEqual({ tables: [] });
    expect(refused.said[0]).toContain("shop.orders is left out: The table names no identifier fields");
  });
});

describe("tables", () => {
  test("suggest describes a table and samples it", async () => {
    expect((await run("tables", "suggest", "--catalog", "lake", "--table", "shop.orders")).document()).toMatchObject({
      description: { location: "catalog:lake/shop.orders" },
      sample: { rows: 11, keys: [{ columns: ["order_id"] }] },
    });
  });

  test("plan says what a run would read, and of an unknown column what is wrong", async () => {
    const plan = ["tables", "plan", "--catalog", "lake", "--table", "shop.orders"];
    expect((await run(...plan, "--key", "order_id")).document()).toMatchObject({ keys: [{ key: "order_id", plan: { seconds: null } }] });
    expect(await run(...plan, "--key", "nope")).toMatchObject({ exitCode: 3 });
    expect((await run(...plan)).document()).toMatchObject({ error: { code: "usage" } });
  });
});

test("a catalog that the file does not have is asked through the service", async () => {
  world.lake.asking.browse = async () => await Promise.resolve({ namespace: [], namespaces: ["entered"], tables: [], isCut: false });
  const deps = { ...world.deps, settings: () => SERVICE_DEFAULTS };
  const answering = (async () => {
    for (;;) {
      const [job] = await world.takeSent();
      if (job !== undefined) return await askCatalog(deps, { requestId: String(job.data["requestId"]) });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  })();
  const more = { asking: () => lake.asking, configFile: () => join(folder, "bergwatch.yaml") };
  const { output } = await runCommand(world, ["catalogs", "browse", "pond"], more);
  expect(await answering).toBe("succeeded");
  expect(JSON.parse(output)).toMatchObject({ namespaces: ["entered"] });
});
