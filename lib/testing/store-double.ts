import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

interface Credential {
  accessKeyId: string;
  sessionToken: string;
  region: string;
  expired: boolean;
}

/** A store that speaks as much S3 as reading needs. It looks at whose key, token and region a request names, not at the signature itself. */
export class StoreDouble {
  readonly requests: { path: string; accessKeyId: string | null }[] = [];
  readonly credentials: Credential[] = [];
  /** Asked before every answer; `short`: an answer that is cut. */
  misbehave: (path: string) => "short" | "busy" | null = () => null;
  readonly #places: { prefix: string; folder: string }[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Objects below `s3://bucket/prefix` are files of the folder. */
  serve(location: string, folder: string): void {
    this.#places.push({ prefix: location.replace("s3:/", ""), folder });
  }

  /** A key of its own, as a catalog hands it out. */
  vend(region: string): Record<string, string> {
    const number = this.credentials.length + 1;
    const credential = { accessKeyId: `VENDED${number}`, sessionToken: `session-token-${number}`, region, expired: false };
    this.credentials.push(credential);
    return {
      "s3.access-key-id": credential.accessKeyId,
      "s3.secret-access-key": `vended/secret+key=${number}`,
      "s3.session-token": credential.sessionToken,
      "client.region": region,
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://double").pathname);
    const [, accessKeyId, region] = /Credential=([^/]+)\/\d+\/([^/]+)\//.exec(request.headers.authorization ?? "") ?? [];
    this.requests.push({ path, accessKeyId: accessKeyId ?? null });
    const known = this.credentials.find((credential) => credential.accessKeyId === accessKeyId);
    const fault =
      known === undefined || request.headers["x-amz-security-token"] !== known.sessionToken
        ? "InvalidAccessKeyId"
        : known.expired
          ? "ExpiredToken"
          : known.region === region
            ? null
            : "AuthorizationHeaderMalformed";
    if (fault !== null) return refuse(response, fault === "AuthorizationHeaderMalformed" ? 400 : 403, fault);
    const misbehaves = this.misbehave(path);
    if (misbehaves === "busy") return refuse(response, 503, "SlowDown");
    const place = this.#places.find(({ prefix }) => path.startsWith(`${prefix}/`));
    const content = place && (await readFile(join(place.folder, path.slice(place.prefix.length))).catch(() => null));
    if (!content) return refuse(response, 404, "NoSuchKey");
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const start = Number(from ?? 0);
    const end = to === undefined || to === "" ? content.length - 1 : Math.min(Number(to), content.length - 1);
    const part = content.subarray(start, end + 1);
    response.writeHead(from === undefined ? 200 : 206, {
      "content-length": String(part.length),
      "accept-ranges": "bytes",
      etag: '"1"',
      "last-modified": "Mon, 03 Mar 2025 06:00:00 GMT",
      ...(from !== undefined && { "content-range": `bytes ${start}-${end}/${content.length}` }),
    });
    if (request.method === "HEAD") return void response.end();
    if (misbehaves === "short" && part.length > 1) {
      response.write(part.subarray(0, part.length >> 1));
      return void setTimeout(() => response.destroy(), 20);
    }
    response.end(part);
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response
    .writeHead(status, { "content-type": "application/xml" })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
