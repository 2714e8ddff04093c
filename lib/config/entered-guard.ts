import { lookup } from "node:dns/promises";
import { isProvidersOwn, refuseAddress } from "#lib/config/refuse-entered.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import { AppError } from "#lib/errors.ts";
import { isMetadataAddress } from "#lib/own-machines.ts";

/** Lets an address be asked, or throws AppError catalog_refused. */
export type GuardAddress = (url: URL) => Promise<void>;

/** All addresses of a name. */
export type ResolveName = (hostname: string) => Promise<string[]>;

interface EnteredGuard {
  /** Completes "… was entered in the settings": `The catalog lake (https://…)`. */
  who: string;
  bounds: EnteredBounds;
  resolve?: ResolveName | undefined;
}

/** As this machine does it. */
export const resolveBySystem: ResolveName = async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Held before each request of what was entered: the address lies within the bounds, and its name leads to no address of this link or of a
 * cloud's credentials now, whatever it led to when it was entered. A name that does not resolve is left to the request, which says so.
 */
export function guardEntered({ who, bounds, resolve = resolveBySystem }: EnteredGuard): GuardAddress {
  return async (url) => {
    const refused = refuseAddress(url.href, bounds);
    if (refused !== null) throw refusedError(who, refused);
    const found = await resolve(url.hostname.replace(/^\[|\]$/g, "")).catch(() => []);
    const ill = found.find(isMetadataAddress);
    // Its very address was listed: then it is meant.
    if (ill === undefined || refuseAddress(`http://${url.hostname}`, { addresses: null }) !== null) return;
    throw refusedError(who, `${url.hostname} leads to ${ill}, which hands out this machine's own credentials.`);
  };
}

/** The same of an address of its files that a catalog names: it may be the catalog's own, or AWS's, as well. */
export function guardVended(catalogUri: string, guard: EnteredGuard): GuardAddress {
  return async (url) => {
    const isOwn = url.hostname === new URL(catalogUri).hostname || isProvidersOwn(url.href);
    await guardEntered(isOwn ? { ...guard, bounds: { ...guard.bounds, addresses: null } } : guard)(url);
  };
}

/** That what was entered may not be used as it is. */
export function refusedError(who: string, why: string): AppError {
  return new AppError("catalog_refused", `${who} was entered in the settings, and may not be used so. ${why}`);
}
