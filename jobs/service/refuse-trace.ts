import { Server, type IncomingMessage, type ServerResponse } from "node:http";

/**
 * Preloaded into the web server (`node --import`): answers TRACE with 405. Next turns each request into one of the Fetch standard, which
 * knows no TRACE, and would answer with a fault of its own.
 */
const METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

// oxlint-disable-next-line typescript/unbound-method -- it is called with its server below
const { emit } = Server.prototype;
Server.prototype.emit = function (this: Server, event: string, ...rest: unknown[]): boolean {
  const [request, response] = rest as [IncomingMessage, ServerResponse];
  if (event !== "request" || request.method !== "TRACE") return Reflect.apply(emit, this, [event, ...rest]) as boolean;
  response.writeHead(405, { Allow: METHODS, "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end("This method is not allowed.\n");
  return true;
};
