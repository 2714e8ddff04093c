import { NextResponse, type NextRequest } from "next/server";
import { invalidAddressPage } from "#app/_http/invalid-address.ts";
import { ADDRESS_HEADER, isOwnHost, NONCE_HEADER, securityHeaders } from "#app/_http/security-headers.ts";
import { env } from "#lib/env.ts";

/**
 * Runs before every page and route: refuses foreign names, and gives each response its own nonce and the security headers. An address
 * with an invalid percent sign is answered here; Next would answer it with a fault of its own.
 */
export function proxy(request: NextRequest): NextResponse {
  const { publicUrl } = env();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const headers = securityHeaders({ nonce, secure: publicUrl.startsWith("https:") });
  if (!isOwnHost(request.headers.get("host"), publicUrl)) {
    const message = "Bergwatch does not answer under this name. Set BERGWATCH_PUBLIC_URL to the address that people use.\n";
    return new NextResponse(message, { status: 421, headers });
  }
  if (!isDecodable(request.nextUrl.pathname)) {
    const page = { ...headers, "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" };
    return new NextResponse(invalidAddressPage(nonce), { status: 400, headers: page });
  }
  const forwarded = new Headers(request.headers);
  forwarded.set(NONCE_HEADER, nonce);
  forwarded.set(ADDRESS_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  // Next reads the nonce for its own scripts from the policy of the request.
  forwarded.set("Content-Security-Policy", headers["Content-Security-Policy"] ?? "");
  const response = NextResponse.next({ request: { headers: forwarded } });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

export const config = { matcher: "/((?!_next/static/).*)" };
