import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Advisories } from "./advisories.ts";

const folder = mkdtempSync(join(tmpdir(), "bergwatch-advisories-"));
const planted = "planted-with-an-advisory";
const locked = { [`node_modules/${planted}`]: { version: "1.2.0", resolved: `https://registry.example/${planted}-1.2.0.tgz` } };
const advisory = {
  id: 1,
  url: "https://advisories.example/1",
  title: "Prototype pollution",
  severity: "high",
  vulnerable_versions: "<1.2.6",
};

let answer: { status: number; body: unknown } = { status: 200, body: {} };
const asked: unknown[] = [];
const registry = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const body = Buffer.concat(parts);
    if (request.method === "POST") asked.push(JSON.parse((body[0] === 0x1f ? gunzipSync(body) : body).toString()));
    const { status, body: said } = request.method === "POST" ? answer : { status: 404, body: {} };
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(said));
  });
});

beforeAll(async () => {
  const root = { name: "x", version: "1.0.0", dependencies: { [planted]: "1.2.0" } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(root));
  writeFileSync(
    join(folder, "package-lock.json"),
    JSON.stringify({ name: "x", version: "1.0.0", lockfileVersion: 3, packages: { "": root, ...locked } }),
  );
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true });
});

/** In a process of its own: the check waits for npm, which waits for the registry of this one. */
async function read(): Promise<Advisories> {
  const { port } = registry.address() as AddressInfo;
  const script = `import { readAdvisories } from ${JSON.stringify(join(import.meta.dirname, "advisories.ts"))};
    console.log(JSON.stringify(readAdvisories(process.argv[1], process.argv[2])));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, folder, `http://127.0.0.1:${port}/`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (part: Buffer) => (said += part.toString()));
  await once(child, "close");
  return JSON.parse(said) as Advisories;
}

test("a locked package with an advisory is found, with its severity and the advisory's address", async () => {
  answer = { status: 200, body: { [planted]: [advisory] } };
  expect(await read()).toEqual({
    kind: "found",
    findings: [`${planted} (high): <1.2.6: Prototype pollution (https://advisories.example/1)`],
  });
  expect(asked.at(-1)).toEqual({ [planted]: ["1.2.0"] });
}, 60_000);

test("an advisory for another version is none, and a registry without advisories is not clean", async () => {
  answer = { status: 200, body: {} };
  expect(await read()).toEqual({ kind: "clean" });
  answer = { status: 405, body: {} };
  expect(await read()).toMatchObject({ kind: "unsupported", why: expect.stringMatching(/405/) });
}, 60_000);
