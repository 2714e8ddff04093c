import { chmod, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfigFile } from "#lib/config/read-config-file.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch config-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a file is read where its links lead, and its tables lie relative to where it was asked for", async () => {
  await mkdir(join(folder, "real"));
  await writeFile(join(folder, "real", "data.yaml"), "tables: [{ name: orders, location: lake/orders, key: id }]");
  await symlink(join(folder, "real", "data.yaml"), join(folder, "linked.yaml"));
  const loaded = await readConfigFile(join(folder, "linked.yaml"));
  expect(loaded).toMatchObject({ ok: true, config: { tables: [{ location: join(folder, "lake/orders") }] } });
});

test("no file is no configuration", async () => {
  expect(await readConfigFile(join(folder, "gone.yaml"))).toBe(null);
  expect(await readConfigFile(join(folder, "no", "such", "folder.yaml"))).toBe(null);
});

test("a file that cannot be read is a fault, not an end", async () => {
  await mkdir(join(folder, "folder.yaml"));
  expect(await readConfigFile(join(folder, "folder.yaml"))).toMatchObject({
    ok: false,
    faults: [{ message: expect.stringMatching(/cannot be read: it is a folder/) }],
  });
  await writeFile(join(folder, "plain"), "");
  expect(await readConfigFile(join(folder, "plain", "b.yaml"))).toMatchObject({
    ok: false,
    faults: [{ message: expect.stringMatching(/a part of its path/) }],
  });
});

test.skipIf(process.getuid?.() === 0)("a file that this user may not read is a fault", async () => {
  const file = join(folder, "locked.yaml");
  await writeFile(file, "tables: []");
  await chmod(file, 0o000);
  expect(await readConfigFile(file)).toMatchObject({ ok: false, faults: [{ message: expect.stringMatching(/this user may not/) }] });
});

test("of a file of any size no more is read than is allowed", async () => {
  const file = join(folder, "huge.yaml");
  await writeFile(file, "");
  await truncate(file, 1e12);
  expect(await readConfigFile(file)).toMatchObject({
    ok: false,
    faults: [{ message: expect.stringMatching(/no more than 8388608 are read/) }],
  });
});
