import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Serves a folder as `s3://<bucket>` with every answer as late as a store's; only reading is known. Gone when `work` has ended. */
export async function inSlowStore<T>(folder: string, bucket: string, delayMs: number, work: (endpoint: string) => Promise<T>): Promise<T> {
  const server = createServer((request, response) => {
    void (async () => {
      await sleep(delayMs);
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://store").pathname);
      const content = await readFile(join(folder, path.slice(bucket.length + 2))).catch(() => null);
      if (content === null) return void response.writeHead(404).end();
      const [, from = "0", to = ""] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
      const part = content.subarray(Number(from), to === "" ? undefined : Number(to) + 1);
      const range = { "content-range": `bytes ${from}-${Number(from) + part.length - 1}/${content.length}` };
      response.writeHead(request.headers.range === undefined ? 200 : 206, {
        "content-length": part.length,
        "accept-ranges": "bytes",
        "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT",
        etag: '"bench"',
        ...(request.headers.range === undefined ? {} : range),
      });
      response.end(request.method === "HEAD" ? undefined : part);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
