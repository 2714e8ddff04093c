import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { isHostPattern } from "#lib/config/host-patterns.ts";
import { names, show, text } from "#lib/config/scalars.ts";
import { ENTERED_DEFAULTS, type EnteredBounds, type EnteredSettings } from "#lib/contracts/entered-bounds.ts";
import { isLoopback } from "#lib/loopback.ts";
import { STORE_PLACES, storeKind } from "#lib/store-place.ts";

const Address = text("The address", 300).superRefine((value, context) => {
  if (value.trim() !== "" && !isHostPattern(value))
    context.addIssue(
      `"${show(value)}" is not a host. Write such as catalog.example.org, catalog.internal:8181, *.example.org, or * for any; without https:// and without a path.`,
    );
});

const Secret = text("The secret", 2000).superRefine((value, context) => {
  if (value.trim() !== "" && !value.includes("/") && !/^[A-Za-z_*][A-Za-z0-9_*]*$/.test(value))
    context.addIssue(`"${show(value)}" is neither the name of an environment variable (LAKE_*) nor a folder (/run/secrets).`);
});

const Place = text("The place", 2000).superRefine((value, context) => {
  if (value.startsWith("~")) context.addIssue("~ is not expanded. Write the whole path.");
  else if (/^[a-z][a-z0-9+.-]*:/i.test(value) && value !== "s3://" && (storeKind(value) === null || /[?*]/.test(value)))
    context.addIssue(`"${show(value)}" is not a place: write a folder of this machine, or ${STORE_PLACES}.`);
});

/** What people may enter in the pages and by commands, as the file says it. */
export const EnteredEntry = z.strictObject({
  allowed: z.boolean().optional().describe("Allow entries. If false, only this file defines what is watched. Default: true."),
  addresses: names(Address, "address", "")
    .optional()
    .describe(
      "Hosts that entered catalogs, stores, schema registries and channels may use, with or without a port: catalog.internal:8181, *.example.org, * for any. Slack's own webhooks are always allowed for Slack channels. Default: any host while the pages are served to this machine only (BERGWATCH_HOST and BERGWATCH_PUBLIC_URL), else none.",
    ),
  secrets: names(Secret, "secret", "")
    .optional()
    .describe(
      "Additional secrets that entries may refer to, besides variables BERGWATCH_SECRET_* and files below secrets in the data folder: names of variables, * for any part, or folders of files.",
    ),
  places: names(Place, "place", "")
    .optional()
    .describe(
      "Allowed locations of entered tables: folders of this machine, or places in stores (s3://bucket/folder). Default: as for addresses.",
    ),
});

/** The same with defaults applied; a relative folder starts at the folder of the file. Pure. */
export function toEnteredSettings(entry: z.output<typeof EnteredEntry> | undefined, folder: string): EnteredSettings {
  if (entry === undefined) return ENTERED_DEFAULTS;
  const { allowed = true, addresses = null, secrets = [], places = null } = entry;
  return {
    allowed,
    addresses,
    secrets: secrets.map((secret) => (secret.includes("/") ? absolute(secret, folder) : secret)),
    places: places?.map((place) => absolute(place, folder)) ?? null,
  };
}

/** Where a process runs, as far as it matters to what may be entered. */
export interface Machine {
  /** On which the pages are served. */
  host: string;
  /** By which people reach them; left out: by that host. */
  publicUrl?: string;
  /** Absolute. */
  dataDir: string;
}

/**
 * What may be entered, all defaults applied. Whoever reaches pages that other machines reach is not trusted to send this machine anywhere:
 * there only what the file lists. Pure.
 */
export function boundsOf(
  { allowed, addresses, secrets, places }: EnteredSettings,
  { host, publicUrl = "http://localhost", dataDir }: Machine,
): EnteredBounds {
  const listensAlone = isLoopback(host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);
  // Another name is that of a proxy, which lets others in though the pages listen to this machine alone.
  const otherwise = listensAlone && isLoopback(new URL(publicUrl).hostname) ? null : [];
  return {
    allowed,
    addresses: addresses ?? otherwise,
    secrets: ["BERGWATCH_SECRET_*", resolve(dataDir, "secrets"), ...secrets],
    places: places ?? otherwise,
  };
}

function absolute(path: string, folder: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(path) || isAbsolute(path) ? path : resolve(folder, path);
}
