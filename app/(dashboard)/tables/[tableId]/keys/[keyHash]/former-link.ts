import { findAdoptedHashes } from "#db/key-secret.ts";
import type { Db } from "#db/client.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { findLatestColumns } from "#db/queries/table-schemas.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { nullWhen } from "#lib/errors.ts";
import { keyHashLevel } from "#lib/key-hash.ts";
import type { KeySecretPlace } from "#lib/key-secret.ts";
import { hiddenKeyColumns, isMasked, unknownMasked } from "#lib/masking.ts";
import type { KeysParams } from "../search-params.ts";
import { readKey } from "./read-key.ts";

/** `present`: the hash that the link's key has now; null: no key that this may say is kept. */
export interface FormerLink {
  present: string | null;
}

/**
 * What a hash of an earlier version, or from before a rotation, leads to; null: it is no such hash. Whether a key with a masked column exists is not
 * looked up, so that the answer is the same either way.
 */
export async function readFormerLink(
  db: Db,
  { table, keyHash, params, place }: { table: TableWithKeys; keyHash: string; params: KeysParams; place: KeySecretPlace },
): Promise<FormerLink | null> {
  const level = keyHashLevel(keyHash);
  const stored = await findServiceState(db, "key_secret");
  if (level === null || (level > 0 && level >= (stored?.level ?? 0))) return null;
  const keys = await openKeys(db, table);
  const hashes = stored === null || keys.length === 0 ? null : await nullWhen("usage", findAdoptedHashes(stored, place));
  if (hashes === null) return { present: null };
  const present = hashes.advance(keyHash);
  const { shown } = await readKey(db, { table: { ...table, keys }, keyHash: present, params });
  return { present: shown === null || shown.sample.key.some(isMasked) ? null : present };
}

/** The keys without a masked column; none where a masked column is not known, for it may be one of theirs under another name. */
async function openKeys(db: Db, { id, definition: { masked }, keys }: TableWithKeys): Promise<TableKeyRow[]> {
  if (masked.length > 0 && unknownMasked(masked, (await findLatestColumns(db, id)) ?? []).length > 0) return [];
  return keys.filter(({ columns }) => hiddenKeyColumns(masked, columns).length === 0);
}
