import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { env } from "#lib/env.ts";
import { DUCKDB_VERSION, duckdbPlatform } from "#lib/iceberg/duckdb/extension-file.ts";
import { AZURE_EXTENSION, ensureExtensions, EXTENSIONS } from "#lib/iceberg/duckdb/extensions.ts";

/** The signed files that the set-up step brought; they serve as a mirror too. */
const SIGNED = env().extensionDir;
const NOWHERE = "http://127.0.0.1:9";
const FILES = EXTENSIONS.map(({ name }) => `${name}.duckdb_extension`).toSorted();

let platform = "";
let directory = "";
const folder = (of = directory): string => join(of, DUCKDB_VERSION, platform);
const file = (name: string, of = directory): string => join(folder(of), `${name}.duckdb_extension`);

beforeAll(async () => {
  platform = await duckdbPlatform();
});
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "bergwatch extensions "));
  // No program is found by name, so that no test reaches the Python package index.
  vi.stubEnv("PATH", directory);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

test("extensions that are there are taken as they are, with no network and no word", async () => {
  const onProgress = vi.fn<(sentence: string) => void>();
  await ensureExtensions(SIGNED, { repository: NOWHERE, onProgress });
  expect(onProgress).not.toHaveBeenCalled();
});

test("missing extensions come from the given mirror, and nothing else is left behind", async () => {
  await ensureExtensions(directory, { repository: SIGNED });
  expect(readdirSync(folder()).toSorted()).toEqual(FILES);
  expect(readdirSync(directory)).toEqual([DUCKDB_VERSION]);
});

test("two starters at once both find all extensions in place", async () => {
  await Promise.all([ensureExtensions(directory, { repository: SIGNED }), ensureExtensions(directory, { repository: SIGNED })]);
  expect(readdirSync(folder()).toSorted()).toEqual(FILES);
  expect(readdirSync(directory)).toEqual([DUCKDB_VERSION]);
});

test.each([
  ["cut short", (path: string) => truncateSync(path, 100_000)],
  ["empty", (path: string) => writeFileSync(path, "")],
  ["another version", (path: string) => replaceBytes(path, "f9d5902", "0000000")],
  ["for another platform", (path: string) => replaceBytes(path, platform, "osx_arm64")],
])("a file that is %s is replaced", async (_, damage) => {
  cpSync(folder(SIGNED), folder(), { recursive: true });
  damage(file("avro"));
  await ensureExtensions(directory, { repository: SIGNED });
  expect(readFileSync(file("avro")).equals(readFileSync(file("avro", SIGNED)))).toBe(true);
});

test("a file that was changed after it was signed is refused and not put in place", async () => {
  const mirror = join(directory, "mirror");
  cpSync(folder(SIGNED), folder(mirror), { recursive: true });
  const bytes = readFileSync(file("avro", mirror));
  bytes[5000] = (bytes[5000] ?? 0) ^ 1;
  writeFileSync(file("avro", mirror), bytes);
  await expect(ensureExtensions(directory, { repository: mirror })).rejects.toThrow(/signature/i);
  expect(readdirSync(directory)).toEqual(["mirror"]);
});

test("without network and Python the error names what is missing, what was tried and where the files belong", async () => {
  mkdirSync(folder(), { recursive: true });
  copyFileSync(file("avro", SIGNED), file("avro"));
  await expect(ensureExtensions(directory, { repository: NOWHERE })).rejects.toMatchObject({
    code: "extension_missing",
    message: expect.stringMatching(
      /^DuckDB's extensions iceberg \(45163a28\), httpfs .* missing\. Tried: .*INSTALL.*; pip download \(spawn python3 ENOENT\)\./,
    ) as string,
  });
  await expect(ensureExtensions(directory, { repository: NOWHERE })).rejects.toThrow(`to ${folder()}.`);
});

test("an extension that a store alone needs is not asked for without it, and is named with it", async () => {
  mkdirSync(folder(), { recursive: true });
  for (const name of FILES) copyFileSync(join(folder(SIGNED), name), join(folder(), name));
  await ensureExtensions(directory, { repository: NOWHERE });
  await expect(ensureExtensions(directory, { repository: NOWHERE, also: [AZURE_EXTENSION] })).rejects.toMatchObject({
    code: "extension_missing",
    message: expect.stringMatching(
      /^DuckDB's extensions azure \(003214c\) are missing\. Tried: .*copy azure\.duckdb_extension of DuckDB/,
    ) as string,
  });
});

test("a folder that cannot be made is named", async () => {
  const blocked = join(directory, "file");
  writeFileSync(blocked, "");
  await expect(ensureExtensions(join(blocked, "below"), {})).rejects.toMatchObject({
    code: "extension_missing",
    message: expect.stringContaining(blocked) as string,
  });
});

test("what a killed set-up left behind is removed once it is old", async () => {
  const [old, young] = [join(directory, ".incoming-old"), join(directory, ".incoming-young")];
  for (const path of [old, young]) mkdirSync(path);
  utimesSync(old, 0, 0);
  cpSync(folder(SIGNED), folder(), { recursive: true });
  rmSync(file("avro"));
  await ensureExtensions(directory, { repository: SIGNED });
  expect(readdirSync(directory).toSorted()).toEqual([".incoming-young", DUCKDB_VERSION]);
});

function replaceBytes(path: string, from: string, to: string): void {
  const bytes = readFileSync(path);
  const at = bytes.lastIndexOf(Buffer.from(`${from}\0`));
  if (at < statSync(path).size - 512) throw new Error(`${from} is not in the footer`);
  bytes.fill(0, at, at + from.length).write(to, at, "latin1");
  writeFileSync(path, bytes);
}
