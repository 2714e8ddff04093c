import { rm, stat } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeDataFolder } from "#lib/data-folder.ts";
import { AppError } from "#lib/errors.ts";

export interface InstanceLock {
  /** What a second instance is told about this one. */
  announce: (address: string) => void;
  /** Lets the next instance in; a killed process lets it in too. */
  release: () => Promise<void>;
}

/**
 * Makes this process the only service on the data folder, which is made when missing (readable by its owner alone).
 * A socket and not a file: the kernel frees it with the process, however that ends. Known by the folder's inode, so a renamed or linked
 * folder is the same one. Throws AppError already_running, which says where the other one answers, and usage when nothing can be written there.
 */
export async function takeInstanceLock(dataDir: string): Promise<InstanceLock> {
  await makeDataFolder(dataDir);
  const name = await socketName(dataDir);
  let said = "";
  const server = createServer((socket) => socket.on("error", () => {}).end(JSON.stringify({ pid: process.pid, address: said })));
  if (!(await listens(server, name))) {
    const other = await askInstance(name);
    if (other !== null) throw alreadyRunning(dataDir, other);
    // A socket file that nobody serves was left by a killed process; the kernel's own names leave nothing.
    if (!name.startsWith("\0")) await rm(name, { force: true });
    if (!(await listens(server, name))) throw alreadyRunning(dataDir, { pid: null, address: "" });
  }
  server.unref();
  return {
    announce: (address) => {
      said = address;
    },
    release: async () => {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Instance {
  pid: number | null;
  /** Empty while it starts. */
  address: string;
}

function alreadyRunning(dataDir: string, { pid, address }: Instance): AppError {
  const who = pid === null ? "another process" : `process ${pid}`;
  const where = address === "" ? "it is still starting or stopping" : `it answers at ${address}`;
  return new AppError(
    "already_running",
    `Bergwatch already runs on ${dataDir} as ${who}; ${where}. Stop that one first, or give this one another BERGWATCH_DATA_DIR and BERGWATCH_PORT.`,
  );
}

async function socketName(dataDir: string): Promise<string> {
  const { dev, ino } = await stat(dataDir, { bigint: true });
  const name = `bergwatch-${dev}-${ino}`;
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

async function listens(server: Server, name: string): Promise<boolean> {
  return await new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => (error.code === "EADDRINUSE" ? resolve(false) : reject(error));
    server.once("error", onError);
    server.listen(name, () => {
      server.off("error", onError);
      resolve(true);
    });
  });
}

/** What the instance behind the socket says of itself; null when there is none. One that does not answer within a second is there all the same. */
async function askInstance(name: string): Promise<Instance | null> {
  return await new Promise((resolve) => {
    let text = "";
    const socket = connect(name);
    socket.setTimeout(1000, () => socket.destroy(new Error("silent")));
    socket.on("data", (part) => (text += part.toString()));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ECONNREFUSED" || error.code === "ENOENT" ? null : { pid: null, address: "" }),
    );
    socket.on("close", () => {
      const said = parse(text);
      resolve(said);
    });
  });
}

function parse(text: string): Instance {
  try {
    const said = JSON.parse(text) as Partial<Instance>;
    return { pid: typeof said.pid === "number" ? said.pid : null, address: typeof said.address === "string" ? said.address : "" };
  } catch {
    return { pid: null, address: "" };
  }
}
