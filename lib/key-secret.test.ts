import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addKeySecret, findKeyHashes, keySecretPlace, makeKeySecret } from "#lib/key-secret.ts";

let folder = "";
let dataDir = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch-key-secret-"));
  dataDir = join(folder, "data");
});
afterEach(async () => await rm(folder, { recursive: true }));

const own = () => {
  const place = keySecretPlace({ keySecret: null, keySecretFile: null, dataDir });
  return place.from === "environment" ? { ...place, path: "" } : place;
};

test("a secret that is made is its owner's alone, and one that is there is kept, however many make one", async () => {
  const place = own();
  expect(await findKeyHashes(place)).toBeNull();
  await Promise.all(Array.from({ length: 5 }, async () => await makeKeySecret(place.path, dataDir)));
  const before = await readFile(place.path, "utf8");
  await makeKeySecret(place.path, dataDir);
  expect(await readFile(place.path, "utf8")).toBe(before);
  const modes = await Promise.all([place.path, join(dataDir, "secrets"), dataDir].map(async (path) => (await stat(path)).mode & 0o777));
  expect(modes).toEqual([0o600, 0o700, 0o700]);
});

test("a rotation adds a secret behind those that there are", async () => {
  const place = own();
  await makeKeySecret(place.path, dataDir);
  const before = await findKeyHashes(place);
  expect(await addKeySecret(place.path)).toBe(2);
  const after = await findKeyHashes(place);
  expect([after?.level, after?.fingerprint(1)]).toEqual([2, before?.fingerprint()]);
  expect((await stat(place.path)).mode & 0o777).toBe(0o600);
});

test("secrets of the environment are separated by white space, and a short one is refused without being shown", async () => {
  const [long, short] = ["a".repeat(32), "not-to-be-shown"];
  expect((await findKeyHashes({ from: "environment", text: `${long} ${long}\n` }))?.level).toBe(2);
  for (const text of [short, `${long} ${short}`, " "]) {
    const refused = findKeyHashes({ from: "environment", text });
    await expect(refused).rejects.toThrow("BERGWATCH_KEY_SECRET cannot be used: write at least 32 random characters");
    await expect(refused).rejects.not.toThrow(short);
  }
});

test("a file that is named must be there and hold a secret", async () => {
  const path = join(folder, "secret");
  const place = keySecretPlace({ keySecret: null, keySecretFile: path, dataDir });
  await expect(findKeyHashes(place)).rejects.toThrow(`The secret of key hashes in ${path} cannot be read`);
  await writeFile(path, "short");
  await chmod(path, 0o600);
  await expect(findKeyHashes(place)).rejects.toThrow(`the file ${path} cannot be used`);
});
