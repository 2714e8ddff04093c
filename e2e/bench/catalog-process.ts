import { CatalogDouble, type AskedRequest } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";

/** What the process is told, one at a time; it answers each with what it counted since the one before. */
export type CatalogOrder = { kind: "count" } | { kind: "commit"; table: string } | { kind: "fail" } | { kind: "mend" };

export interface CatalogCount {
  requests: number;
  /** Of these, with the mark of an answer before. */
  marked: number;
  /** For which credentials were asked. */
  delegated: number;
}

/**
 * The process of a catalog with as many tables as its argument says, so that its work is not counted as that of whoever asks it. It sends its
 * address, and ends with its parent.
 */
const [tables = "1"] = process.argv.slice(2);
/** Two tables of the test data stand for one before and after a commit. */
const before = aCatalogTable({ folderName: "relocated_vectors", metadataFile: "v7.metadata.json" });
const after = aCatalogTable();
const double = await CatalogDouble.start({
  tables: Array.from({ length: Number(tables) }, (_, at) => ({ ...before, name: `t${at}` })),
});
process.on("disconnect", () => process.exit(0));
process.on("message", (order: CatalogOrder) => {
  if (order.kind === "commit") {
    const table = double.options.tables?.find(({ name }) => name === order.table);
    if (table !== undefined) Object.assign(table, { folder: after.folder, metadataFile: after.metadataFile });
  } else if (order.kind !== "count") double.misbehave = order.kind === "fail" ? () => ({ status: 503 }) : () => null;
  const asked = double.requests.splice(0);
  const counted = (has: (request: AskedRequest) => boolean): number => asked.filter(has).length;
  const count: CatalogCount = {
    requests: asked.length,
    marked: counted(({ headers }) => headers["if-none-match"] !== undefined),
    delegated: counted(({ headers }) => headers["x-iceberg-access-delegation"] !== undefined),
  };
  process.send?.(count);
});
process.send?.({ uri: double.uri });
