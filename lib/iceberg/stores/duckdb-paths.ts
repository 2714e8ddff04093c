import { parseAzurePlace } from "#lib/store-place.ts";

/**
 * A path as DuckDB's file systems open it. Azure's has one of its own: `az://account.blob.core.windows.net/container/path` goes to the
 * service of blobs, which every account has, for reading and listing alike. Everywhere else paths stand as `unifyScheme` writes them.
 */
export function toDuckdbPath(path: string): string {
  const azure = parseAzurePlace(path);
  return azure === null ? path : `az://${azure.account}.blob.${azure.suffix}/${azure.container}${azure.folder}`;
}
