import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { locateTable } from "#lib/iceberg/plan/locate.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const METADATA = (uuid: string, rest: object = {}) =>
  JSON.stringify({
    "format-version": 2,
    "table-uuid": uuid,
    location: "/written",
    schemas: [{ fields: [] }],
    "current-schema-id": 0,
    "partition-specs": [{ "spec-id": 0, fields: [] }],
    "default-spec-id": 0,
    ...rest,
  });

/** A table directory with the given files in its metadata folder; metadata files hold their own name as the table's uuid. */
function table(files: Record<string, string | Buffer | null>, name = "table"): string {
  const directory = engine.newDirectory(name);
  mkdirSync(join(directory, "metadata"));
  for (const [file, content] of Object.entries(files)) writeFileSync(join(directory, "metadata", file), content ?? METADATA(file));
  return directory;
}
const found = async (location: string) => (await locateTable(engine.database, location, false)).metadata.uuid;

test("a metadata file is taken as it is named", async () => {
  const directory = table({ "v1.metadata.json": null, "v2.metadata.json": null, "version-hint.text": "2" });
  expect(await found(`${directory}/metadata/v1.metadata.json`)).toBe("v1.metadata.json");
});

test.each(["", "/", "//"])("a directory is read by its version hint, also when it ends in %j", async (end) => {
  const directory = table({ "v1.metadata.json": null, "v2.metadata.json": null, "version-hint.text": "2\n" });
  expect(await found(directory + end)).toBe("v2.metadata.json");
});

test("a version hint that lags behind is walked on from", async () => {
  const directory = table({ "v2.metadata.json": null, "v3.metadata.json": null, "v5.metadata.json": null, "version-hint.text": "2" });
  expect(await found(directory)).toBe("v3.metadata.json");
});

test("a hint may name a whole file", async () => {
  const directory = table({ "00001-a.metadata.json": null, "00002-b.metadata.json": null, "version-hint.text": "00001-a.metadata.json" });
  expect(await found(directory)).toBe("00001-a.metadata.json");
});

test("a hint that names no file that is there is refused", async () => {
  const directory = table({ "v1.metadata.json": null, "version-hint.text": "7" });
  await expect(found(directory)).rejects.toThrow(/names version 7, and there is no metadata file of that version/);
});

test("a hint may name a file without what all metadata files end in", async () => {
  const directory = table({ "00001-a.metadata.json": null, "00002-b.gz.metadata.json": null, "version-hint.text": "00001-a" });
  expect(await found(directory)).toBe("00001-a.metadata.json");
});

test("without a hint the highest version is taken, by number, and it is said", async () => {
  const directory = table({ "v9.metadata.json": METADATA("t"), "v10.metadata.json": METADATA("t"), "notes.txt": "" });
  const located = await locateTable(engine.database, directory, false);
  expect(located.metadata.file).toMatch(/v10\.metadata\.json$/);
  expect(located.doubts).toEqual([]);
  expect(located.notes).toEqual([expect.stringContaining("v10.metadata.json, because no version-hint.text could be read")]);
});

describe("without a hint, among files that are not of one line", () => {
  const UUIDS = ["5f0c1f2e-0000-4000-8000-000000000030", "98765432-1111-4000-8000-000000000030", "e1b2c3d4-2222-4000-8000-000000000030"];
  const at = (ms: number, sequence: number, rest: object = {}) => ({ "last-updated-ms": ms, "last-sequence-number": sequence, ...rest });
  const chosen = async (files: Record<string, string>) => {
    const { metadata, notes, doubts } = await locateTable(engine.database, table(files), false);
    return { file: metadata.file.split("/").at(-1), said: [...notes, ...doubts].join(" "), doubts: doubts.length };
  };

  test("the table that was made again is read, though the one that was dropped has more versions", async () => {
    const log = { "metadata-log": [{ "metadata-file": "/written/metadata/00001-a.metadata.json", "timestamp-ms": 1 }] };
    const files = {
      "00001-a.metadata.json": METADATA("dropped", at(100, 1)),
      "00002-b.metadata.json": METADATA("dropped", at(200, 2, log)),
      "00000-c.metadata.json": METADATA("again", at(300, 0)),
      "00001-d.metadata.json": METADATA("again", at(400, 1)),
    };
    expect(await chosen(files)).toEqual({
      file: "00001-d.metadata.json",
      said: expect.stringMatching(/metadata of 2 tables, .*table-uuid again, dropped/),
      doubts: 0,
    });
  });

  test("two tables that were written last at the same time are a doubt", async () => {
    const files = { "00002-b.metadata.json": METADATA("one", at(200, 2)), "00001-d.metadata.json": METADATA("other", at(200, 1)) };
    expect(await chosen(files)).toMatchObject({ doubts: 1, said: expect.stringMatching(/nothing says which was written last/) });
  });

  test("two files of one number are a doubt, whichever was written last", async () => {
    const files = { "00002-b.metadata.json": METADATA("t", at(200, 2)), "00002-c.metadata.json": METADATA("t", at(100, 2)) };
    expect(await chosen(files)).toMatchObject({ file: "00002-b.metadata.json", doubts: 1, said: expect.stringMatching(/lost a race/) });
  });

  test("files that are named by UUIDs alone are ordered by what they say", async () => {
    const files = Object.fromEntries(UUIDS.map((uuid, index) => [`${uuid}.metadata.json`, METADATA("t", at(index * 100, index))]));
    expect(await chosen({ "00000-x.metadata.json": METADATA("t", at(0, 0)), ...files })).toMatchObject({
      file: `${UUIDS[2]}.metadata.json`,
      doubts: 0,
    });
  });

  test("the newest that cannot be read is not passed over", async () => {
    await expect(chosen({ "00001-a.metadata.json": METADATA("t"), "00002-b.metadata.json": "{" })).rejects.toThrow(
      /00002-b.* is not whole/,
    );
  });
});

test.each(["v1.zstd.metadata.json", "v1.metadata.json.zst"])("metadata that zstandard packed is unpacked (%s)", async (name) => {
  expect(await found(table({ [name]: zstdCompressSync(METADATA("packed")), "version-hint.text": "1" }))).toBe("packed");
});

test.each(["v1.gz.metadata.json", "v1.metadata.json.gz", "v1.metadata.json"])("compressed metadata is unpacked (%s)", async (name) => {
  expect(await found(table({ [name]: gzipSync(METADATA("packed")), "version-hint.text": "1" }))).toBe("packed");
});

test.each(["odd [x] * ? name", "it's", "ünï", "per%20cent", "#hash"])("a directory named %s is only itself", async (name) => {
  const directory = table({ "v1.metadata.json": null }, name);
  expect(await found(directory)).toBe("v1.metadata.json");
  expect(await found(`${directory}/metadata/v1.metadata.json`)).toBe("v1.metadata.json");
});

test.each([
  ["t[x]", "tx"],
  ["t*", "tab"],
  ["t?", "tx"],
])("a directory named %s is not taken for its neighbour %s", async (name, neighbour) => {
  const parent = engine.newDirectory();
  for (const folder of [neighbour, name]) {
    mkdirSync(join(parent, folder, "metadata"), { recursive: true });
    writeFileSync(join(parent, folder, "metadata", "v1.metadata.json"), METADATA(folder));
    writeFileSync(join(parent, folder, "metadata", "version-hint.text"), folder === name ? "1" : "99");
  }
  expect([await found(join(parent, name)), await found(join(parent, name, "metadata/v1.metadata.json"))]).toEqual([name, name]);
});

test("a location may be a file: URI, also of a moved table", async () => {
  const directory = table({ "v1.metadata.json": null });
  expect(await found(`file://${directory}`)).toBe("v1.metadata.json");
  const { relocate } = await locateTable(engine.database, `file://${directory}/metadata/v1.metadata.json`, true);
  expect(relocate("/written/data/a.parquet")).toBe(`${directory}/data/a.parquet`);
});

test("a folder without metadata is no table", async () => {
  await expect(found(engine.newDirectory())).rejects.toThrow(expect.objectContaining({ code: "table_not_found" }));
});

test("a metadata file that is not there is not found", async () => {
  await expect(found("/nowhere/metadata/v1.metadata.json")).rejects.toThrow(
    expect.objectContaining({ code: "table_not_found", message: expect.stringContaining("/nowhere/metadata/v1.metadata.json") }),
  );
});

test("compressed metadata that is cut off is not whole", async () => {
  const cut = gzipSync(METADATA("x")).subarray(0, 40);
  await expect(found(table({ "v1.metadata.json": cut }))).rejects.toThrow(/v1\.metadata\.json is not whole: it does not unpack as gzip/);
});

test("a hint or a metadata file that is a device is not read without an end", async () => {
  const directory = table({ "v1.metadata.json": null });
  symlinkSync("/dev/zero", join(directory, "metadata", "v2.metadata.json"));
  await expect(found(`${directory}/metadata/v2.metadata.json`)).rejects.toThrow(/v2\.metadata\.json is not a regular file/);
});

test("a moved table's paths are read below the directory that was given", async () => {
  const directory = table({ "v1.metadata.json": null });
  const { relocate } = await locateTable(engine.database, directory, true);
  expect(relocate("/written/data/a.parquet")).toBe(`${directory}/data/a.parquet`);
});
