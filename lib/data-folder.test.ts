import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeFullDisk, makeDataFolder } from "#lib/data-folder.ts";

const root = mkdtempSync(join(tmpdir(), "bergwatch-data-"));
afterAll(() => rmSync(root, { recursive: true }));

test("a new data folder is its owner's alone, and one that is there keeps its rights", async () => {
  await makeDataFolder(join(root, "new"));
  expect(statSync(join(root, "new")).mode & 0o777).toBe(0o700);
  mkdirSync(join(root, "shared"));
  chmodSync(join(root, "shared"), 0o770);
  await makeDataFolder(join(root, "shared"));
  expect(statSync(join(root, "shared")).mode & 0o777).toBe(0o770);
});

test("a folder that takes no file is a sentence with the setting to change", async () => {
  writeFileSync(join(root, "file"), "");
  for (const [folder, why] of [
    [join(root, "file"), "it is a file"],
    [join(root, "file/data"), "a part of its path is a file"],
  ] as const)
    await expect(makeDataFolder(folder)).rejects.toMatchObject({
      code: "usage",
      message: `Nothing can be written in the data folder ${folder}: ${why}. Make it writable, or set BERGWATCH_DATA_DIR to a folder that is.`,
    });
});

test("a full disk is told, and a write that goes well leaves nothing", async () => {
  const folder = join(root, "disk");
  mkdirSync(folder);
  expect(await describeFullDisk(folder)).toBeNull();
  expect(statSync(join(folder, "space.probe"), { throwIfNoEntry: false })).toBeUndefined();
  // A device on which each write fails as it does on a full disk.
  symlinkSync("/dev/full", join(folder, "space.probe"));
  expect(await describeFullDisk(folder)).toBe(`Nothing can be stored in ${folder}: its disk is full. Free some space there.`);
  expect(await describeFullDisk(join(root, "another machine's"))).toBeNull();
});
