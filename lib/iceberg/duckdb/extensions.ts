import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#lib/errors.ts";
import { admitExtension, DUCKDB_VERSION, duckdbPlatform, isExtension, type Extension } from "#lib/iceberg/duckdb/extension-file.ts";

/** What reading needs, of exactly this DuckDB, in an order in which each can be loaded. icu, json and parquet are built into the package. */
export const EXTENSIONS: readonly Extension[] = [
  { name: "avro", version: "f9d5902", needs: [] },
  { name: "iceberg", version: "45163a28", needs: ["avro"] },
  { name: "httpfs", version: "827222f", needs: [] },
  { name: "aws", version: "efa54a9", needs: ["httpfs"] },
];

/** Fetched where a store needs it, and not at set-up: 25 MB that most do without. */
export const AZURE_EXTENSION: Extension = { name: "azure", version: "003214c", needs: [] };

/** An unreachable network may swallow a request without an answer; until one answered, waiting long is waiting in vain. */
const FIRST_ANSWER_MS = 60_000;
const DOWNLOAD_MS = 600_000;

export interface EnsureOptions {
  /** A mirror of DuckDB's repository: a URL or a folder. */
  repository?: string | null | undefined;
  /** Beside those that every reading needs. */
  also?: readonly Extension[];
  /** Told in sentences what is being fetched; not called when all is there. */
  onProgress?: ((sentence: string) => void) | undefined;
}

/**
 * Every extension lies in `directory` in the right version, signed by DuckDB: as `<directory>/v1.5.5/<platform>/<name>.duckdb_extension`.
 * When all are there it reads their footers only and needs no network. Else it asks DuckDB's INSTALL, then the Python package index.
 * Safe to run by several processes at once. Throws AppError extension_missing that says what was tried and how to mend it.
 */
export async function ensureExtensions(directory: string, options: EnsureOptions = {}): Promise<void> {
  const platform = await duckdbPlatform();
  const folder = join(directory, DUCKDB_VERSION, platform);
  const missing = await stillMissing([...EXTENSIONS, ...(options.also ?? [])], folder, platform);
  if (missing.length === 0) return;

  const incoming = await makeIncoming(directory);
  try {
    const fetching: Fetching = { directory, platform, folder, incoming, options };
    const byInstall = await install(missing, fetching);
    const left = await stillMissing(missing, folder, platform);
    if (left.length === 0) return;
    const byWheels = await unpackWheels(left, fetching);
    const absent = await stillMissing(left, folder, platform);
    if (absent.length > 0) throw missingError(absent, folder, [`DuckDB's INSTALL (${byInstall})`, `pip download (${byWheels})`]);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

/** The sentence of AppError extension_missing while an extension is not in `directory`; null when all are. Reads footers, fetches nothing. */
export async function describeMissingExtensions(directory: string): Promise<string | null> {
  const platform = await duckdbPlatform();
  const folder = join(directory, DUCKDB_VERSION, platform);
  const absent = await stillMissing(EXTENSIONS, folder, platform);
  return absent.length === 0 ? null : missingError(absent, folder, []).message;
}

interface Fetching {
  directory: string;
  platform: string;
  folder: string;
  /** A folder of this process on the same disk, so that a rename is atomic. */
  incoming: string;
  options: EnsureOptions;
}

/** Runs INSTALL for each until one fails; the fault, or "done". */
async function install(missing: readonly Extension[], fetching: Fetching): Promise<string> {
  const { directory, platform, folder, incoming, options } = fetching;
  const program = join(import.meta.dirname, "install-extension.ts");
  let limitMs = FIRST_ANSWER_MS;
  for (const extension of missing) {
    const { name } = extension;
    options.onProgress?.(`Fetching DuckDB's extension ${name} from ${options.repository ?? "DuckDB's repository"}.`);
    const fault = await runProgram(
      process.execPath,
      [program, name, incoming, ...(options.repository ? [options.repository] : [])],
      limitMs,
    );
    if (fault !== null) return fault;
    const refused = await admit(extension, join(incoming, DUCKDB_VERSION, platform, fileName(name)), folder, directory);
    if (refused !== null) return refused;
    limitMs = DOWNLOAD_MS;
  }
  return "done";
}

/** The same signed files, as the Python package index has them; the fault, or "done". */
async function unpackWheels(missing: readonly Extension[], fetching: Fetching): Promise<string> {
  const { directory, folder, incoming, options } = fetching;
  const version = DUCKDB_VERSION.slice(1);
  for (const extension of missing) {
    const { name } = extension;
    options.onProgress?.(`Fetching DuckDB's extension ${name} from the Python package index.`);
    const wheels = join(incoming, name);
    const pip = ["-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"];
    const limits = ["--timeout", "20", "--retries", "1", "--dest", wheels];
    const fault =
      (await runProgram("python3", [...pip, ...limits, `duckdb-extension-${name}==${version}`], DOWNLOAD_MS)) ??
      (await runProgram("python3", ["-c", UNPACK, wheels], FIRST_ANSWER_MS));
    if (fault !== null) return fault;
    const unpacked = join(wheels, `duckdb_extension_${name}`, "extensions", DUCKDB_VERSION, fileName(name));
    const refused = await admit(extension, unpacked, folder, directory);
    if (refused !== null) return refused;
  }
  return "done";
}

/** A wheel is a zip file; Python is there anyway, since it fetched it. */
const UNPACK = "import glob, sys, zipfile\nfor wheel in glob.glob(sys.argv[1] + '/*.whl'): zipfile.ZipFile(wheel).extractall(sys.argv[1])";

async function admit(extension: Extension, from: string, folder: string, directory: string): Promise<string | null> {
  try {
    await admitExtension(from, join(folder, fileName(extension.name)), extension, directory);
    return null;
  } catch (error) {
    return firstLine(error instanceof Error ? error.message : String(error));
  }
}

async function stillMissing(extensions: readonly Extension[], folder: string, platform: string): Promise<Extension[]> {
  const present = await Promise.all(extensions.map((one) => isExtension(join(folder, fileName(one.name)), one, platform)));
  return extensions.filter((_, index) => !present[index]);
}

async function makeIncoming(directory: string): Promise<string> {
  try {
    await mkdir(directory, { recursive: true });
    await removeAbandoned(directory);
    return await mkdtemp(join(directory, ".incoming-"));
  } catch (cause) {
    const message = `DuckDB's extensions are not in ${directory}, and nothing can be written there. Make the folder writable or set BERGWATCH_EXTENSION_DIR.`;
    throw new AppError("extension_missing", message, { cause });
  }
}

/** A set-up that was killed leaves its folder behind; one that is older than all time limits has no owner. */
async function removeAbandoned(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((entry) => entry.startsWith(".incoming-"))) {
    const { mtimeMs } = await stat(join(directory, name));
    if (Date.now() - mtimeMs > 2 * DOWNLOAD_MS * EXTENSIONS.length) await rm(join(directory, name), { recursive: true, force: true });
  }
}

function missingError(absent: Extension[], folder: string, tried: string[]): AppError {
  const files = absent.map(({ name }) => fileName(name)).join(", ");
  return new AppError(
    "extension_missing",
    `DuckDB's extensions ${absent.map(({ name, version }) => `${name} (${version})`).join(", ")} are missing. ${tried.length === 0 ? "" : `Tried: ${tried.join("; ")}. `}` +
      `Give this machine a network, set BERGWATCH_EXTENSION_REPOSITORY to a mirror, or copy ${files} of DuckDB ${DUCKDB_VERSION} to ${folder}.`,
  );
}

/** Null when the program ended well; else its last words in one line. It is killed after `limitMs`. */
async function runProgram(program: string, args: string[], limitMs: number): Promise<string | null> {
  return await new Promise((done) => {
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], timeout: limitMs, killSignal: "SIGKILL" });
    let words = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (words = (words + text).slice(-4000)));
    child.once("error", (error) => done(error.message));
    child.once("close", (code, signal) => {
      if (code === 0) done(null);
      else if (signal === "SIGKILL") done(`no answer within ${limitMs / 1000} seconds`);
      else done(firstLine(words) || `${program} ended with code ${code ?? signal}`);
    });
  });
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0]?.trim() ?? "";
}

function fileName(name: string): string {
  return `${name}.duckdb_extension`;
}
