const PATTERN = /^(\*|(?:\*\.)?[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const PORTS: Readonly<Record<string, string>> = { "http:": "80", "https:": "443" };

/** `catalog.internal:8181`, `*.example.org`, `[::1]`, `*`. Pure. */
export function isHostPattern(written: string): boolean {
  const [, host, port] = PATTERN.exec(written) ?? [];
  return host !== undefined && (port === undefined || Number(port) <= 65_535);
}

/** Whether a pattern covers the host of an address; one without a port covers all ports, `*.` no host without a part before the dot. Pure. */
export function coversHost(pattern: string, { hostname, port, protocol }: Pick<URL, "hostname" | "port" | "protocol">): boolean {
  const [, host = "", wanted] = PATTERN.exec(pattern.toLowerCase()) ?? [];
  if (wanted !== undefined && Number(wanted) !== Number(port || PORTS[protocol])) return false;
  const asked = hostname.toLowerCase().replace(/\.$/, "");
  if (host === "*") return true;
  // As URLs write it: another spelling of the same address is the same host.
  if (host.startsWith("*.")) return asked.endsWith(host.slice(1)) && asked.length > host.length - 1;
  return asked === (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host);
}

/** A pattern that means one host and no others. Pure. */
export function namesOneHost(pattern: string): boolean {
  return !pattern.startsWith("*");
}
