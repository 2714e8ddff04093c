/**
 * Makes a clone ready to run: packages as the lock file says, the project's own Node, DuckDB's extensions, the built pages.
 * Runs under any Node from 18 on and needs no package, since it is what brings them. Does nothing when all is there.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const modules = join(root, "node_modules");
const node = join(modules, ".bin", "node");

if (packagesAreStale()) {
  console.error("setup: installing the packages; this takes about half a minute.");
  run("npm", ["ci", "--loglevel=error"], root, "the packages could not be installed: see npm's message above");
}

const wanted = `v${readJson(join(root, "package.json")).dependencies.node}`;
if (nodeVersion() !== wanted) {
  // An npm that does not run install scripts leaves the package `node` without its binary.
  run(process.execPath, ["installArchSpecificPackage.js"], join(modules, "node"), `Node ${wanted} could not be fetched`);
  if (!existsSync(node)) {
    rmSync(node, { force: true });
    symlinkSync(join("..", "node", "bin", "node"), node);
  }
  if (nodeVersion() !== wanted) fail(`node_modules/.bin/node is not ${wanted}: remove node_modules and run "npm run setup" again`);
}

const fetchExtensions = join(root, "jobs", "fetch-extensions.ts");
if (existsSync(fetchExtensions)) run(node, [fetchExtensions], root, "DuckDB's extensions are missing: see above");

const buildWeb = join(root, "jobs", "build-web.ts");
if (existsSync(buildWeb)) run(node, [buildWeb], root, "the pages are missing: see above");

/** True when a package of the lock file is not installed in that version; optional ones belong to other platforms. */
function packagesAreStale() {
  const installedLock = join(modules, ".package-lock.json");
  if (!existsSync(installedLock)) return true;
  const installed = readJson(installedLock).packages;
  return Object.entries(readJson(join(root, "package-lock.json")).packages).some(([path, locked]) => {
    if (path === "") return false;
    const found = installed[path];
    return found ? found.version !== locked.version : !(locked.optional || locked.devOptional);
  });
}

function nodeVersion() {
  return existsSync(node) ? spawnSync(node, ["--version"], { encoding: "utf8" }).stdout?.trim() : null;
}

function run(command, args, cwd, fault) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ["ignore", 2, 2] });
  if (status !== 0) fail(error ? `${fault} (${error.message})` : fault, status ?? 1);
}

function fail(message, exitCode = 1) {
  console.error(`setup: ${message}`);
  process.exit(exitCode);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
