import { NextResponse, type NextRequest } from "next/server";
import { ADDRESS_HEADER, isOwnHost, NONCE_HEADER, securityHeaders } from "#app/_http/security-headers.ts";
import { env } from "#lib/env.ts";

/**
 * Runs before every page and route: refuses foreign names, and gives each response its own nonce and the security headers. An address whose
 * percent signs mean nothing leads to no page; Next would answer it with a fault of its own.
 */
export function proxy(request: NextRequest): NextResponse {
  const { publicUrl } = env();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const headers = securityHeaders({ nonce, secure: publicUrl.startsWith("https:") });
  if (!isOwnHost(request.headers.get("host"), publicUrl)) {
    const message = "Bergwatch does not answer under this name. Set BERGWATCH_PUBLIC_URL to the address that people use.\n";
    return new NextResponse(message, { status: 421, headers });
  }
  const forwarded = new Headers(request.headers);
  forwarded.set(NONCE_HEADER, nonce);
  forwarded.set(ADDRESS_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from the policy of the request.
  forwarded.set("Content-Security-Policy", headers["Content-Security-Policy"] ?? "");
  const known = { request: { headers: forwarded } };
  // Not under the same address: with one that means nothing no link of the page would work.
  const response = isDecodable(request.nextUrl.pathname)
    ? NextResponse.next(known)
    : NextResponse.redirect(new URL(NO_PAGE, request.nextUrl), 307);
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Under which there is no page. */
const NO_PAGE = "/no-such-page";

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export const config = { matcher: "/((?!_next/static/).*)" };
