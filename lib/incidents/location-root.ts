/**
 * What tables that lie beside each other share: the scheme and host (or bucket) of an address, the folder around the table's own of a path.
 * null: the location names no such thing. Pure.
 */
export function locationRoot(location: string): string | null {
  const address = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)/i.exec(location);
  if (address !== null) return `${address[1]?.toLowerCase()}://${address[2]}`;
  const path = location.replace(/^file:(?:\/\/)?/i, "").replace(/\/+$/, "");
  const table = path.replace(/\/metadata\/[^/]+$/, "");
  const parent = table.slice(0, table.lastIndexOf("/"));
  return parent.startsWith("/") ? parent : null;
}
