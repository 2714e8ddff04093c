import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer, type WebSocket } from "ws";

type Json = Record<string, unknown>;

/** Slack asks for an answer within three seconds, and shows the presser a warning after them. */
const ACK_MS_MAX = 3000;

interface Sockets {
  onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Resolves when as many clients are there. */
  connected: (clients: number) => Promise<void>;
  clients: () => number;
  connections: () => number;
  /** As Slack does from time to time: asks clients to connect anew. */
  disconnect: () => void;
  /** To one of the clients, as Slack does; what it acknowledged with. */
  send: (payload: Json) => Promise<Json>;
  stop: () => void;
}

/** The server's end of Socket Mode. */
export function openSockets(): Sockets {
  const server = new WebSocketServer({ noServer: true });
  const waiting = new Map<string, (answer: Json) => void>();
  let connections = 0;
  server.on("connection", (client: WebSocket) => {
    connections++;
    client.on("message", (data) => {
      const answer = JSON.parse((data as Buffer).toString()) as Json;
      waiting.get(String(answer["envelope_id"]))?.(answer);
    });
    client.send(JSON.stringify({ type: "hello", num_connections: server.clients.size, connection_info: { app_id: "A0DOUBLE" } }));
  });
  // Not those that are about to close: nobody reads there any more.
  const open = () => [...server.clients].filter((client) => client.readyState === client.OPEN);
  // Slack pings, and clients that hear none for half a minute connect anew.
  const pings = setInterval(() => server.clients.forEach((client) => client.ping()), 5000);
  return {
    onUpgrade: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (client) => server.emit("connection", client, request)),
    connected: async (clients) => {
      for (let tries = 0; open().length < clients; tries++) {
        if (tries > 600) throw new Error(`${open().length} clients are connected, and not ${clients}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    clients: () => open().length,
    connections: () => connections,
    disconnect: () => open().forEach((client) => client.send(JSON.stringify({ type: "disconnect", reason: "refresh_requested" }))),
    send: async (payload) => {
      const [client] = open();
      if (!client) throw new Error("no client is connected");
      const id = randomUUID();
      client.send(JSON.stringify({ type: "interactive", envelope_id: id, payload, accepts_response_payload: true }));
      return await new Promise<Json>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("the press was not acknowledged within three seconds")), ACK_MS_MAX);
        waiting.set(id, (answer) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        });
      });
    },
    stop: () => {
      clearInterval(pings);
      server.clients.forEach((client) => client.terminate());
      server.close();
    },
  };
}
