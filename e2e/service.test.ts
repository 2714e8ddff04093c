import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  exitCodeOf,
  freePort,
  npmStart,
  pressCtrlC,
  processesOf,
  until,
  untilAddress,
  whoIsLeft,
  type StartedService,
} from "./helpers/service.ts";

// The tests go on from one another, as a person's morning does: one service, started, looked at, stopped, started again, killed.

const PROJECT = join(import.meta.dirname, "..");
/** Building the pages and making a Postgres are part of the first start. */
const FIRST_START_MS_MAX = 240_000;
const START_MS_MAX = 60_000;
const END_MS_MAX = 10_000;

const root = mkdtempSync(join(tmpdir(), "bergwatch with spaces "));
const dataDir = join(root, "data");
let variables: Record<string, string> = {};
let service: StartedService;
let address = "";

beforeAll(async () => {
  const config = join(root, "bergwatch.yaml");
  const at = (table: string) => JSON.stringify(join(PROJECT, "e2e/testdata/tables", table));
  writeFileSync(
    config,
    `tables:
  - { name: shop.orders, location: ${at("append_v2")}, key: order_id, owner: shop team, tags: [revenue] }
  - { name: shop.items, location: ${at("clean")}, key: order_id }
  - { name: shop.lost, location: ${at("missing_data_file")}, key: order_id }
`,
  );
  variables = {
    BERGWATCH_DATA_DIR: dataDir,
    BERGWATCH_CONFIG: config,
    BERGWATCH_EXTENSION_DIR: join(PROJECT, ".bergwatch/extensions"),
    BERGWATCH_PORT: String(await freePort()),
  };
});

afterAll(() => {
  for (const { pid } of processesOf(root)) process.kill(pid, "SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

test("npm start says one line on standard output, the address, once all of it works", async () => {
  service = npmStart(variables);
  address = await untilAddress(service, FIRST_START_MS_MAX);
  expect(service.stdout()).toBe(`Bergwatch runs at http://127.0.0.1:${variables["BERGWATCH_PORT"]}\n`);
  const readiness = await fetch(`${address}/readyz`);
  expect(readiness.status).toBe(200);
  expect(await readiness.json()).toMatchObject({
    ready: true,
    parts: { postgres: { ok: true }, migrations: { ok: true }, worker: { ok: true }, extensions: { ok: true } },
  });
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${address}/bergwatch.schema.json`)).json()).toMatchObject({ properties: { tables: expect.any(Object) } });
});

test("the overview shows what was found in each table, and what could not be read", async () => {
  const html = await untilOverview((text) => text.includes("4 keys are duplicated") && text.includes("00002-data.parquet"));
  expect(html).toContain("4 keys are duplicated (5 extra rows)");
  expect(html).toContain("1 of 3 tables has warnings, 1 could not be judged.");
  expect(html).toContain("No duplicates.");
  expect(html).toMatch(/No result yet: [^<]*00002-data\.parquet/);
  expect(html).toContain("shop team");
  const runs = await (await fetch(`${address}/runs`)).text();
  expect(runs).toContain("succeeded");
  expect(runs).toContain("shop.lost");
});

test("pages run no foreign script, may not be framed, and answer under no foreign name", async () => {
  const { headers } = await fetch(address);
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/default-src 'none'; script-src 'self' 'nonce-[^']{20,}' 'strict-dynamic'/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  expect(headers.get("x-powered-by")).toBeNull();
  expect(await statusUnderName("rebound.example.org")).toBe(421);
  expect(await statusUnderName("localhost")).toBe(200);
});

test("a second instance on the same data folder says so, and where the first answers", async () => {
  const second = npmStart({ ...variables, BERGWATCH_PORT: String(await freePort()) });
  expect(await exitCodeOf(second, START_MS_MAX)).toBe(3);
  expect(second.stderr()).toContain(`Bergwatch already runs on ${dataDir}`);
  expect(second.stderr()).toContain(address);
});

test("a port that is taken is said, with the setting that changes it", async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, "127.0.0.1", () => resolve((taken.address() as { port: number }).port));
  });
  const second = npmStart({ ...variables, BERGWATCH_DATA_DIR: join(root, "other"), BERGWATCH_PORT: String(port) });
  expect(await exitCodeOf(second, START_MS_MAX)).toBe(2);
  expect(second.stderr()).toContain(`Port ${port} on 127.0.0.1 is taken`);
  expect(second.stderr()).toContain("BERGWATCH_PORT=");
  taken.close();
});

test("Ctrl-C ends all of it", async () => {
  expect(processesOf(dataDir).length).toBeGreaterThan(3);
  const start = performance.now();
  pressCtrlC(service);
  await service.ended;
  expect(await whoIsLeft(dataDir, END_MS_MAX - (performance.now() - start))).toEqual([]);
  expect(service.stdout().trim().split("\n")).toHaveLength(1);
});

test("a second start keeps all, and shows it at once", async () => {
  service = npmStart(variables);
  address = await untilAddress(service, START_MS_MAX);
  const html = await (await fetch(address)).text();
  expect(html).toContain("4 keys are duplicated (5 extra rows)");
});

test("a service that is killed leaves nobody behind, and the next one starts", async () => {
  const starter = processesOf(dataDir).find(({ command }) => command.includes("jobs/start.ts") && !command.startsWith("sh "));
  if (starter === undefined) throw new Error("The service does not run: see the test before.");
  process.kill(starter.pid, "SIGKILL");
  expect(await whoIsLeft(dataDir, END_MS_MAX)).toEqual([]);
  service = npmStart(variables);
  address = await untilAddress(service, START_MS_MAX);
  expect(await (await fetch(address)).text()).toContain("4 keys are duplicated");
});

test("npm told to terminate ends all of it", async () => {
  service.child.kill("SIGTERM");
  expect(await whoIsLeft(dataDir, END_MS_MAX)).toEqual([]);
});

test("without a configuration the overview shows the samples, and says that they are samples", async () => {
  const folder = join(root, "samples");
  service = npmStart({ ...variables, BERGWATCH_DATA_DIR: folder, BERGWATCH_CONFIG: join(folder, "no-configuration.yaml") });
  address = await untilAddress(service, START_MS_MAX);
  const html = await untilOverview((text) => text.includes("shop.orders") && text.includes("163 keys are duplicated"));
  expect(html).toContain("You are looking at sample data");
  expect(html).toContain("163 keys are duplicated");
  for (const name of ["crm.customers", "bank.accounts", "web.page_views"]) expect(html).toContain(name);
  expect(html).not.toContain("shop.lost");
  pressCtrlC(service);
  await service.ended;
});

// Without a service the other tests have nothing to say.
beforeEach(({ task }) => {
  if (address === "" && !task.name.startsWith("npm start says")) throw new Error("The service did not start: see the first test.");
});

async function untilOverview(isThere: (html: string) => boolean): Promise<string> {
  const html = await until(90_000, async () => {
    const text = decode(await (await fetch(address)).text());
    return isThere(text) ? text : null;
  });
  return html ?? decode(await (await fetch(address)).text());
}

/** React marks where two texts meet. */
function decode(html: string): string {
  return html.replaceAll("<!-- -->", "");
}

async function statusUnderName(name: string): Promise<number | undefined> {
  const { request } = await import("node:http");
  return await new Promise((resolve, reject) => {
    const { port } = new URL(address);
    request({ host: "127.0.0.1", port, path: "/healthz", headers: { host: `${name}:${port}` } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .once("error", reject)
      .end();
  });
}
