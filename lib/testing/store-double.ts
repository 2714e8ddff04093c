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

/** What a request came to in the place of the right answer. */
type StoreBehavior =
  /** The first half of what was asked for, then it hangs up. */
  | "short"
  | "busy"
  | "gone"
  | "html"
  /** Never answers. */
  | "hangs"
  /** Says that the file is seven bytes longer than it is. */
  | "wrong length"
  | { status: number; code: string };

/**
 * A store that speaks as much S3 as reading needs, and Google's with tokens. It looks at whose key, token and region a request names, not at the
 * signature itself.
 */
export class StoreDouble {
  readonly requests: { path: string; accessKeyId: string | null }[] = [];
  readonly credentials: Credential[] = [];
  /** Asked before every answer, behind the check of who asks. */
  misbehave: (path: string) => StoreBehavior | null = () => null;
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

  /** Objects below `s3://bucket/prefix`, or Google's, are files of the folder. */
  serve(location: string, folder: string): void {
    this.#places.push({ prefix: location.replace(/^\w+:\//, ""), folder });
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

  /** A token as Google's stores take it; it counts as a key whose id is the token. */
  vendToken(): Record<string, string> {
    const token = `ya29.token-number-${this.credentials.length + 1}`;
    this.credentials.push({ accessKeyId: token, sessionToken: "", region: "", expired: false });
    return { "gcs.oauth2.token": token };
  }

  /** What is wrong with the proof of who asks; null: nothing. */
  #refusal(request: IncomingMessage, accessKeyId: string | null, region: string): { status: number; code: string } | null {
    const known = this.credentials.find((credential) => credential.accessKeyId === accessKeyId);
    const bearer = request.headers.authorization?.startsWith("Bearer ") === true;
    if (known === undefined || (!bearer && (request.headers["x-amz-security-token"] ?? "") !== known.sessionToken))
      return { status: bearer ? 401 : 403, code: bearer ? "AuthenticationRequired" : "InvalidAccessKeyId" };
    if (known.expired) return bearer ? { status: 401, code: "AuthenticationRequired" } : { status: 400, code: "ExpiredToken" };
    return bearer || known.region === region ? null : { status: 400, code: "AuthorizationHeaderMalformed" };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://double").pathname);
    const authorization = request.headers.authorization ?? "";
    const [, accessKeyId = null, region = ""] =
      /^Bearer (.*)$/.exec(authorization) ?? /Credential=([^/]+)\/\d+\/([^/]*)\//.exec(authorization) ?? [];
    this.requests.push({ path, accessKeyId });
    const refusal = this.#refusal(request, accessKeyId, region);
    if (refusal !== null) return refuse(response, refusal.status, refusal.code);
    const misbehaves = this.misbehave(path);
    if (misbehaves === "hangs") return;
    if (misbehaves === "busy") return refuse(response, 503, "SlowDown");
    if (misbehaves === "gone") return refuse(response, 404, "NoSuchKey");
    if (misbehaves === "html")
      return void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>");
    if (typeof misbehaves === "object" && misbehaves !== null) return refuse(response, misbehaves.status, misbehaves.code);
    const place = this.#places.find(({ prefix }) => path.startsWith(`${prefix}/`));
    const content = place && (await readFile(join(place.folder, path.slice(place.prefix.length))).catch(() => null));
    if (!content) return refuse(response, 404, "NoSuchKey");
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const start = Number(from ?? 0);
    const end = to === undefined || to === "" ? content.length - 1 : Math.min(Number(to), content.length - 1);
    const part = content.subarray(start, end + 1);
    const wrong = misbehaves === "wrong length" ? 7 : 0;
    response.writeHead(from === undefined ? 200 : 206, {
      "content-length": String(part.length + wrong),
      "accept-ranges": "bytes",
      etag: '"1"',
      "last-modified": "Mon, 03 Mar 2025 06:00:00 GMT",
      ...(from !== undefined && { "content-range": `bytes ${start}-${end + wrong}/${content.length + wrong}` }),
    });
    if (request.method === "HEAD") return void response.end();
    if (misbehaves === "short" && part.length > 1) {
      response.write(part.subarray(0, part.length >> 1));
      return void setTimeout(() => response.destroy(), 20);
    }
    if (wrong > 0) {
      response.write(part);
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
