/** A file's name for a person's disk: plain letters only, whatever the table is called. */
export function exportName(tableName: string, snapshotId: string | null, format: string): string {
  const table = tableName.replaceAll(/[^\w.-]+/g, "-").slice(0, 60);
  return `${["duplicated-keys", table, snapshotId].filter(Boolean).join("-")}.${format}`;
}
