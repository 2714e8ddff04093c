import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { StoreDouble } from "#lib/testing/store-double.ts";

/** What a request came to in the place of the right answer. */
export type Behavior =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { html: true }
  | { text: string }
  /** Never answers. */
  | { hangs: true }
  /** Says a longer answer than it gives, and hangs up. */
  | { cut: true };

export interface AskedRequest {
  method: string;
  /** Still encoded. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

export interface DoubleTable {
  namespace: string[];
  name: string;
  /** The folder that holds the table's `metadata` and `data`. */
  folder: string;
  /** Below which the table's metadata says that it lies. */
  location: string;
  /** Name of the newest metadata file. */
  metadataFile: string;
  /** Added to the answer of loadTable, over what it would say. */
  says?: Record<string, unknown>;
}

export interface DoubleOptions {
  tables?: DoubleTable[];
  config?: { defaults?: Record<string, string>; overrides?: Record<string, string> };
  /** Everybody may ask unless it says otherwise. */
  auth?: { bearer: string } | { clientId: string; clientSecret: string; lifeSeconds: number };
  /** Names on a page. */
  pageSize?: number;
  etags?: boolean;
  /** Of the credentials that are vended; null: none are. */
  vends?: { region: string } | null;
}

/** An Iceberg REST catalog in a few lines, with a store beside it, for what real ones do too seldom to be tested with. */
export class CatalogDouble {
  readonly requests: AskedRequest[] = [];
  readonly store = new StoreDouble();
  readonly options: DoubleOptions;
  /** Asked before every answer of the catalog. */
  misbehave: (request: AskedRequest) => Behavior | null = () => null;
  tokensIssued = 0;
  readonly #server: Server;
  #tokens = new Set<string>();

  private constructor(options: DoubleOptions) {
    this.options = options;
    this.#server = createServer((request, response) => void this.#answer(request, response).catch(() => response.destroy()));
  }

  static async start(options: DoubleOptions = {}): Promise<CatalogDouble> {
    const double = new CatalogDouble(options);
    await new Promise<void>((resolve) => double.#server.listen(0, "127.0.0.1", resolve));
    await double.store.start();
    for (const { location, folder } of options.tables ?? []) double.store.serve(location, folder);
    return double;
  }

  get uri(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api`;
  }

  /** No token that was issued so far is known any more. */
  forgetTokens(): void {
    this.#tokens.clear();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.store.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://double");
    let body = "";
    for await (const part of request) body += String(part);
    const asked: AskedRequest = {
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body,
    };
    this.requests.push(asked);
    const behavior = this.misbehave(asked);
    if (behavior !== null) return act(response, behavior);
    const path = url.pathname.replace(/^\/api\/v1\//, "");
    if (path === "oauth/tokens") return this.#issueToken(asked, response);
    if (!this.#knows(request.headers.authorization))
      return json(response, 401, problem("NotAuthorizedException", "The proof is not known"));
    if (path === "config") return json(response, 200, { defaults: {}, overrides: {}, ...this.options.config });
    await this.#answerCatalog(asked, path, response);
  }

  async #answerCatalog({ query, headers }: AskedRequest, path: string, response: ServerResponse): Promise<void> {
    const { config, tables = [] } = this.options;
    const prefix = config?.overrides?.["prefix"] ?? config?.defaults?.["prefix"];
    const separator = config?.overrides?.["namespace-separator"] ?? "%1F";
    const inside = prefix === undefined ? path : path.replace(new RegExp(`^${prefix}/`), "");
    const [kind, namespace = "", what, name = ""] = inside.split("/");
    if (kind !== "namespaces") return json(response, 404, problem("NoSuchEndpoint", "not here"));
    const levels = (text: string, by: string): string[] => (text === "" ? [] : text.split(by).map(decodeURIComponent));
    if (namespace === "") return this.#listNamespaces(levels(query.get("parent") ?? "", decodeURIComponent(separator)), query, response);
    const at = levels(namespace, separator);
    const found = tables.filter((table) => JSON.stringify(table.namespace) === JSON.stringify(at));
    if (what === "tables" && name === "") {
      const identifiers = found.map((table) => ({ namespace: table.namespace, name: table.name }));
      return this.#page(identifiers, "identifiers", query, response);
    }
    const table = found.find((one) => one.name === decodeURIComponent(name));
    if (table === undefined) return json(response, 404, problem("NoSuchTableException", `Table does not exist: ${namespace}.${name}`));
    const etag = `"${table.metadataFile} ${query.get("snapshots") ?? "all"}"`;
    if (this.options.etags !== false && headers["if-none-match"] === etag) return void response.writeHead(304).end();
    const delegated = headers["x-iceberg-access-delegation"] === "vended-credentials";
    json(response, 200, await this.#describe(table, delegated), this.options.etags === false ? {} : { etag });
  }

  async #describe(table: DoubleTable, delegated: boolean): Promise<unknown> {
    const metadata = (await readFile(join(table.folder, "metadata", table.metadataFile), "utf8")).trim();
    const { vends = { region: "eu-central-1" } } = this.options;
    const config =
      !delegated || vends === null
        ? {}
        : { ...this.store.vend(vends.region), "s3.endpoint": this.store.endpoint, "s3.path-style-access": "true" };
    const answer = {
      "metadata-location": `${table.location}/metadata/${table.metadataFile}`,
      ...(delegated && vends !== null && { "storage-credentials": [{ prefix: table.location, config }] }),
      config: {},
      ...table.says,
    };
    // Its numbers as they stand: ids have 64 bits.
    return { text: `${JSON.stringify(answer).slice(0, -1)},"metadata":${metadata}}` };
  }

  #listNamespaces(parent: readonly string[], query: URLSearchParams, response: ServerResponse): void {
    const below = (this.options.tables ?? []).filter(({ namespace }) => parent.every((level, at) => namespace[at] === level));
    const names = below.flatMap(({ namespace }) => (namespace.length > parent.length ? [namespace.slice(0, parent.length + 1)] : []));
    this.#page([...new Map(names.map((name) => [JSON.stringify(name), name])).values()], "namespaces", query, response);
  }

  #page(items: readonly unknown[], key: string, query: URLSearchParams, response: ServerResponse): void {
    const { pageSize = 1000 } = this.options;
    const from = Number(query.get("pageToken") ?? 0);
    const next = from + pageSize < items.length ? String(from + pageSize) : null;
    json(response, 200, { [key]: items.slice(from, from + pageSize), "next-page-token": next });
  }

  #issueToken({ body }: AskedRequest, response: ServerResponse): void {
    const { auth } = this.options;
    const form = new URLSearchParams(body);
    if (
      auth === undefined ||
      "bearer" in auth ||
      form.get("client_id") !== auth.clientId ||
      form.get("client_secret") !== auth.clientSecret
    )
      return json(response, 400, { error: "invalid_client", error_description: `Client ${form.get("client_secret") ?? ""} is not known` });
    const token = `token-number-${++this.tokensIssued}`;
    this.#tokens.add(token);
    json(response, 200, { access_token: token, token_type: "bearer", expires_in: auth.lifeSeconds });
  }

  #knows(authorization: string | undefined): boolean {
    const { auth } = this.options;
    if (auth === undefined) return true;
    const token = authorization?.replace(/^Bearer /, "") ?? "";
    return "bearer" in auth ? token === auth.bearer : this.#tokens.has(token);
  }
}

function act(response: ServerResponse, behavior: Behavior): void {
  if ("hangs" in behavior) return;
  if ("html" in behavior) return void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>");
  if ("text" in behavior) return void response.writeHead(200, { "content-type": "application/json" }).end(behavior.text);
  if ("cut" in behavior) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"defaults":');
    return void setTimeout(() => response.destroy(), 20);
  }
  json(response, behavior.status, behavior.body ?? problem("ServiceFailure", "it does not work"), behavior.headers);
}

function problem(type: string, message: string): unknown {
  return { error: { type, message, code: 0 } };
}

function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  const text = typeof body === "object" && body !== null && "text" in body ? String(body.text) : JSON.stringify(body);
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}
