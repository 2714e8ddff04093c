import { existsSync } from "node:fs";
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase, type Db } from "#db/client.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "#db/embedded.ts";
import { migrateDatabase } from "#db/migrate.ts";
import { seedYear } from "#db/seed/year.ts";
import { makeBackup } from "#jobs/commands/make-backup.ts";
import { restoreBackup } from "#jobs/commands/restore-backup.ts";
import { takeInstanceLock } from "#jobs/service/instance-lock.ts";
import type { Manifest } from "#lib/backup/manifest.ts";

const SECRET = "xoxb-not-to-be-printed";
const NOW = new Date("2026-03-01T10:05:00Z");
let parent = "";
let dataDir = "";
let postgres: EmbeddedPostgres | undefined;
const said: string[] = [];

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "bergwatch backup "));
  dataDir = join(parent, "data");
  await start();
  await onDatabase(async (db, database) => {
    await migrateDatabase(database);
    await seedYear(db, { tables: 4, days: 2, now: NOW, say: () => {} });
  });
  await fillDataFolder();
});
afterAll(async () => {
  await postgres?.stop();
  await rm(parent, { recursive: true, force: true });
});

test("a backup of a running service brings back every row, and the files of secrets, each its owner's alone", async () => {
  const folder = join(parent, "of a running one");
  const document = await backUp(folder);
  expect(document).toMatchObject({ database: { postgres: expect.stringMatching(/^\d+\.\d+$/), migration: expect.any(String) } });
  const restored = await restore(folder, join(parent, "restored"));
  expect(restored.next.join(" ")).not.toContain("paste");
  const [before, after] = [await onDatabase(readTables), await tablesIn(join(parent, "restored"))];
  expect(before["public.snapshot_facts"]?.rows).toBeGreaterThan(100);
  expect(after).toEqual(before);
  expect(await readFile(join(parent, "restored/secrets/pasted/channel"), "utf8")).toBe(SECRET);
  expect(await readdir(join(parent, "restored"))).toEqual(["linked.pem", "postgres", "secrets"]);
  expect(await modesBelow(folder)).toEqual(["file 600", "folder 700"]);
  expect(await modesBelow(join(parent, "restored/secrets"))).toEqual(["file 600", "folder 700"]);
  expect(said.join("\n") + JSON.stringify([document, restored])).not.toContain(SECRET);
});

test("rows that are written meanwhile are there up to one moment, without a gap", async () => {
  await onDatabase(async (db) => {
    await db.execute("create table written (n int primary key, filler text)");
    const over = new AbortController();
    let written = 0;
    const writing = (async () => {
      while (!over.signal.aborted && written < 60_000) {
        await db.execute(`insert into written select ${written} + n, repeat('x', 1000) from generate_series(1, 100) as n`);
        written += 100;
        if (written % 1000 === 0) await db.execute("checkpoint");
      }
    })();
    await expect.poll(() => written).toBeGreaterThan(1000);
    const before = written;
    try {
      await backUp(join(parent, "while writing"));
    } finally {
      over.abort();
      await writing;
    }
    expect(written).toBeGreaterThan(before);
    await restore(join(parent, "while writing"), join(parent, "restored while writing"));
    const { rows, highest } = await onRestored(join(parent, "restored while writing"), async (copy) => {
      const found = await copy.execute<{ rows: number; highest: number }>("select count(*)::int as rows, max(n) as highest from written");
      return found.rows[0] ?? { rows: 0, highest: 0 };
    });
    expect(rows).toBe(highest);
    expect(rows).toBeGreaterThanOrEqual(before);
    // No slot is left to keep the log for ever.
    expect((await db.execute("select slot_name from pg_replication_slots")).rows).toEqual([]);
    await db.execute("drop table written");
  });
});

test("a damaged, a shortened and a missing file are refused by their names, and nothing is restored", async () => {
  const folder = join(parent, "damaged");
  await backUp(folder);
  const { files } = JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as Manifest;
  const table = files.find(({ path, bytes }) => /\/base\/\d+\/\d+$/.test(path) && bytes > 100_000)?.path ?? "";
  const content = await readFile(join(folder, "data", table));
  content[50_000] = (content[50_000] ?? 0) ^ 1;
  await writeFile(join(folder, "data", table), content);
  await appendFile(join(folder, "data/postgres/password"), "x");
  await rm(join(folder, "data/secrets/pasted/channel"));
  const target = join(parent, "never restored");
  const refusal = await restore(folder, target).catch((error: Error) => error.message);
  expect(refusal).toContain(`data/${table} (its checksum differs)`);
  expect(refusal).toMatch(
    /data\/postgres\/password \(33 bytes instead of 32\).*data\/secrets\/pasted\/channel \(missing\)|channel \(missing\)/,
  );
  expect(existsSync(target)).toBe(false);
});

test("a backup overwrites nothing, and lies outside the data folder", async () => {
  const folder = join(parent, "with a file");
  await mkdir(folder);
  await writeFile(join(folder, "mine"), "");
  await expect(backUp(folder)).rejects.toMatchObject({ code: "usage", message: expect.stringContaining("is not empty") });
  expect(await readdir(folder)).toEqual(["mine"]);
  await expect(backUp(join(dataDir, "backup"))).rejects.toThrow("is in the data folder");
  await expect(backUp(join(parent, "nothing"), join(parent, "no data"))).rejects.toThrow("There is nothing to back up");
  expect(existsSync(join(parent, "nothing"))).toBe(false);
});

test("a backup that fails or is cancelled leaves nothing, and what has no manifest is not restored", async () => {
  const cancelled = new AbortController();
  cancelled.abort();
  await expect(backUp(join(parent, "cancelled"), dataDir, { signal: cancelled.signal })).rejects.toMatchObject({ code: "cancelled" });
  expect(existsSync(join(parent, "cancelled"))).toBe(false);
  const folder = join(parent, "no manifest");
  await backUp(folder);
  await rm(join(folder, "manifest.json"));
  await expect(restore(folder, join(parent, "never restored"))).rejects.toThrow("is not a complete backup: it has no manifest.json");
});

test("a restore is refused while a service or a Postgres runs on the data folder", async () => {
  const folder = join(parent, "of a running one");
  await expect(restore(folder, dataDir, { replace: true })).rejects.toMatchObject({ code: "already_running" });
  const target = join(parent, "with a service");
  const lock = await takeInstanceLock(target);
  try {
    await expect(restore(folder, target)).rejects.toMatchObject({ code: "already_running" });
  } finally {
    await lock.release();
  }
});

test("a data folder that holds something is replaced only when told so, and its files are kept", async () => {
  const [folder, target] = [join(parent, "of a running one"), join(parent, "restored")];
  await writeFile(join(target, "secrets/newer"), "newer");
  await mkdir(join(target, "extensions"));
  await expect(restore(folder, target)).rejects.toThrow(/is not empty: it holds linked\.pem, postgres, secrets\. .*--replace/);
  const { replaced } = await restore(folder, target, { replace: true });
  expect(replaced).toBe(join(target, "replaced-2026-03-01T10-05-00-000Z"));
  expect(await readFile(join(replaced ?? "", "secrets/newer"), "utf8")).toBe("newer");
  expect(await readdir(target)).toEqual(["extensions", "linked.pem", "postgres", "replaced-2026-03-01T10-05-00-000Z", "secrets"]);
  expect(existsSync(join(target, "secrets/newer"))).toBe(false);
});

test("with a database of its own the files are saved, and Postgres's own programs are named without the password", async () => {
  const databaseUrl = "postgres://me:hush@db.example.org:5432/it's?password=hush&sslmode=require";
  const [folder, target] = [join(parent, "external"), join(parent, "restored external")];
  const document = await backUp(folder, dataDir, { databaseUrl });
  const address = "'postgres://me@db.example.org:5432/it'\\''s?sslmode=require'";
  expect(document.next[0]).toBe(`Back up the database now: pg_dump --format=custom --file='${folder}/database.dump' --dbname=${address}`);
  const restored = await restore(folder, target, { databaseUrl });
  expect(restored.next[0]).toBe(
    `Restore the database: pg_restore --clean --if-exists --no-owner --single-transaction --dbname=${address} '${folder}/database.dump'`,
  );
  expect(await readdir(target)).toEqual(["linked.pem", "secrets"]);
  expect(JSON.stringify([document, restored])).not.toContain("hush");
  await expect(restore(join(parent, "of a running one"), join(parent, "never restored"), { databaseUrl })).rejects.toThrow(
    "Remove DATABASE_URL",
  );
});

test("a backup of another Postgres or a newer Bergwatch is refused, untouched", async () => {
  const file = join(parent, "external", "manifest.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  for (const [database, refusal] of [
    [{ postgres: "15.2", migration: null }, /holds the files of Postgres 15\.2, and this Bergwatch brings Postgres \d+/],
    [{ postgres: "18.4", migration: "9999_later" }, /is of a newer Bergwatch \(.+, migration 9999_later\)/],
  ] as const) {
    await writeFile(file, JSON.stringify({ ...manifest, database }));
    const refused = restore(join(parent, "external"), join(parent, "never restored"));
    await expect(refused).rejects.toMatchObject({ code: "store_unsupported", message: expect.stringMatching(refusal) });
  }
  await writeFile(file, JSON.stringify({ ...manifest, files: [{ path: "../outside", bytes: 0, sha256: "0".repeat(64) }] }));
  await expect(restore(join(parent, "external"), join(parent, "never restored"))).rejects.toThrow("manifest.json is damaged");
});

test("a stopped service is backed up as well, and stays stopped", async () => {
  const before = await onDatabase(readTables);
  await postgres?.stop();
  postgres = undefined;
  await backUp(join(parent, "of a stopped one"));
  expect(existsSync(join(dataDir, "postgres.owner"))).toBe(false);
  await restore(join(parent, "of a stopped one"), join(parent, "restored stopped"));
  expect(await tablesIn(join(parent, "restored stopped"))).toEqual(before);
});

interface Changes {
  databaseUrl?: string;
  signal?: AbortSignal;
  replace?: boolean;
}

async function backUp(folder: string, from = dataDir, changes: Changes = {}): Promise<{ next: string[] }> {
  const { output } = await makeBackup(depsOf(from, changes), folder);
  return JSON.parse(output) as { next: string[] };
}

async function restore(folder: string, to: string, changes: Changes = {}): Promise<{ next: string[]; replaced: string | null }> {
  const { output } = await restoreBackup(depsOf(to, changes), folder, { replace: changes.replace ?? false });
  return JSON.parse(output) as { next: string[]; replaced: string | null };
}

function depsOf(folder: string, { databaseUrl, signal }: Changes) {
  const storage = {
    configFile: join(parent, "bergwatch.yaml"),
    dataDir: folder,
    databaseUrl: databaseUrl ?? null,
    extensionDir: join(folder, "extensions"),
    keySecret: null,
    keySecretFile: null,
  };
  return {
    now: () => NOW,
    say: (line: string) => void said.push(line),
    signal: signal ?? new AbortController().signal,
    storage: () => storage,
  };
}

async function start(): Promise<void> {
  postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
}

async function onDatabase<Found>(work: (db: Db, database: ReturnType<typeof openDatabase>) => Promise<Found>): Promise<Found> {
  const database = openDatabase({ url: postgres?.url ?? "" });
  try {
    return await work(database.db, database);
  } finally {
    await database.close();
  }
}

async function onRestored<Found>(folder: string, work: (db: Db) => Promise<Found>): Promise<Found> {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: "off" } });
  const database = openDatabase({ url });
  try {
    return await work(database.db);
  } finally {
    await database.close();
    await stop();
  }
}

async function tablesIn(folder: string): Promise<Record<string, { rows: number; content: string }>> {
  return await onRestored(folder, readTables);
}

/** Every table of every schema that is not Postgres's own, with a hash of all its rows. */
async function readTables(db: Db): Promise<Record<string, { rows: number; content: string }>> {
  const { rows: names } = await db.execute<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by name`,
  );
  const found: Record<string, { rows: number; content: string }> = {};
  for (const { name } of names) {
    const { rows } = await db.execute<{ rows: number; content: string }>(
      `select count(*)::int as rows, md5(coalesce(string_agg(t::text, E'\n' order by t::text), '')) as content from ${name} as t`,
    );
    if (rows[0] !== undefined) found[name] = rows[0];
  }
  return found;
}

/** What an installation leaves in its data folder: secrets, and what a backup does without. */
async function fillDataFolder(): Promise<void> {
  const at = (name: string) => join(dataDir, name);
  await mkdir(at("secrets/pasted"), { recursive: true });
  await writeFile(at("secrets/pasted/channel"), SECRET, { mode: 0o600 });
  await writeFile(join(parent, "certificate"), "certificate");
  await symlink(join(parent, "certificate"), at("linked.pem"));
  for (const name of ["extensions", "spill", "exports"]) {
    await mkdir(at(name));
    await writeFile(at(`${name}/file`), "made again");
  }
  await chmod(at("secrets"), 0o755);
  const server = createServer().listen(at("a.sock")).unref();
  await new Promise((resolve) => server.once("listening", resolve));
}

async function modesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const modes = entries.map(async (entry) => {
    const { mode } = await stat(join(entry.parentPath, entry.name));
    return `${entry.isDirectory() ? "folder" : "file"} ${(mode & 0o777).toString(8)}`;
  });
  return [...new Set(await Promise.all(modes))].toSorted();
}
