import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createHash, createHmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import { freePort } from "#e2e/helpers/service.ts";
import { CACHE, type Running, runProgram } from "#e2e/integration/programs.ts";

export interface S3Store {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const VERSITY = "v1.8.0";
const KEYS = { accessKeyId: "integration", secretAccessKey: "integration/secret+key=1", region: "us-east-1" };

/** Versity's S3 gateway, which checks signatures, over an empty folder. Built once (minutes). Throws Skipped without Go. */
export async function startVersity(running: Running, folder: string): Promise<S3Store> {
  const bin = join(CACHE, `versitygw-${VERSITY}`);
  const program = join(bin, "versitygw");
  if (!existsSync(program)) {
    await mkdir(bin, { recursive: true });
    await runProgram("go", ["install", `github.com/versity/versitygw/cmd/versitygw@${VERSITY}`], {
      env: { GOBIN: bin, CGO_ENABLED: "0" },
      doing: "building Versity's S3 gateway (minutes)",
    });
  }
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  await mkdir(folder, { recursive: true });
  const env = { ROOT_ACCESS_KEY: KEYS.accessKeyId, ROOT_SECRET_KEY: KEYS.secretAccessKey };
  await running.start("versitygw", program, ["--port", `127.0.0.1:${port}`, "--quiet", "posix", folder], env, endpoint);
  return { endpoint, ...KEYS };
}

/** Moto's server, which checks no signature and keeps everything in memory. Installed once. Throws Skipped without Python. */
export async function startMoto(running: Running): Promise<S3Store> {
  const place = join(CACHE, "moto-5.2.1");
  const program = join(place, "bin/moto_server");
  if (!existsSync(program)) {
    await runProgram("python3", ["-m", "venv", place]);
    await runProgram(join(place, "bin/pip"), ["install", "--quiet", "moto[server,s3]==5.2.1"], { doing: "installing moto" });
  }
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  await running.start("moto", program, ["-H", "127.0.0.1", "-p", String(port)], {}, endpoint);
  return { endpoint, ...KEYS };
}

/** Puts every file of a folder below `bucket/prefix`; makes the bucket when there is none. */
export async function copyToStore(store: S3Store, folder: string, bucket: string, prefix: string): Promise<number> {
  await put(store, `/${bucket}`, Buffer.alloc(0));
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    const key = [...prefix.split("/"), ...path.slice(folder.length + 1).split("/")].map(encode).join("/");
    await put(store, `/${bucket}/${key}`, await readFile(path));
  }
  return files.length;
}

async function put(store: S3Store, path: string, content: Buffer): Promise<void> {
  const url = new URL(store.endpoint);
  const signer = new SignatureV4({ service: "s3", region: store.region, credentials: store, sha256: Sha256, uriEscapePath: false });
  const signed = await signer.sign({
    method: "PUT",
    protocol: url.protocol,
    hostname: url.hostname,
    path,
    headers: { host: url.host, "x-amz-content-sha256": createHash("sha256").update(content).digest("hex") },
    body: content,
  });
  const { host: _, ...headers } = signed.headers;
  const answer = await fetch(`${store.endpoint}${path}`, { method: "PUT", headers, body: new Uint8Array(content) });
  const said = await answer.text();
  // The bucket is there already.
  if (!answer.ok && answer.status !== 409) throw new Error(`PUT ${path}: ${answer.status} ${said}`);
}

/** As S3 wants keys signed: RFC 3986 alone. */
function encode(part: string): string {
  return encodeURIComponent(part).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}

class Sha256 {
  readonly #hash;

  constructor(secret?: ArrayBuffer | ArrayBufferView | string) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytes(secret));
  }

  update(data: ArrayBuffer | ArrayBufferView | string): void {
    this.#hash.update(bytes(data));
  }

  async digest(): Promise<Uint8Array> {
    return await Promise.resolve(new Uint8Array(this.#hash.digest()));
  }

  reset(): void {}
}

function bytes(data: ArrayBuffer | ArrayBufferView | string): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
}
