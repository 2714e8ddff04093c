import { connect, createServer, type Server, type Socket } from "node:net";

export interface CuttableProxy {
  /** The address behind it, by this way. */
  url: string;
  /** Breaks every connection, as a server that dies does. */
  cut: () => void;
  /** While true, whoever comes is sent away at once. */
  refuse: (refusing: boolean) => void;
  close: () => Promise<void>;
}

/** A way to the Postgres at `url` that a test can break. `mute`: it accepts, and nothing ever answers. */
export async function openProxy(url: string, { mute = false }: { mute?: boolean } = {}): Promise<CuttableProxy> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let refusing = false;
  const server: Server = createServer((socket) => {
    keep(socket);
    if (refusing) socket.destroy();
    else if (!mute) {
      const onward = connect(Number(target.port), target.hostname);
      keep(onward);
      socket.pipe(onward).pipe(socket);
      socket.once("close", () => onward.destroy());
      onward.once("close", () => socket.destroy());
    }
  });
  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  }
  function cut(): void {
    for (const socket of sockets) socket.destroy();
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const own = new URL(url);
  own.port = String(typeof address === "object" && address ? address.port : 0);
  return {
    url: own.href,
    cut,
    refuse: (now) => (refusing = now),
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
