import type { z } from "zod";
import { database } from "#app/_http/database.ts";
import { withinTime } from "#app/_http/within-time.ts";
import type { Db } from "#db/client.ts";
import { asStoreError } from "#db/store-errors.ts";
import { AppError } from "#lib/errors.ts";
import { log } from "#lib/log.ts";

const ANSWER_MS_MAX = 20_000;
const BODY_BYTES_MAX = 64 * 1024;
/** Many more than any contract has, and few enough for whatever walks through them. */
const DEPTH_MAX = 64;
const NO_STORE = { "Cache-Control": "no-store" };

/** What Next gives a route handler: the parts of the address in brackets. */
interface RouteContext {
  params: Promise<Record<string, string | string[] | undefined>>;
}
type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * A route that reads: address and query in by `query`, JSON out by `answer` (what the contract does not name is dropped), or a Response as it is.
 * An AppError is answered as `{ error: { code, message } }` with its status; anything else is logged and answered as `internal`.
 */
export function handleGet<Query, Answer>(
  query: z.ZodType<Query>,
  answer: z.ZodType<Answer> | null,
  read: (db: Db, query: Query, request: Request) => Promise<Answer | Response>,
): RouteHandler {
  return async (request, { params }) =>
    await answering(async (db) => {
      const asked = { ...Object.fromEntries(new URL(request.url).searchParams), ...(await params) };
      return await read(db, parseAsked(query, asked), request);
    }, answer);
}

/**
 * A route that changes something: address and JSON body in by `body`, out as handleGet. Refuses what another site's page sends: only a
 * request of this server's own pages, or of no page at all, carries no foreign Origin. A body has `bytesMax` at most, 64 KiB unless given.
 */
export function handlePost<Body, Answer>(
  body: z.ZodType<Body>,
  answer: z.ZodType<Answer> | null,
  change: (db: Db, body: Body, request: Request) => Promise<Answer | Response>,
  { bytesMax = BODY_BYTES_MAX }: { bytesMax?: number } = {},
): RouteHandler {
  return async (request, { params }) =>
    await answering(async (db) => {
      refuseForeign(request);
      const asked = { ...(await readBody(request, bytesMax)), ...(await params) };
      return await change(db, parseAsked(body, asked), request);
    }, answer);
}

async function answering<Answer>(work: (db: Db) => Promise<Answer | Response>, answer: z.ZodType<Answer> | null): Promise<Response> {
  let url = "";
  try {
    const { db, url: address } = database();
    url = address;
    const result = await withinTime(work(db), ANSWER_MS_MAX);
    if (result instanceof Response) return result;
    return Response.json(answer === null ? result : answer.parse(result), { headers: NO_STORE });
  } catch (error) {
    return answerFault(asStoreError(error, url));
  }
}

function answerFault(fault: unknown): Response {
  if (fault instanceof AppError) {
    if (fault.httpStatus >= 500) log().error({ err: fault.cause ?? fault, code: fault.code }, fault.message);
    return Response.json({ error: { code: fault.code, message: fault.message } }, { status: fault.httpStatus, headers: NO_STORE });
  }
  log().error({ err: fault }, "A route failed in a way that nobody foresaw.");
  const message = "An unexpected error occurred. The log has the details.";
  return Response.json({ error: { code: "internal", message } }, { status: 500, headers: NO_STORE });
}

function parseAsked<T>(shape: z.ZodType<T>, asked: unknown): T {
  const parsed = shape.safeParse(asked);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".") ?? "";
  throw new AppError("usage", `The request is wrong${where === "" ? "" : ` in ${where}`}: ${issue?.message ?? "it has another shape"}.`);
}

async function readBody(request: Request, bytesMax: number): Promise<Record<string, unknown>> {
  const text = await readText(request, bytesMax);
  if (text === "") return {};
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    // Said below, with what is no object.
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new AppError("usage", "The body of the request is not a JSON object.");
  if (isDeeper(body, DEPTH_MAX)) throw new AppError("usage", `The body of the request has more than ${DEPTH_MAX} levels.`);
  return { ...body };
}

/** Of what is too large no more is taken in than shows that it is. */
async function readText(request: Request, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (bytes > bytesMax) throw new AppError("usage", `The request is larger than ${bytesMax} bytes.`);
    parts.push(part);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

function refuseForeign(request: Request): void {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const isForeign = origin !== null && (!URL.canParse(origin) || new URL(origin).host !== request.headers.get("host"));
  if (isForeign || (site !== null && site !== "same-origin" && site !== "none")) {
    throw new AppError("usage", "The request comes from another site's page, and is refused.");
  }
}
