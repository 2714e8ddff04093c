import { createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#e2e/helpers/service.ts";
import { CACHE, type Running, runProgram } from "#e2e/integration/programs.ts";

const VERSION = "3.37.0";
/** The account that Azurite's own documentation names, with the key that everybody knows. */
export const AZURITE = {
  account: "devstoreaccount1",
  key: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
  container: "lake",
} as const;
const SERVICE_VERSION = "2022-11-02";

/** Microsoft's own stand-in for Azure's blobs, empty; its address. Installed once. It checks keys and signatures. */
export async function startAzurite(running: Running, folder: string): Promise<string> {
  const place = join(CACHE, `azurite-${VERSION}`);
  const program = join(place, "node_modules/azurite/dist/src/blob/main.js");
  if (!existsSync(program)) {
    await mkdir(place, { recursive: true });
    await runProgram("npm", ["install", "--prefix", place, "--no-audit", "--no-fund", "--ignore-scripts", `azurite@${VERSION}`], {
      doing: "installing Azurite",
    });
  }
  const port = await freePort();
  await mkdir(folder, { recursive: true });
  const where = ["--blobHost", "127.0.0.1", "--blobPort", String(port), "--location", folder];
  const args = [program, "--silent", "--skipApiVersionCheck", "--disableTelemetry", ...where];
  const address = `http://127.0.0.1:${port}/${AZURITE.account}`;
  await running.start("azurite", process.execPath, args, {}, address);
  return address;
}

/** A shared access signature of the whole account. In: rights as Azure writes them, `rl` for reading and listing. */
export function signAccess(rights: string): string {
  const until = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, "Z");
  const text = [AZURITE.account, rights, "b", "sco", "", until, "", "https,http", SERVICE_VERSION, "", ""].join("\n");
  const signature = createHmac("sha256", Buffer.from(AZURITE.key, "base64")).update(text).digest("base64");
  return new URLSearchParams({
    sv: SERVICE_VERSION,
    ss: "b",
    srt: "sco",
    sp: rights,
    se: until,
    spr: "https,http",
    sig: signature,
  }).toString();
}

/** Puts every file of a folder below the container's `prefix`; makes the container. */
export async function copyToAzurite(address: string, folder: string, prefix: string): Promise<void> {
  const access = signAccess("rwlc");
  const container = `${address}/${AZURITE.container}`;
  await put(`${container}?restype=container&${access}`, {}, Buffer.alloc(0));
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    const name = [prefix, ...path.slice(folder.length + 1).split("/")].map(encodeURIComponent).join("/");
    await put(`${container}/${name}?${access}`, { "x-ms-blob-type": "BlockBlob" }, await readFile(path));
  }
}

async function put(url: string, headers: Record<string, string>, content: Buffer): Promise<void> {
  const answer = await fetch(url, {
    method: "PUT",
    headers: { "x-ms-version": SERVICE_VERSION, ...headers },
    body: new Uint8Array(content),
  });
  const said = await answer.text();
  if (!answer.ok) throw new Error(`PUT ${url.split("?")[0]}: ${answer.status} ${said}`);
}
