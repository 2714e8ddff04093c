import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { refuseRunningInstance } from "#jobs/service/instance-lock.ts";
import { allVariables, env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";

/** The part of `npm run setup` that builds the pages, when there are none or their sources have changed since. */

const PROJECT = join(import.meta.dirname, "..");
const BUILD = join(PROJECT, ".next");
const STAMP = join(BUILD, "bergwatch-sources");
/** What the pages are made from. Another process's Iceberg, tests and their tools are no part of it. */
const SOURCES = ["app", "db", "lib", "public", "next.config.ts", "proxy.ts", "tsconfig.json", "package-lock.json"];
const NO_SOURCE = /[.]test[.]tsx?$|^lib\/testing\/|^db\/(?:testing|seed)\/|^lib\/iceberg\/(?!contract)/;

try {
  // Before the build and not after it: a file that changes meanwhile belongs to the next one.
  const sources = hashSources();
  if (readStamp() !== sources) {
    // A running web server reads the files that a build replaces.
    await refuseRunningInstance(env().dataDir);
    process.stderr.write("Building the pages; this takes about half a minute.\n");
    build();
    writeFileSync(STAMP, sources);
  }
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}

/** By content: times say nothing after a checkout or a copy. */
function hashSources(): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(listFiles))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(PROJECT, file)))
      .update("\0");
  return hash.digest("hex");
}

function listFiles(source: string): string[] {
  const path = join(PROJECT, source);
  if (!existsSync(path)) return [];
  if (/[.]\w+$/.test(source)) return [source];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files
    .map((file) => file.slice(PROJECT.length + 1).replaceAll("\\", "/"))
    .filter((file) => !NO_SOURCE.test(file))
    .toSorted();
}

function readStamp(): string | null {
  return existsSync(STAMP) ? readFileSync(STAMP, "utf8") : null;
}

function build(): void {
  rmSync(STAMP, { force: true });
  const next = join(PROJECT, "node_modules/next/dist/bin/next");
  const { status, stdout, stderr } = spawnSync(process.execPath, [next, "build"], {
    cwd: PROJECT,
    env: { ...allVariables(), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });
  if (status === 0) return;
  process.stderr.write(`${stdout}${stderr}`);
  throw new AppError("internal", "The pages could not be built: see above. Memory of about 1 GB and a writable project folder are needed.");
}
