import { contentHash } from "#db/content-hash.ts";
import type { KeyContent } from "#db/queries/keys.ts";
import { asksForCdc } from "#lib/config/facts-request.ts";
import { keyVersionHash } from "#lib/config/key-version.ts";
import type { KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";

/**
 * What the facts of a key depend on: its definition and the Iceberg table itself, so that a table which was dropped and made again under
 * its name has a history of its own. Pure.
 */
export function keyContent(definition: TableDefinition, key: KeyDefinition, tableUuid: string | null): KeyContent {
  const { filter, columns } = definition;
  return {
    contentHash: contentHash([keyVersionHash(definition, key), tableUuid]),
    content: { key: key.columns, filter, columns, cdc: asksForCdc(definition), tableUuid },
  };
}
