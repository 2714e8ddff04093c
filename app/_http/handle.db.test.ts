import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { handlePost } from "#app/_http/handle.ts";
import { openDatabase } from "#db/client.ts";
import { createTestDatabase, type TestDatabase } from "#db/testing/test-database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  Object.assign(globalThis, { bergwatchDatabase: openDatabase({ url: database.url }) });
});
afterAll(async () => {
  await (globalThis as { bergwatchDatabase?: { close: () => Promise<void> } }).bergwatchDatabase?.close();
  await database.drop();
});

const route = handlePost(z.record(z.string(), z.json()), null, async (_db, body) => await Promise.resolve({ took: Object.keys(body) }), {
  bytesMax: 100_000,
});

async function send(body: string | ReadableStream, headers: Record<string, string> = {}): Promise<[number, string]> {
  const request = new Request("http://127.0.0.1:3000/api", {
    method: "POST",
    body,
    duplex: "half",
    headers: { host: "127.0.0.1:3000", ...headers },
  } as RequestInit);
  const answer = await route(request, { params: Promise.resolve({}) });
  return [answer.status, await answer.text()];
}

test.each<[string, Record<string, string>]>([
  ["another origin", { origin: "https://evil.example" }],
  ["another port of this machine", { origin: "http://127.0.0.1:8080" }],
  ["an origin that is hidden", { origin: "null" }],
  ["a page of another site", { "sec-fetch-site": "cross-site" }],
  ["a page of the same site under another name", { "sec-fetch-site": "same-site" }],
])("what %s sends is refused, whatever it says it is", async (_, headers) => {
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"])
    expect(await send("{}", { ...headers, "content-type": type })).toEqual([400, expect.stringMatching(/another site's page/)]);
});

test("what is too large is not taken in to its end", async () => {
  let given = 0;
  const endless = new ReadableStream({
    pull: (controller) => {
      given += 10_000;
      if (given > 10_000_000) controller.close();
      else controller.enqueue(new TextEncoder().encode(`{"a":"${"x".repeat(9994)}`));
    },
  });
  expect(await send(endless)).toEqual([400, expect.stringMatching(/larger than 100000 bytes/)]);
  expect(given).toBeLessThan(500_000);
});

test.each([65, 1000, 10_000, 40_000])(
  "%i levels are refused as what is wrong with the request, and not as a fault of ours",
  async (levels) => {
    expect(await send(`{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`)).toEqual([400, expect.stringMatching(/more than 64 levels/)]);
  },
);

test("an object's own key __proto__ changes nothing", async () => {
  expect(await send('{"__proto__":{"polluted":true},"a":1}')).toEqual([200, '{"took":["a"]}']);
  expect("polluted" in {}).toBe(false);
});
