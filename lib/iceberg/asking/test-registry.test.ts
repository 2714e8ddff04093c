import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { RegistrySettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { testRegistry } from "#lib/iceberg/asking/test-registry.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { nameIsSecret } from "#lib/testing/catalog-settings.ts";
import { RegistryDouble, type RegistryBehavior } from "#lib/testing/registry-double.ts";

let double: RegistryDouble;
beforeAll(async () => {
  double = await RegistryDouble.start();
});
afterAll(async () => await double.close());
beforeEach(() => double.reset());

const KEY = "/subjects/shop.orders-key/versions/latest";

interface Trial {
  settings?: Partial<RegistrySettings>;
  signal?: AbortSignal;
  readSecret?: typeof nameIsSecret;
  timeoutMs?: number;
}

async function probes({ settings = {}, signal = new AbortController().signal, readSecret = nameIsSecret, timeoutMs = 20_000 }: Trial = {}) {
  const registry: RegistrySettings = {
    name: "shop",
    kind: "confluent",
    url: double.url,
    auth: { kind: "none" },
    entered: false,
    ...settings,
  };
  const sources = new Sources({ settings: () => ({ catalogs: [], stores: [] }), readSecret });
  return (await testRegistry(sources.registry(registry), { signal }, { timeoutMs, pauseMs: 1 })).probes;
}

const outcomes = (found: Awaited<ReturnType<typeof probes>>) => found.map(({ step, outcome }) => `${step} ${outcome}`);
const failure = (found: Awaited<ReturnType<typeof probes>>) => found.find(({ outcome }) => outcome === "failed")?.sentence;

function answerWell(schema = '"string"'): void {
  double.answers.set("/subjects", { json: ["shop.orders-key", "shop.orders-value"] });
  double.answers.set("/_health", { json: { karapace_version: "3.11.0" } });
  double.answers.set(KEY, { json: { subject: "shop.orders-key", id: 41, version: 3, schema } });
  double.answers.set("/schemas/ids/41", { json: { schema } });
}

test("a registry that works passes every step, is asked with its proof, and what it has is told", async () => {
  answerWell();
  const found = await probes({ settings: { auth: { kind: "bearer", token: { from: "environment", name: "T0KEN" } } } });
  expect(outcomes(found)).toEqual(["address passed", "proof passed", "subjects passed", "product passed", "schema passed"]);
  expect(found.slice(2).map(({ sentence }) => sentence)).toEqual([
    "It answers, with 2 subjects, 1 of keys (…-key).",
    "It is Karapace 3.11.0.",
    "The schema of shop.orders-key, version 3 (id 41) is Avro; keys behind it can be decoded.",
  ]);
  expect(double.requests.every(({ headers }) => headers.authorization === "Bearer T0KEN")).toBe(true);
  expect(JSON.stringify(found)).not.toContain("T0KEN");
});

test("an empty registry works, though there is nothing to try a schema with", async () => {
  double.answers.set("/subjects", { json: [] });
  expect(outcomes(await probes())).toEqual(["address passed", "proof passed", "subjects passed", "product skipped", "schema skipped"]);
});

test("a schema that decides nothing is no fault; an id that is listed and not known is one", async () => {
  answerWell("no schema at all");
  expect((await probes()).at(-1)).toMatchObject({ outcome: "skipped", sentence: expect.stringMatching(/decides nothing/) as string });
  double.answers.delete("/schemas/ids/41");
  expect(failure(await probes())).toMatch(/lists the schema id 41 of shop\.orders-key and does not know it/);
});

test.each<[string, RegistryBehavior, RegExp]>([
  ["asks for a proof", { status: 401 }, /refuses who asks \(401\)\. It wants a proof of who asks/],
  ["refuses", { status: 403 }, /refuses who asks \(403\)/],
  ["is silent", { hangs: true }, /did not answer within 0\.3 seconds/],
  ["is a page", { text: "<!doctype html><title>Sign in</title>" }, /does not answer with a schema\. Check the address and the kind/],
  ["is something else", { status: 404 }, /has no \/subjects/],
  ["is another API", { json: { items: [] } }, /does not answer with a schema/],
  ["is broken", { status: 503 }, /answers with the status 503/],
  ["says too much", { text: `["${"x".repeat(17 * 1024 ** 2)}"]` }, /answers with more than 16777216 bytes/],
  ["sends elsewhere, such as to a cloud's metadata", { status: 302 }, /redirects \(302\), which is not followed/],
])("one that %s fails where its subjects are asked for, with the mend, and nothing more is tried", async (_, misbehaves, sentence) => {
  double.misbehaves = misbehaves;
  const found = await probes({ timeoutMs: "hangs" in misbehaves ? 300 : 20_000 });
  expect(outcomes(found)).toEqual(["address passed", "proof passed", "subjects failed", "product skipped", "schema skipped"]);
  expect(failure(found)).toMatch(sentence);
  expect(failure(found)).toContain(`The schema registry shop (${double.url})`);
});

test("a host that nobody knows, and a secret that is not there, fail before anything is asked", async () => {
  expect(failure(await probes({ settings: { url: "https://nobody.invalid" } }))).toMatch(/No machine is known by the name nobody\.invalid/);
  const readSecret = async () => await Promise.reject(new AppError("usage", "The environment variable R is not set."));
  const auth = { kind: "bearer", token: { from: "environment", name: "R" } } as const;
  expect(outcomes(await probes({ settings: { auth }, readSecret }))).toContain("proof failed");
  expect(double.requests).toEqual([]);
});

test("an entered one whose address may not be asked fails there: its secret is not read, and nothing is asked", async () => {
  const read: unknown[] = [];
  const readSecret = async (place: unknown) => await Promise.resolve(String(read.push(place)));
  const auth = { kind: "bearer", token: { from: "environment", name: "R" } } as const;
  const found = await probes({ settings: { entered: true, url: "http://169.254.169.254", auth }, readSecret });
  expect(outcomes(found)).toEqual(["address failed", "proof skipped", "subjects skipped", "product skipped", "schema skipped"]);
  expect(failure(found)).toMatch(/^The schema registry shop \(http:\/\/169\.254\.169\.254\)/);
  expect(read).toEqual([]);
});

test("whoever stops waiting ends it", async () => {
  double.misbehaves = { hangs: true };
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  await expect(probes({ signal: stop.signal })).rejects.toMatchObject({ code: "cancelled" });
});
