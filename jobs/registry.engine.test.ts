import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { toCheckInput } from "#jobs/commands/check-options.ts";
import { runCli } from "#jobs/commands/run-cli.ts";
import { createDeps, createEngine } from "#jobs/deps.ts";
import { CheckDocument } from "#lib/contracts/check-document.ts";
import type { RegistryLook } from "#lib/contracts/registry-health.ts";
import { NO_SOURCES } from "#lib/contracts/source-settings.ts";
import { env } from "#lib/env.ts";
import { RegistryDouble, type RegistryBehavior } from "#lib/testing/registry-double.ts";
import { aField, TestEngine } from "#lib/testing/test-engine.ts";

// The whole way of --registry-url: the command line, the reader process, the registry, and back into the document.

const TOKEN = "token-that-nobody-may-see";
const deps = { ...createDeps(), signal: new AbortController().signal, interactive: false };

let engine: TestEngine;
let registry: RegistryDouble;
let location: string;
beforeAll(async () => {
  vi.stubEnv("BERGWATCH_TEST_REGISTRY_TOKEN", TOKEN);
  [engine, registry] = [await TestEngine.open(), await RegistryDouble.start()];
  // Each key as text and as an enum behind schema id 41, whose number only the schema can name: once the same, once another.
  const table = engine.newTable({ fields: [aField(1, "id", "string"), aField(2, "k", "binary")] });
  const query = `SELECT unnest(['EU', 'EU', 'US', 'US']) AS id,
    unnest(['EU'::BLOB, '\\x00\\x00\\x00\\x00\\x29\\x02'::BLOB, 'US'::BLOB, '\\x00\\x00\\x00\\x00\\x29\\x02'::BLOB]) AS k`;
  table.table.commit({ operation: "append", add: [await engine.dataFile(table, query, "id: 1, k: 2")] });
  location = table.table.directory;
});
afterEach(() => {
  registry.reset();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await registry.close();
  engine.close();
});

async function check() {
  const said: string[] = [];
  const place = ["--location", location, "--key", "id", "--kafka-key", "k"];
  const asked = ["--registry-url", registry.url, "--registry-token-env", "BERGWATCH_TEST_REGISTRY_TOKEN"];
  const { output, exitCode } = await runCli(["check", ...place, ...asked], { ...deps, say: (line) => said.push(line) });
  expect(exitCode).toBe(0);
  expect(output + said.join("\n")).not.toContain(TOKEN);
  return CheckDocument.parse(JSON.parse(output));
}

test("a schema of the registry tells what the shape of key bytes does not, and is asked for with the token", async () => {
  const schema = JSON.stringify({ type: "enum", name: "Region", symbols: ["US", "EU"] });
  registry.answers.set("/schemas/ids/41", { json: { schema } });
  const document = await check();
  expect(document.causes).toEqual({ key_encoding: 1, key_is_not_business_key: 1 });
  expect(registry.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
});

test("how the registry did in a reading is told beside it, whether it answered or not", async () => {
  const looks: RegistryLook[] = [];
  const registries = [{ name: "shop", kind: "confluent" as const, url: registry.url, auth: { kind: "none" as const }, entered: false }];
  const { gatherFacts } = createEngine(
    env(),
    () => ({ ...NO_SOURCES, registries }),
    (look) => looks.push(look),
  );
  const { request } = toCheckInput({ location, key: ["id"], kafkaKey: "k" });
  const asked = { ...request, explain: request.explain && { ...request.explain, registry: "shop" } };
  registry.answers.set("/schemas/ids/41", { json: { schema: '"string"' } });
  await gatherFacts(asked);
  registry.misbehaves = { status: 403 };
  await gatherFacts(asked);
  expect(looks).toEqual([
    { name: "shop", fault: null, ids: { known: 1, missing: 0 } },
    { name: "shop", fault: expect.stringMatching(/refuses who asks \(403\)/) as string, ids: null },
  ]);
});

test.each<[string, RegistryBehavior, RegExp]>([
  ["refuses", { status: 401 }, /refuses who asks \(401\)/],
  ["sends elsewhere", { status: 302 }, /redirects \(302\), which is not followed/],
  ["is broken", { status: 500 }, /answers with the status 500/],
  ["speaks another language", { text: "<html>Sign in</html>" }, /schema registry/],
  ["never answers", { hangs: true }, /did not answer within 5 seconds/],
])("a registry that %s leaves causes undecided, and is told in the document", async (_, misbehaves, note) => {
  registry.misbehaves = misbehaves;
  const document = await check();
  expect(document.undecided).toContainEqual({ cause: "key_encoding", missing: ["schema registry"], keys: 2 });
  expect(document.causeNotes).toEqual([expect.stringMatching(note)]);
});
