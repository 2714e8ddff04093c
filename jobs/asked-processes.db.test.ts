import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openQueue } from "#db/queue.ts";
import { cancelCatalogRequest, getCatalogRequest } from "#db/queries/catalog-requests.ts";
import { requestCatalog } from "#db/request-catalog.ts";
import { type CuttableProxy, openProxy } from "#db/testing/cuttable-proxy.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";
import { allVariables, env } from "#lib/env.ts";

vi.setConfig({ testTimeout: 120_000 });

/** Real workers and a catalog that takes its time: what becomes of a question when things die around it. */
let database: TestDatabase;
let proxy: CuttableProxy;
let queue: Awaited<ReturnType<typeof openQueue>>;
let folder = "";
let catalog: Server;
/** Requests that wait for their answer. */
const hanging = new Set<ServerResponse>();
const children: ChildProcess[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await openProxy(database.url);
  queue = await openQueue({ url: database.url, role: "sender", onError: () => {} });
  catalog = createServer((request, response) => {
    if (request.url?.includes("/v1/config")) return void response.end('{"defaults":{},"overrides":{}}');
    hanging.add(response);
    response.on("close", () => hanging.delete(response));
  });
  await new Promise<void>((resolve) => catalog.listen(0, "127.0.0.1", resolve));
  folder = await mkdtemp(join(tmpdir(), "bergwatch-asked-"));
  const uri = `http://127.0.0.1:${(catalog.address() as AddressInfo).port}`;
  await writeFile(join(folder, "bergwatch.yaml"), `tables: []\ncatalogs: [{ name: lake, uri: "${uri}" }]\n`);
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
});
afterAll(async () => {
  await queue.stop({ graceful: false });
  await proxy.close();
  catalog.closeAllConnections();
  catalog.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function startWorkerProcess(): Promise<ChildProcess> {
  const variables = {
    ...allVariables(),
    DATABASE_URL: proxy.url,
    BERGWATCH_DATA_DIR: folder,
    BERGWATCH_EXTENSION_DIR: env().extensionDir,
    BERGWATCH_CONFIG: join(folder, "bergwatch.yaml"),
  };
  const child = fork(new URL("./main.ts", import.meta.url), [], {
    env: variables,
    execArgv: [],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  children.push(child);
  await new Promise<void>((resolve) => {
    // Signs of life come as well.
    child.on("message", (message: { type?: unknown }) => {
      if (message.type === "ready") resolve();
    });
  });
  return child;
}

const ask = async () => (await requestCatalog(database.db, queue, { kind: "browse", catalog: "lake", namespace: [] })).id;
const read = async (id: string) => await getCatalogRequest(database.db, id);
const until = async (check: () => Promise<void> | void, timeout = 60_000) => await vi.waitFor(check, { timeout, interval: 50 });
const answerAll = (): void => {
  for (const response of hanging) response.end('{"namespaces":[["shop"]]}');
};

test("a question whose worker is killed is answered by the next, and by no two", async () => {
  const killed = await startWorkerProcess();
  const id = await ask();
  await until(() => expect(hanging.size).toBe(1));
  killed.kill("SIGKILL");
  await until(() => expect(hanging.size).toBe(0));
  await startWorkerProcess();
  await until(() => expect(hanging.size).toBe(1));
  expect(await read(id)).toMatchObject({ state: "running", attempt: 2 });
  answerAll();
  await until(async () => expect(await read(id)).toMatchObject({ state: "succeeded", finding: { listing: { namespaces: ["shop"] } } }));
});

test("Postgres that goes away meanwhile costs no answer", async () => {
  await startWorkerProcess();
  const id = await ask();
  await until(() => expect(hanging.size).toBe(1));
  proxy.refuse(true);
  proxy.cut();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  answerAll();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  proxy.refuse(false);
  await until(async () => {
    // Asked again, where the answer could not be stored.
    answerAll();
    expect((await read(id)).state).toBe("succeeded");
  });
});

test("one that is cancelled lets go of the catalog at once, and of its place for the next", async () => {
  await startWorkerProcess();
  const ids = await Promise.all(Array.from({ length: 12 }, ask));
  await until(() => expect(hanging.size).toBe(4));
  for (const id of ids.slice(0, 11)) await cancelCatalogRequest(database.db, id);
  const from = performance.now();
  await until(async () => expect([hanging.size, (await read(ids[11] ?? "")).state]).toEqual([1, "running"]), 30_000);
  expect(performance.now() - from).toBeLessThan(5000);
  answerAll();
  await until(async () => expect((await read(ids[11] ?? "")).state).toBe("succeeded"));
  expect((await Promise.all(ids.slice(0, 11).map(read))).every(({ state }) => state === "cancelled")).toBe(true);
});
