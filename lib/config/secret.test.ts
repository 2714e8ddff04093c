import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { flattenIssues, issueSentence } from "#lib/config/issue-sentences.ts";
import { readSecret, SecretReference } from "#lib/config/secret.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import { AppError } from "#lib/errors.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bergwatch-secret-"));
  await writeFile(join(folder, "token"), "s3cret \n");
  await writeFile(join(folder, "empty"), "\n");
});
afterAll(() => rm(folder, { recursive: true }));

const read = (reference: SecretPlace, environment = {}) =>
  readSecret(reference, { configFile: join(folder, "bergwatch.yaml"), environment });

test.each([
  ["${LAKE_TOKEN}", { from: "environment", name: "LAKE_TOKEN" }],
  [{ env: "LAKE_TOKEN" }, { from: "environment", name: "LAKE_TOKEN" }],
  [{ file: "secrets/token" }, { from: "file", path: "secrets/token" }],
])("%j is a reference", (written, reference) => {
  expect(SecretReference.parse(written)).toEqual(reference);
});

test.each<[unknown]>([
  ["hunter2"],
  ["$hunter2"],
  ["a${hunter2}"],
  [777_333],
  [["hunter2"]],
  [{ env: "hunter2!" }],
  [{ env: 777_333 }],
  [{ value: "hunter2" }],
])("%j is none, and is not repeated", (written) => {
  const parsed = z.strictObject({ token: SecretReference }).safeParse({ token: written }, { error: issueSentence });
  const faults = flattenIssues(parsed.error?.issues ?? [], []);
  expect(faults.length).toBeGreaterThan(0);
  expect(JSON.stringify(faults)).toContain("Secrets are not written here. Refer to one: ${NAME}");
  expect(JSON.stringify(faults)).not.toMatch(/hunter2|777333/);
});

test("a secret is read from the environment, or from a file beside the configuration without its last line feed", async () => {
  expect(await read({ from: "environment", name: "T" }, { T: "s3cret" })).toBe("s3cret");
  expect(await read({ from: "file", path: "token" })).toBe("s3cret ");
  expect(await read({ from: "file", path: join(folder, "token") })).toBe("s3cret ");
});

test.each<[string, SecretPlace, RegExp]>([
  [
    "no variable",
    { from: "environment", name: "GONE" },
    /variable GONE, which .*bergwatch\.yaml refer to, is not set in this process\. .* a file instead/,
  ],
  ["an empty variable", { from: "environment", name: "EMPTY" }, /variable EMPTY, .* is not set/],
  ["no file", { from: "file", path: "gone" }, /gone, .* cannot be read\. Check the path/],
  ["an empty file", { from: "file", path: "empty" }, /empty, .* is empty\. Write the secret into it/],
])("%s is an error that names it", async (_, reference, message) => {
  const error: unknown = await read(reference, { EMPTY: "" }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: "usage", message: expect.stringMatching(message) });
});
