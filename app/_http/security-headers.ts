/** The request header by which a page learns the nonce of its response. */
export const NONCE_HEADER = "x-bergwatch-nonce";
/** The request header by which a layout learns the path and query that were asked for. */
export const ADDRESS_HEADER = "x-bergwatch-address";

/**
 * The headers of every response that may be rendered. Scripts run only with the nonce; nothing is loaded from anywhere else, nobody may frame it.
 * Style attributes are allowed, style elements need the nonce: the component library sets widths and colors by attribute.
 */
export function securityHeaders({ nonce, secure }: { nonce: string; secure: boolean }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "Content-Security-Policy": policy.join("; "),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    ...(secure && { "Strict-Transport-Security": "max-age=31536000" }),
  };
}

/**
 * True when a request's Host is an address of this server: localhost, any bare IP address, or the name in `publicUrl`. Any other name could
 * be a foreign page's that was pointed here, to read over the browser of somebody who can reach this server.
 */
export function isOwnHost(host: string | null, publicUrl: string): boolean {
  if (host === null || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return (
    hostname === "localhost" ||
    /^(?:\d{1,3}\.){3}\d{1,3}$/.test(hostname) ||
    hostname.startsWith("[") ||
    hostname === new URL(publicUrl).hostname
  );
}
