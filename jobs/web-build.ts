import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "#lib/errors.ts";

const PROJECT = join(import.meta.dirname, "..");
/** Each build lies in a folder of its own below it, so that a web server that runs keeps the files it was started with. */
export const BUILDS = join(PROJECT, ".next");
/** The file that a build which is whole has. */
const DONE = "bergwatch-done";
const CHOSEN = join(BUILDS, "bergwatch-chosen");
/** How next.config.ts learns which build is meant. */
export const BUILD_VARIABLE = "BERGWATCH_WEB_BUILD";
/** What the pages are made from. Iceberg's readers, tests and their tools are no part of it. */
const SOURCES = ["app", "db", "lib", "public", "next.config.ts", "proxy.ts", "tsconfig.json", "package-lock.json"];
const NO_SOURCE = /[.]test[.]tsx?$|^lib\/testing\/|^db\/(?:testing|seed)\/|^lib\/iceberg\/(?!contract)/;

/** The name of the build that the sources ask for: a hash of their content, since times say nothing after a checkout or a copy. */
export function nameOfSources(): string {
  const hash = createHash("sha256");
  for (const file of SOURCES.flatMap(listFiles))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(PROJECT, file)))
      .update("\0");
  return hash.digest("hex").slice(0, 16);
}

/** The file whose presence says that the build `name` is whole. */
export function doneFile(name: string): string {
  return join(BUILDS, name, DONE);
}

/** Names the build that the next start serves. */
export function chooseBuild(name: string): void {
  writeFileSync(CHOSEN, name);
}

/** The build that set-up chose last. Throws AppError internal when there is none. */
export function findBuild(): string {
  const name = existsSync(CHOSEN) ? readFileSync(CHOSEN, "utf8") : "";
  if (name !== "" && existsSync(doneFile(name))) return name;
  throw new AppError("internal", 'The pages are not built; run "npm run setup", or start with "npm start", which does.');
}

function listFiles(source: string): string[] {
  const path = join(PROJECT, source);
  if (!existsSync(path)) return [];
  if (/[.]\w+$/.test(source)) return [source];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(PROJECT.length + 1)
      .replaceAll("\\", "/"),
  );
  return files.filter((file) => !NO_SOURCE.test(file)).toSorted();
}
