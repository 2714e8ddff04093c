import { createHash } from "node:crypto";
import { asksForCdc } from "#lib/config/facts-request.ts";
import type { KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";

/**
 * SHA-256 (hex) of what decides the facts of a snapshot for one key: its columns in order, the filter, the Kafka, time and CDC columns,
 * whether CDC facts are asked for, and whether iceberg_scan gives the numbers. Two definitions with the same hash may share their history.
 * Not part of it: location, relocation and branch (a moved table keeps its history), names, promise and keep (they judge, they do not
 * count), what is masked, scheduled or limited. The kind counts only as far as it asks for CDC facts.
 */
export function keyVersionHash(table: TableDefinition, key: KeyDefinition): string {
  const { unavailable, unavailablePlaceholder, ...roles } = table.columns;
  // Only what is set, in a fixed order: a role that is added later leaves the hashes of all who do not use it.
  const columns = Object.entries({
    ...roles,
    unavailable: unavailable.length === 0 ? null : [unavailablePlaceholder, ...unavailable.toSorted()],
  })
    .filter(([, value]) => value !== null && value.length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Read by the own plan or both ways, the numbers are the plan's.
  const byScan = table.readBy === "scan" ? ["scan"] : [];
  const content = ["key version 1", key.columns, table.filter, asksForCdc(table), columns, ...byScan];
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}
