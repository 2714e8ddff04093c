import { AppError, CatalogFault } from "#lib/errors.ts";
import type { GuardAddress } from "#lib/config/entered-guard.ts";
import { untilAborted } from "#lib/iceberg/catalog/until-aborted.ts";
import { hideSecrets } from "#lib/iceberg/stores/hide-secrets.ts";

export interface HttpAnswer {
  status: number;
  headers: Headers;
  text: string;
}

export interface HttpRequest {
  /** Completes "The catalog lake (https://…) …": whom a message names. */
  who: string;
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
  timeoutMs: number;
  /** Values that no message may show. */
  secrets: ReadonlySet<string>;
  /** Asked before each address, those of redirects included. */
  guard?: GuardAddress | undefined;
}

/** A table's metadata with tens of thousands of snapshots is some tens of megabytes. */
const BYTES_MAX = 64 * 1024 ** 2;
const REDIRECTS_MAX = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * One request with its whole answer, whatever its status. A redirect is followed within the origin that was asked, and never out of it.
 * Throws CatalogFault catalog_unreachable (no answer, broken off, too slow), AppError catalog_refused (a redirect elsewhere), catalog_faulty (too large);
 * cancelled when the signal aborts; what the guard throws.
 */
export async function sendHttp(request: HttpRequest): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  let { url } = request;
  for (let hops = 0; ; hops++) {
    try {
      const until = AbortSignal.any([request.signal, timeout]);
      // A name that does not resolve may take its time as well.
      if (request.guard !== undefined) await untilAborted(request.guard(url), until);
      const answer = await fetch(url, {
        method: request.method,
        headers: request.headers,
        body: request.body ?? null,
        redirect: "manual",
        signal: until,
      });
      const to = REDIRECTS.has(answer.status) ? answer.headers.get("location") : null;
      if (to === null) return { status: answer.status, headers: answer.headers, text: await readText(answer, request) };
      await answer.body?.cancel();
      url = redirect(request, url, to, hops);
    } catch (error) {
      throw asFault(error, request, timeout);
    }
  }
}

function redirect({ who, method }: HttpRequest, from: URL, to: string, hops: number): URL {
  const next = URL.canParse(to, from) ? new URL(to, from) : null;
  const where = next === null ? "to an address that is none" : `to ${next.origin}`;
  if (next === null || next.origin !== from.origin)
    throw new AppError(
      "catalog_refused",
      `${who} redirects ${where}, which is not followed: the proof of who asks would go along. Name that address in the configuration if it is the right one.`,
    );
  if (hops >= REDIRECTS_MAX || method === "POST")
    throw new AppError("catalog_faulty", `${who} redirects again and again. Check the address.`);
  return next;
}

async function readText(answer: Response, { who }: HttpRequest): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > BYTES_MAX)
      throw new AppError(
        "catalog_faulty",
        `${who} answers with more than ${BYTES_MAX} bytes. Let the table's snapshots expire, or name its metadata file instead.`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function asFault(error: unknown, { who, signal, timeoutMs, secrets }: HttpRequest, timeout: AbortSignal): unknown {
  if (error instanceof AppError && error.code !== "cancelled") return error;
  if (signal.aborted) return new AppError("cancelled", "The reading was cancelled before it was done.");
  if (timeout.aborted)
    return new CatalogFault(
      "catalog_unreachable",
      `${who} did not answer within ${timeoutMs / 1000} seconds. Check that it works and can be reached.`,
    );
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const fault = hideSecrets(
    cause instanceof Error ? cause.message || ("code" in cause ? String(cause.code) : cause.name) : String(cause),
    secrets,
  );
  return new CatalogFault(
    "catalog_unreachable",
    `${who} cannot be reached, or broke off: ${fault.replace(/\.$/, "")}. Check the address and the network.`,
  );
}
