import { spawn } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";

const SERVER = `
  const server = require("node:http").createServer((request, response) => response.end(new Request("http://x", { method: request.method }).method));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;

test("TRACE is answered with 405 before the server sees it, and other methods reach it", async () => {
  const preload = pathToFileURL(join(import.meta.dirname, "refuse-trace.ts")).href;
  const server = spawn(process.execPath, ["--import", preload, "-e", SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(server.stdout, "data")) as [Buffer];
    const ask = async (method: string): Promise<[number | undefined, string | undefined]> => {
      const asked = request({ port: Number(port), host: "127.0.0.1", method }).end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      answer.resume();
      return [answer.statusCode, answer.headers.allow];
    };
    expect(await ask("TRACE")).toEqual([405, expect.stringContaining("GET, HEAD")]);
    expect(await ask("GET")).toEqual([200, undefined]);
  } finally {
    server.kill();
  }
});
