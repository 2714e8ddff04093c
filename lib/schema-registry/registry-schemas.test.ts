import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hexOfText } from "#lib/causes/key-bytes/hex.ts";
import { readKeyAs } from "#lib/causes/key-bytes/read-key-as.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";
import { RegistrySchemas } from "#lib/schema-registry/registry-schemas.ts";
import { RegistryDouble, type RegistryBehavior } from "#lib/testing/registry-double.ts";

let double: RegistryDouble;
beforeAll(async () => {
  double = await RegistryDouble.start();
});
afterAll(async () => await double.close());
beforeEach(() => double.reset());

const record = (...fields: unknown[]) => JSON.stringify({ type: "record", name: "Key", fields });
/** A record whose first field is an enum: no shape tells that 02 is EU. */
const WITH_ENUM = record({ name: "region", type: { type: "enum", name: "Region", symbols: ["US", "EU"] } }, { name: "id", type: "string" });
const KEY = [
  { text: "EU", type: "string" },
  { text: "a-1", type: "string" },
];
const BYTES = `00000000290206${hexOfText("a-1")}`;

function access(rest: Partial<RegistryAccess> = {}): RegistryAccess {
  return { name: "shop", kind: "confluent", url: double.url, authorization: null, fault: null, ...rest };
}

async function read(hex = BYTES, rest: Partial<RegistryAccess> = {}, key = KEY) {
  const schemas = new RegistrySchemas(access(rest), { timeoutMs: 200, pauseMs: 1 });
  await schemas.load([hex, hex]);
  return { ...readKeyAs(hex, key, schemas.read), notes: schemas.notes };
}

test("a schema tells what no shape does, and is asked for once", async () => {
  double.answers.set("/schemas/ids/41", { json: { schema: WITH_ENUM } });
  expect(readKeyAs(BYTES, KEY)).toEqual({ reads: null, as: null });
  expect(await read()).toEqual({ reads: true, as: "Avro behind schema id 41", notes: [] });
  expect(double.requests.map(({ path }) => path)).toEqual(["/schemas/ids/41"]);
});

test("a further value makes another key, and a NULL does not", async () => {
  const optional = { name: "version", type: ["null", "int"] };
  double.answers.set("/schemas/ids/41", {
    json: {
      schema: record(
        { name: "region", type: { type: "enum", name: "R", symbols: ["US", "EU"] } },
        { name: "id", type: "string" },
        optional,
      ),
    },
  });
  expect((await read(`${BYTES}0204`)).reads).toBe(false);
  expect((await read(`${BYTES}00`)).reads).toBe(true);
});

test.each<[string, unknown]>([
  ["plain", "long"],
  ["with a logical type", { type: "long", logicalType: "timestamp-micros" }],
])("longs beyond what a float holds stay exact: %s", async (_, type) => {
  double.answers.set("/schemas/ids/41", {
    json: { schema: record({ name: "r", type: { type: "enum", name: "R", symbols: ["US"] } }, { name: "id", type }) },
  });
  const key = [
    { text: "US", type: "string" },
    { text: "9007199254740993", type: "long" },
  ];
  expect((await read("0000000029008280808080808020", {}, key)).reads).toBe(true);
});

test("references are followed", async () => {
  const region = JSON.stringify({ type: "enum", name: "Region", symbols: ["US", "EU"] });
  const schema = record({ name: "region", type: "Region" }, { name: "id", type: "string" });
  double.answers.set("/schemas/ids/41", { json: { schema, references: [{ name: "Region", subject: "region of/key", version: 3 }] } });
  double.answers.set("/subjects/region%20of%2Fkey/versions/3", { json: { schema: region } });
  expect((await read()).reads).toBe(true);
});

test("a GUID in front is asked for as one, and Apicurio by its own paths", async () => {
  const guid = "00112233-4455-6677-8899-aabbccddeeff";
  double.answers.set(`/schemas/guids/${guid}`, { json: { schema: WITH_ENUM } });
  double.answers.set("/apis/registry/v2/ids/globalIds/41", { text: WITH_ENUM });
  double.answers.set("/apis/registry/v3/ids/globalIds/42", { text: WITH_ENUM });
  expect((await read(`01${guid.replaceAll("-", "")}${BYTES.slice(10)}`)).reads).toBe(true);
  expect((await read(BYTES, { kind: "apicurio" })).reads).toBe(true);
  expect((await read(`00000000000000002A${BYTES.slice(10)}`, { kind: "apicurio" })).as).toBe("Avro behind Apicurio's global id 42");
});

test("flat Protobuf that has not the shape of the key is another value; with an enum it stays open", async () => {
  const flat = 'syntax = "proto3"; message Key { string id = 1; int32 version = 2; }';
  double.answers.set("/schemas/ids/41", { json: { schemaType: "PROTOBUF", schema: flat } });
  expect((await read()).reads).toBe(false);
  double.answers.set("/schemas/ids/41", { json: { schemaType: "PROTOBUF", schema: `${flat} enum Region { US = 0; }` } });
  expect((await read()).reads).toBeNull();
});

test.each<[string, RegistryBehavior, RegExp]>([
  [
    "401",
    { status: 401 },
    /refuses who asks \(401\)\. It wants a proof of who asks: give it one \(auth\)\. Key bytes were read by their shape alone\./,
  ],
  ["500", { status: 500 }, /answers with the status 500\. Check the address/],
  ["a redirect", { status: 302 }, /redirects \(302\), which is not followed/],
  ["a page", { text: "<html>login</html>" }, /does not answer with a schema\. Check the address and the kind/],
  ["too much", { text: "x".repeat(1024 ** 2 + 1) }, /answers with more than 1048576 bytes/],
  ["silence", { hangs: true }, /did not answer within 0\.2 seconds/],
])("a registry that answers with %s costs a note that names it, its fault and the mend", async (_, behavior, note) => {
  double.misbehaves = behavior;
  const { reads, notes } = await read();
  expect(reads).toBeNull();
  expect(notes).toEqual([expect.stringMatching(note)]);
  expect(notes[0]).toContain(`The schema registry shop (${double.url})`);
});

test("a registry that cannot be reached is asked twice, and no more in this reading", async () => {
  double.misbehaves = { status: 503 };
  const schemas = new RegistrySchemas(access(), { timeoutMs: 200, pauseMs: 1 });
  await schemas.load([BYTES, BYTES.replace("29", "2A")]);
  expect(double.requests).toHaveLength(2);
  expect((await read(BYTES, { url: "http://127.0.0.1:1" })).notes[0]).toMatch(/cannot be reached/);
});

test("ids that it does not know are told, and those it knows are read", async () => {
  expect((await read()).notes).toEqual([expect.stringMatching(/does not know 1 of the schema ids in front of key bytes, such as 41/)]);
});

test("the secret goes to the registry and into no note", async () => {
  const authorization = `Basic ${Buffer.from("bergwatch:hunter22").toString("base64")}`;
  double.misbehaves = { status: 403 };
  const { notes } = await read(BYTES, { authorization });
  expect(double.requests[0]?.headers.authorization).toBe(authorization);
  expect(notes.join()).toMatch(/Check the user's rights/);
  expect(notes.join()).not.toMatch(/hunter22|Basic/);
});

test("keys of AWS Glue's are told as what they are: nobody is asked, and it is said what decides", async () => {
  const id = "00112233-4455-6677-8899-aabbccddeeff";
  const { notes } = await read(`0300${id.replaceAll("-", "")}0206`);
  expect(notes).toEqual([
    expect.stringMatching(`a schema version of AWS Glue's \\(${id}\\)\\. Bergwatch does not query Glue's registry, .*get-schema-version`),
  ]);
  expect(double.requests).toEqual([]);
});

test("how the registry did is known: what it knew of what was asked, why it did not answer, and that nothing was to be asked", async () => {
  double.answers.set("/schemas/ids/41", { json: { schema: WITH_ENUM } });
  const lookAfter = async (...bytes: string[]) => {
    const schemas = new RegistrySchemas(access(), { timeoutMs: 200, pauseMs: 1 });
    await schemas.load(bytes);
    return schemas.look;
  };
  expect(await lookAfter("0206", `0300${"00".repeat(16)}02`)).toBeNull();
  expect(await lookAfter(BYTES, BYTES.replace("29", "2A"))).toEqual({ name: "shop", fault: null, ids: { known: 1, missing: 1 } });
  double.misbehaves = { status: 403 };
  expect(await lookAfter(BYTES)).toMatchObject({ fault: expect.stringMatching(/refuses who asks \(403\)/) });
});
