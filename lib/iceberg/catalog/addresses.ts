import { isIP } from "node:net";
import type { ResolveName } from "#lib/config/entered-guard.ts";
import { isProvidersOwn } from "#lib/config/refuse-entered.ts";
import { AppError } from "#lib/errors.ts";
import { isLoopback } from "#lib/loopback.ts";
import { isMetadataHost } from "#lib/own-machines.ts";

/** Whether an address serves one machine alone: itself, its link, its cloud's metadata. Names are not resolved. Pure. */
function isOwnMachines(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  if (isLoopback(host) || host.endsWith(".localhost") || isMetadataHost(host)) return true;
  if (host.startsWith("[")) return /^\[(?:::(?:\]|ffff:))/.test(host);
  return isIP(host) === 4 && /^(?:0|127)\./.test(host);
}

/**
 * An address that a catalog names may be used, so that no answer leads this machine to its own services or its cloud's credentials: it is
 * one of the configured hosts, or one that other machines have. Throws AppError catalog_refused that names the host and the mend.
 */
export function refuseOwnMachines(address: string, configured: readonly string[], who: string): void {
  const host = hostOf(address);
  if (host === null) throw new AppError("catalog_faulty", `${who} names an address of a store that is none. Ask who runs the catalog.`);
  if (isConfigured(host, configured) || !isOwnMachines(host)) return;
  throw ownMachinesError(who, host, "which is");
}

/** The same of where the name in the address leads now. A name that does not resolve is left to the request, which says so. */
export async function refuseResolved(
  address: string,
  { configured, who, resolve }: { configured: readonly string[]; who: string; resolve: ResolveName },
): Promise<void> {
  const host = hostOf(address);
  if (host === null || isConfigured(host, configured) || isProvidersOwn(withScheme(address))) return;
  const found = await resolve(host.replace(/^\[|\]$/g, "")).catch(() => []);
  const own = found.find((one) => isOwnMachines(isIP(one) === 6 ? `[${one}]` : one));
  if (own !== undefined) throw ownMachinesError(who, host, `which resolves to ${own},`);
}

function ownMachinesError(who: string, host: string, which: string): AppError {
  return new AppError(
    "catalog_refused",
    `${who} names ${host} as the address of its files, ${which} this machine itself or its cloud's. If that is meant, name it as the endpoint of a store in the configuration.`,
  );
}

function isConfigured(host: string, configured: readonly string[]): boolean {
  return configured.some((other) => hostOf(other) === host);
}

/** The host as URLs write it; null when the address is none. */
function hostOf(address: string): string | null {
  const url = withScheme(address);
  return URL.canParse(url) ? new URL(url).hostname : null;
}

function withScheme(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`;
}
