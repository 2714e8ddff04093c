/** Stores of files that are read, beside this machine. */
export type StoreKind = "s3" | "gcs" | "azure";

/** Completes "Tables on local disks and … are read.". */
export const STORE_KINDS = "in S3 or what speaks it, in Google Cloud Storage and in Azure's storage";
/** How places in them are written, for a message. */
export const STORE_PLACES = "s3://bucket/folder, gs://bucket/folder or abfss://container@account.dfs.core.windows.net/folder";

/** A container of Azure: `abfss://container@account.dfs.core.windows.net/folder`. */
export interface AzurePlace {
  account: string;
  container: string;
  /** Behind the account and the service: `core.windows.net`. */
  suffix: string;
  /** With a slash at its beginning; empty: the whole container. */
  folder: string;
}

const AZURE = /^(?:abfss?|wasbs?):\/\/(?<container>[^@/]+)@(?<account>[^./@]+)\.(?:dfs|blob)\.(?<suffix>[^/@]+)(?<folder>\/.*)?$/is;
const AZURE_BY_ACCOUNT = /^(?:az|azure):\/\/(?<account>[^./@]+)\.(?:dfs|blob)\.(?<suffix>[^/@]+)\/(?<container>[^/]+)(?<folder>\/.*)?$/is;

/** A path of this machine: it has no scheme. Pure. */
export function isLocalPath(path: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(path);
}

/** A path of this machine without its `file:`, `file://` or `file://localhost`: DuckDB reads these, and answers with the bare path. Pure. */
export function localPath(path: string): string {
  return path.replace(/^file:(?:\/\/(?:localhost)?(?=\/)|(?=\/(?!\/)))/i, "");
}

/** `path` lies at the place or below it; a neighbour whose name begins alike does not. Pure. */
export function liesBelow(path: string, place: string): boolean {
  const folder = place.replace(/\/+$/, "");
  // `s3://`: all of the scheme.
  if (/^[a-z][a-z0-9+.-]*:$/i.test(folder)) return path.startsWith(`${folder}//`);
  return path === folder || path.startsWith(`${folder}/`);
}

/** A part of it is `.` or `..`: an HTTP client may resolve these, and so leave the place. Pure. */
export function climbs(path: string): boolean {
  return /\/\.{1,2}(?:\/|$)/.test(path);
}

/** One spelling for every place: S3, Google's and Azure's under their older names and under those of other engines. Pure. */
export function unifyScheme(path: string): string {
  const azure = parseAzurePlace(path);
  if (azure !== null) return `abfss://${azure.container}@${azure.account}.dfs.${azure.suffix}${azure.folder}`;
  return path.replace(/^s3[an]?:\/\//i, "s3://").replace(/^gc?s:\/\//i, "gs://");
}

/** The kind of store that a place lies in, by how it is written; null: one that is not read, or none. */
export function storeKind(place: string): StoreKind | null {
  const unified = unifyScheme(place);
  if (unified.startsWith("s3://")) return "s3";
  if (unified.startsWith("gs://")) return "gcs";
  return parseAzurePlace(unified) === null ? null : "azure";
}

export function parseAzurePlace(place: string): AzurePlace | null {
  const groups = (AZURE.exec(place) ?? AZURE_BY_ACCOUNT.exec(place))?.groups;
  if (groups === undefined) return null;
  const { account = "", container = "", suffix = "", folder = "" } = groups;
  return { account, container, suffix, folder };
}

/**
 * The address that files below a place are asked for at: the given one, or Azure's for its account, which the place itself names. null: the
 * provider's own, which no place can change. Whoever bounds addresses has to look at this one. Pure.
 */
export function storeAddress(place: string, endpoint: string | null): string | null {
  const azure = parseAzurePlace(place);
  return endpoint ?? (azure === null ? null : `https://${azure.account}.blob.${azure.suffix}`);
}

/** A path without its scheme and authority, and with one slash at its beginning. Pure. */
export function withoutScheme(path: string): string {
  return path.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, "").replace(/^\/+/, "/");
}

/** Schemes whose authority is a host that serves the files, not a place of its own that holds them. */
const NAME_NODE_SCHEMES = new Set(["file", "hdfs", "webhdfs", "swebhdfs", "viewfs", "ofs", "maprfs", "alluxio"]);

/**
 * A path without what differs between engines that write to one store: the scheme's spelling (s3, s3a, s3n) and a name node's authority.
 * Object stores keep their bucket, and so does every scheme that is not known. Engines write one file under several spellings (observed with Impala, Flink and Hive).
 */
export function storePath(path: string): string {
  const [, scheme = "", authority = "", rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(\/.*)$/i.exec(path) ?? [];
  if (scheme === "" || NAME_NODE_SCHEMES.has(scheme.toLowerCase())) return withoutScheme(path);
  return `//${authority}${rest.replace(/^\/+/, "/")}`;
}
