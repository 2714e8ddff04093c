import { createServer } from "node:net";
import { AppError } from "#lib/errors.ts";

const FAULTS: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is taken by another program. Stop that program, or choose another port: BERGWATCH_PORT=${port + 1} npm start.`,
  EACCES: (_, port) => `This user may not listen on port ${port}. Choose one from 1024 on with BERGWATCH_PORT.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}. Set BERGWATCH_HOST to one that it has, or leave it empty for 127.0.0.1.`,
  ENOTFOUND: (host) => `The name ${host} is not known. Set BERGWATCH_HOST to an address of this machine, or leave it empty for 127.0.0.1.`,
};

/** Returns when the web server can listen there. Throws AppError usage that names the setting to change. */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen({ host, port, exclusive: true }, resolve));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const say = FAULTS[code];
    if (say === undefined) throw error;
    throw new AppError("usage", say(host, port), { cause: error });
  }
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
