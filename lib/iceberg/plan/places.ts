import { normalize } from "node:path";
import { AppError } from "#lib/errors.ts";
import type { Relocate } from "#lib/iceberg/plan/relocate.ts";
import type { Places } from "#lib/iceberg/stores/store-access.ts";
import { climbs, isLocalPath, liesBelow, localPath, STORE_KINDS, storeKind, unifyScheme } from "#lib/store-place.ts";

/**
 * Opens only files that lie in one of the places, whatever the table's metadata says; a path that climbs lies in none. Throws
 * AppError table_outside_places that names file, places and fix; table_unreadable for a table that was named by a local path.
 */
export function guardPlaces(relocate: Relocate, places: Places): Relocate {
  return (written) => {
    const path = unifyScheme(relocate(written));
    if (isLocalPath(path) ? isLocalAllowed(path, places) : isRemoteAllowed(path, places)) return path;
    throw outside(written, path, places);
  };
}

function isLocalAllowed(path: string, { local }: Places): boolean {
  return local === "any" || local.some((place) => liesBelow(normalize(path), normalize(localPath(place))));
}

function isRemoteAllowed(path: string, { remote }: Places): boolean {
  if (climbs(path)) return false;
  return remote.some((place) => liesBelow(path, place));
}

function outside(written: string, path: string, { local, remote }: Places): AppError {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(path)?.[1] ?? null;
  const what = `The table's metadata names ${written}`;
  if (local === "any") {
    const mend = "Name the table by that place or by its catalog, read a copied table with --relocated, or";
    return new AppError(
      "table_unreadable",
      `${what}, and the table was named by a path of this machine. ${mend} name the store under stores in the configuration.`,
    );
  }
  if (scheme !== null && storeKind(path) === null)
    return new AppError("table_unsupported", `${what}, and ${scheme}: is not read: files on local disks and ${STORE_KINDS} are.`);
  const allowed = [...remote, ...local];
  const where = allowed.length === 0 ? "there is none" : allowed.slice(0, 5).join(", ");
  return new AppError(
    "table_outside_places",
    `${what}, which is outside the places where this table's files may be (${where}). If it belongs to the table, add its folder to “Additional file locations” of the catalog (places in the configuration file), or add a store.`,
  );
}
