import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requireRegularFile } from "#lib/iceberg/plan/regular-files.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bergwatch-regular-"));
  writeFileSync(join(folder, "file"), "x");
  symlinkSync(join(folder, "file"), join(folder, "link"));
  symlinkSync("/dev/zero", join(folder, "device"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a file passes, also behind a link, and so does what is not there or lies in a store", () => {
  for (const path of [join(folder, "file"), join(folder, "link"), join(folder, "gone"), "s3://bucket/file"])
    expect(() => requireRegularFile(path)).not.toThrow();
});

test.each(["", "device"])("a folder or a device is refused (%s)", (name) => {
  expect(() => requireRegularFile(join(folder, name))).toThrow(
    expect.objectContaining({ code: "table_unreadable", message: expect.stringMatching(/is not a regular file/) }),
  );
});
