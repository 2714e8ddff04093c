import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LiveFiles } from "#lib/iceberg/plan/entries.ts";
import { readLiveFiles } from "#lib/iceberg/plan/manifests.ts";
import { inPlace } from "#lib/iceberg/plan/relocate.ts";
import { entryRecord } from "#lib/testing/manifest-records.ts";
import { MANIFEST_SPECS, readManifests, type WrittenManifest } from "#lib/testing/read-manifests.ts";
import { TestEngine } from "#lib/testing/test-engine.ts";

let engine: TestEngine;
beforeAll(async () => {
  engine = await TestEngine.open();
});
afterAll(() => engine.close());

const read = async (...manifests: WrittenManifest[]): Promise<LiveFiles> => await readManifests(engine, manifests);

describe("a manifest that cannot be read is named", () => {
  test("when its spec is not in the metadata", async () => {
    const reading = read({ entries: [entryRecord("a")], list: { partition_spec_id: 9 } });
    await expect(reading).rejects.toThrow(/m0\.avro is written under partition spec 9, which the table's metadata lacks/);
  });

  test("when it is a folder, and so a data file", async () => {
    await expect(read({ entries: [], list: { manifest_path: "/tmp" } })).rejects.toThrow(/\/tmp is not a regular file/);
    await expect(read({ entries: [entryRecord("/dev/zero")] })).rejects.toThrow(/\/dev\/zero is not a regular file/);
  });

  test("when it is encrypted, by its key or a file's, and no backup is advised", async () => {
    const key = { key_metadata: Buffer.from("k") };
    for (const manifest of [{ entries: [], list: key }, { entries: [entryRecord("a", {}, key)] }])
      await expect(read(manifest)).rejects.toMatchObject({
        code: "table_unsupported",
        message: expect.stringMatching(/(?:m0\.avro|The file a) is encrypted\. (?!.*backup)/),
      });
  });

  test("when it is gone", async () => {
    const reading = read({ entries: [], list: { manifest_path: "/nowhere/m7.avro" } });
    await expect(reading).rejects.toThrow(/The manifest \/nowhere\/m7\.avro is gone/);
  });

  test("when a count in it is no whole number below 2^53", async () => {
    const reading = read({ entries: [entryRecord("a", {}, { record_count: 2n ** 60n })] });
    await expect(reading).rejects.toThrow(/m0\.avro cannot be read: its field record_count does not fit/);
  });

  test("when the list itself is garbage", async () => {
    const list = join(engine.newDirectory(), "snap.avro");
    writeFileSync(list, "garbage");
    const reading = readLiveFiles(engine.database, list, { specs: MANIFEST_SPECS, schemas: [] }, inPlace, [1]);
    await expect(reading).rejects.toThrow(/The manifest list .*snap\.avro cannot be read/);
  });
});
