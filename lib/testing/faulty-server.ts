import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";

/** What a stand-in does to a request in the place of what it would do. `silent` and `cut` come after it was taken. */
export type Fault =
  | { kind: "answer"; status: number; body?: string; headers?: Record<string, string> }
  | { kind: "slow"; ms: number }
  | { kind: "silent" }
  | { kind: "cut" };

export interface Asked {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export interface FaultyServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  /** What the next requests for that path's beginning meet, one fault each, in order. */
  fail: (path: string, ...faults: Fault[]) => void;
  stop: () => Promise<void>;
}

/** A server on this machine alone that answers as told, but for the faults that it was given. */
export async function startFaultyServer(
  answer: (asked: Asked, url: string) => Answer,
  { port = 0, onUpgrade }: { port?: number; onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void } = {},
): Promise<FaultyServer> {
  const faults: { path: string; fault: Fault }[] = [];
  const server = createServer((request, response) => {
    void serve(request, response, { answer, faults }).catch(() => response.destroy());
  });
  if (onUpgrade) server.on("upgrade", onUpgrade);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: (path, ...given) => faults.push(...given.map((fault) => ({ path, fault }))),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { answer, faults }: { answer: (asked: Asked, url: string) => Answer; faults: { path: string; fault: Fault }[] },
): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const asked = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: Buffer.concat(pieces).toString() };
  const at = faults.findIndex(({ path }) => asked.path.startsWith(path));
  const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
  if (fault?.kind === "answer") {
    write(response, { status: fault.status, body: fault.body ?? "", ...(fault.headers && { headers: fault.headers }) });
    return;
  }
  const answered = answer(asked, `http://${request.headers.host ?? ""}`);
  if (fault?.kind === "silent") return;
  if (fault?.kind === "cut") {
    response.destroy();
    return;
  }
  if (fault?.kind === "slow") await new Promise((resolve) => setTimeout(resolve, fault.ms));
  write(response, answered);
}

function write(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, headers).end(body);
}
