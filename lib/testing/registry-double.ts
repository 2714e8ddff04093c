import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** What a path is answered with: JSON, a text as it is, a status, or nothing ever. */
export type RegistryBehavior = { json: unknown } | { text: string } | { status: number } | { hangs: true };

/** A schema registry in a few lines, for what real ones do too seldom to be tested with. What it was not told is not found. */
export class RegistryDouble {
  readonly requests: { path: string; headers: IncomingMessage["headers"] }[] = [];
  readonly answers = new Map<string, RegistryBehavior>();
  /** In the place of every answer. */
  misbehaves: RegistryBehavior | null = null;
  /** The same by what was sent, where that is told. */
  says: ((headers: IncomingMessage["headers"]) => RegistryBehavior) | null = null;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? "";
      this.requests.push({ path, headers: request.headers });
      const answer = this.misbehaves ?? this.says?.(request.headers) ?? this.answers.get(path) ?? { status: 404 };
      if ("hangs" in answer) return;
      response.statusCode = "status" in answer ? answer.status : 200;
      response.end("json" in answer ? JSON.stringify(answer.json) : "text" in answer ? answer.text : "");
    });
  }

  static async start(): Promise<RegistryDouble> {
    const double = new RegistryDouble();
    await new Promise<void>((resolve) => double.#server.listen(0, "127.0.0.1", resolve));
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** As it was when it started: it knows nothing, and was asked nothing. */
  reset(): void {
    this.answers.clear();
    this.requests.length = 0;
    this.misbehaves = null;
    this.says = null;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
