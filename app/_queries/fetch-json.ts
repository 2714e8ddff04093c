import type { z } from "zod";

/** What a route answered instead of what was asked for; `message` is for the person. */
export class RequestFault extends Error {
  override readonly name = "RequestFault";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * A route's answer by its contract. Rejects with RequestFault: the route's own error, or a sentence when the service does not answer or says
 * something else.
 */
export async function fetchJson<T>(answer: z.ZodType<T>, address: string, init: RequestInit = {}): Promise<T> {
  const response = await fetchAnswer(address, init);
  const parsed = answer.safeParse(await response.json().catch(() => null));
  if (parsed.success) return parsed.data;
  throw new RequestFault("internal", "Bergwatch answered in a way that this page does not know; reload it.");
}

/** Sends `body` as JSON; otherwise as fetchJson. */
export async function postJson<T>(answer: z.ZodType<T>, address: string, body: unknown = {}): Promise<T> {
  return await fetchJson(answer, address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The response of a route, when it is no error. Rejects as fetchJson. */
export async function fetchAnswer(address: string, init: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { ...init, headers: withAccept(init.headers) });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new RequestFault("unreachable", "Bergwatch does not answer; is it still running?");
  }
  if (response.ok) return response;
  const said: unknown = await response.json().catch(() => null);
  const { code, message } = faultIn(said);
  throw new RequestFault(code ?? "internal", message ?? `Bergwatch answered with status ${response.status}.`);
}

function faultIn(said: unknown): { code?: string; message?: string } {
  if (typeof said !== "object" || said === null || !("error" in said)) return {};
  const { error } = said;
  if (typeof error !== "object" || error === null) return {};
  return {
    ...("code" in error && typeof error.code === "string" && { code: error.code }),
    ...("message" in error && typeof error.message === "string" && { message: error.message }),
  };
}

function withAccept(given: RequestInit["headers"]): Headers {
  const headers = new Headers(given);
  if (!headers.has("Accept")) headers.set("Accept", "application/json");
  return headers;
}
