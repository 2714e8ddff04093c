import { mkdtempSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { takeInstanceLock } from "#jobs/service/instance-lock.ts";

const root = mkdtempSync(join(tmpdir(), "bergwatch-lock-"));
afterAll(() => rmSync(root, { recursive: true }));

test("a second instance on the same folder is told where the first answers, by whatever path it comes", async () => {
  const lock = await takeInstanceLock(join(root, "data"));
  await expect(takeInstanceLock(join(root, "data"))).rejects.toThrow("it is still starting or stopping");
  lock.announce("http://127.0.0.1:3000");
  symlinkSync(join(root, "data"), join(root, "link"));
  await expect(takeInstanceLock(join(root, "link"))).rejects.toMatchObject({
    code: "already_running",
    message: expect.stringContaining(`as process ${process.pid}; it answers at http://127.0.0.1:3000`),
  });
  renameSync(join(root, "data"), join(root, "renamed"));
  await expect(takeInstanceLock(join(root, "renamed"))).rejects.toThrow("already runs");
  await lock.release();
  await (await takeInstanceLock(join(root, "renamed"))).release();
});

test("two folders know nothing of each other, and a new folder is its owner's alone", async () => {
  const one = await takeInstanceLock(join(root, "one"));
  const two = await takeInstanceLock(join(root, "deep/two"));
  expect(statSync(join(root, "one")).mode & 0o777).toBe(0o700);
  await Promise.all([one.release(), two.release()]);
});
