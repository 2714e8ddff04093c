import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, readFile, readdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded.ts";

let parent = "";
let dataDir = "";
const said: string[] = [];
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  // mkdtemp makes folders that are their owner's alone.
  parent = await mkdtemp(join(tmpdir(), "bergwatch embedded "));
  dataDir = join(parent, "data of mine");
});
afterEach(async () => {
  for (const { stop } of running.splice(0)) await stop();
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => await rm(parent, { recursive: true, force: true }));

test("the first start makes a database in a folder with spaces that is its owner's alone, a second finds the data again", async () => {
  const first = await start();
  await query(first.url, "create table kept (id int)");
  await query(first.url, "insert into kept values (7)");
  await first.stop();
  const second = await start();
  expect(await query(second.url, "select id from kept")).toEqual([{ id: 7 }]);
  expect(new URL(second.url).password).toBe(new URL(first.url).password);
  for (const [path, mode] of [
    ["postgres", 0o700],
    ["postgres/data", 0o700],
    ["postgres/password", 0o600],
    ["postgres/log", 0o600],
  ] as const) {
    expect([path, ((await stat(join(dataDir, path))).mode & 0o777).toString(8)]).toEqual([path, mode.toString(8)]);
  }
});

test("it listens on the loopback address alone, wants the password, and speaks UTC", async () => {
  const { url } = await start();
  const [settings] = await query(
    url,
    "select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets",
  );
  expect(settings).toEqual({ addresses: "127.0.0.1", sockets: "" });
  expect(await query(url, "show timezone")).toEqual([{ TimeZone: "UTC" }]);
  const wrong = new URL(url);
  wrong.password = "guess";
  await expect(query(wrong.href, "select 1")).rejects.toThrow("password authentication failed");
});

test("a stop leaves no process and no claim on the folder", async () => {
  const { stop } = await start();
  expect(await processesBelow(dataDir)).not.toEqual([]);
  await stop();
  expect(await processesBelow(dataDir)).toEqual([]);
  expect(await readdir(dataDir)).toEqual(["postgres"]);
  expect(await findEmbeddedPostgres(dataDir)).toBeNull();
});

test("another process finds the running one by its folder", async () => {
  const { url } = await start();
  expect(await findEmbeddedPostgres(dataDir)).toBe(url);
});

test("a second instance on the same folder is refused in a sentence, and the first goes on", async () => {
  const { url } = await start();
  await expect(start()).rejects.toMatchObject({
    code: "already_running",
    message: expect.stringMatching(/^Another Bergwatch \(process \d+ on .+\) uses .+; stop it, or set BERGWATCH_DATA_DIR/),
  });
  const child = await startChild(dataDir);
  expect(child.error).toMatch(/^Another Bergwatch/);
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("of two first starts at once one wins, and the other is told so", async () => {
  const fresh = join(parent, "two at once");
  const both = await Promise.all([startChild(fresh), startChild(fresh)]);
  expect(both.filter(({ url }) => url !== undefined)).toHaveLength(1);
  expect(both.find(({ error }) => error !== undefined)?.error).toMatch(/^Another Bergwatch/);
});

test("a server that is killed comes back on the same address with its data, and that is said", async () => {
  const { url } = await start();
  await query(url, "create table if not exists survivors (id int)");
  process.kill(await serverPid(), "SIGKILL");
  await expect
    .poll(async () => await query(url, "select count(*)::int as n from survivors").catch(() => null), { timeout: 30_000 })
    .toEqual([{ n: 0 }]);
  await expect.poll(() => said).toEqual(["Postgres ended unasked; it is started again.", "Postgres runs again."]);
});

test("a server whose processes a signal suspends is resumed, and that is said", async () => {
  const { url } = await start({ suspendedMsMax: 500 });
  const server = await serverPid();
  const all = [server, ...(await readFile(`/proc/${server}/task/${server}/children`, "utf8")).trim().split(" ").map(Number)];
  for (const pid of all) process.kill(pid, "SIGSTOP");
  expect(await query(url, "select 7 as n")).toEqual([{ n: 7 }]);
  // On a busy machine they are found suspended at different looks.
  await expect.poll(() => said[0]).toMatch(/^Postgres was suspended for 1 s \(\d+ of its processes\); it was resumed\.$/);
});

test("a server that is killed comes back though a signal suspends one of its processes", async () => {
  const { url } = await start();
  const [checkpointer] = (await query(url, "select pid from pg_stat_activity where backend_type = 'checkpointer'")) as { pid: number }[];
  process.kill(checkpointer?.pid ?? 0, "SIGSTOP");
  process.kill(await serverPid(), "SIGKILL");
  await expect.poll(async () => await query(url, "select 7 as n").catch(() => null), { timeout: 30_000 }).toEqual([{ n: 7 }]);
  expect(said.at(-1)).toBe("Postgres runs again.");
});

test("when its owner is killed the server ends too, and the next start takes the folder over", async () => {
  const child = await startChild(dataDir);
  await query(child.url ?? "", "create table orphans (id int)");
  child.process.kill("SIGKILL");
  await expect.poll(async () => await processesBelow(dataDir), { timeout: 20_000 }).toEqual([]);
  const { url } = await start();
  expect(await query(url, "select count(*)::int as n from orphans")).toEqual([{ n: 0 }]);
});

test("a pid file left by a killed server is cleared away, even when another program has its number by now", async () => {
  const pidFile = join(dataDir, "postgres", "data", "postmaster.pid");
  await writeFile(pidFile, `${process.pid}\n${join(dataDir, "postgres", "data")}\n1700000000\n5432\n\n127.0.0.1\n  1  1\nready   \n`);
  expect(await findEmbeddedPostgres(dataDir)).toBeNull();
  const { url } = await start();
  expect(await query(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect((await readFile(pidFile, "utf8")).split("\n")[0]).not.toBe(String(process.pid));
});

test("it runs for a plain user as well", async () => {
  const plain = process.getuid?.() === 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000"] : [];
  const child = await startChild(join(parent, "plain user"), plain);
  expect(child).toMatchObject({ user: expect.not.stringMatching(/^0$/), url: expect.stringMatching(/^postgres:/) });
  expect(child.user).not.toBe(0);
});

test("data of another Postgres version are refused in a sentence, untouched", async () => {
  const old = join(parent, "old");
  await (await startEmbeddedPostgres({ dataDir: old, settings: { fsync: "off" } })).stop();
  await writeFile(join(old, "postgres", "data", "PG_VERSION"), "15\n");
  await expect(startEmbeddedPostgres({ dataDir: old })).rejects.toMatchObject({
    code: "store_unsupported",
    message: expect.stringMatching(/was made by Postgres 15, and Bergwatch brings \d+; dump it/),
  });
  expect(await readdir(old)).toEqual(["postgres"]);
});

test("a server that cannot start is said with its own last words", async () => {
  const broken = join(parent, "broken");
  await expect(startEmbeddedPostgres({ dataDir: broken, settings: { fsync: "off", shared_buffers: "many" } })).rejects.toMatchObject({
    code: "store_unreachable",
    message: expect.stringMatching(/did not start: .*FATAL: .*shared_buffers.*All it said is in .+log\.$/),
  });
});

async function start(options: { suspendedMsMax?: number } = {}): Promise<EmbeddedPostgres> {
  said.length = 0;
  const started = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: "off" },
    say: (sentence) => said.push(sentence),
    ...options,
  });
  running.push(started);
  return started;
}

async function startChild(
  folder: string,
  prefix: string[] = [],
): Promise<{ process: ChildProcess; url?: string; user?: number; error?: string }> {
  const script = join(import.meta.dirname, "testing", "embedded-child.ts");
  const [command, ...args] = [...prefix, process.execPath, script, folder];
  const child = spawn(command ?? "", args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    return { process: child, ...(JSON.parse(line) as { url?: string; user?: number; error?: string }) };
  }
  throw new Error("the child said nothing");
}

async function query(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function serverPid(): Promise<number> {
  return Number((await readFile(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8")).split("\n")[0]);
}

async function processesBelow(folder: string): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map(async (pid) => await readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return found.filter((path) => path.startsWith(folder));
}
