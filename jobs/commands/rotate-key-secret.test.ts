import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rotateKeySecret } from "#jobs/commands/rotate-key-secret.ts";
import { takeInstanceLock } from "#jobs/service/instance-lock.ts";
import { NO_STORAGE } from "#jobs/testing/no-storage.ts";
import { findKeyHashes, makeKeySecret } from "#lib/key-secret.ts";

let dataDir = "";
let path = "";
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bergwatch-rotation-"));
  path = join(dataDir, "secrets", "key-hashes");
});
afterEach(async () => await rm(dataDir, { recursive: true }));

const rotate = async (set: { keySecret?: string; keySecretFile?: string } = {}) =>
  await rotateKeySecret({ storage: () => ({ ...NO_STORAGE, dataDir, keySecret: null, keySecretFile: null, ...set }) });

test("a rotation adds a secret behind the first, for the owner's eyes alone, and prints none of them", async () => {
  await makeKeySecret(path, dataDir);
  const first = (await readFile(path, "utf8")).trim();
  const { output, exitCode } = await rotate();
  const [kept, added] = (await readFile(path, "utf8")).trim().split("\n");
  expect([exitCode, kept]).toEqual([0, first]);
  expect(JSON.parse(output)).toMatchObject({ file: path, secrets: 2 });
  for (const secret of [first, added ?? ""]) expect(output).not.toContain(secret);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await findKeyHashes({ from: "data folder", path }))?.level).toBe(2);
});

test("nothing is rotated while Bergwatch runs, without a secret, or when the secret is not in the data folder", async () => {
  await expect(rotate()).rejects.toMatchObject({ code: "usage", message: expect.stringMatching(/does not exist. Start Bergwatch once/) });
  await expect(rotate({ keySecret: "x".repeat(32) })).rejects.toThrow("add a new secret behind the present one in BERGWATCH_KEY_SECRET");
  await makeKeySecret(path, dataDir);
  const lock = await takeInstanceLock(dataDir);
  await expect(rotate()).rejects.toMatchObject({ code: "already_running" });
  await lock.release();
  expect((await findKeyHashes({ from: "data folder", path }))?.level).toBe(1);
});
