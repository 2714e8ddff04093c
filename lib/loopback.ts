/** Whether a host, as an address names it, is this machine itself: what is sent there passes no network. Pure. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
