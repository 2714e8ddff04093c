import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { formatTableName } from "#lib/contracts/table-name.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";
import { faultOf, Lakes } from "#lib/testing/lakes.ts";
import { renameInAvro, renameInText, TableCopies } from "#lib/testing/table-copies.ts";

const VECTORS = { folderName: "relocated_vectors", metadataFile: "v7.metadata.json" };
const lakes = new Lakes();
const copies = new TableCopies();
afterEach(async () => await lakes.closeAll());
afterAll(async () => {
  copies.remove();
  await lakes.end();
});

describe("a file outside the allowed places is named and not asked for", () => {
  test.each<[string, { folderName?: string; metadataFile?: string }, (folder: string) => void, RegExp]>([
    [
      "a manifest list",
      {},
      (at) => renameInText(join(at, "metadata/v6.metadata.json"), /s3:\/\/lake(?=\/\S*snap-)/g),
      /names s3:\/\/evil\/\S+snap-\S+\.avro/,
    ],
    ["a manifest", {}, (at) => renameInAvro(at, /^snap-/, ""), /names s3:\/\/evil\/\S+m0\.avro/],
    [
      "a data file",
      {},
      // A manifest of position deletes names data files too, in its bounds, and manifests are read in no fixed order.
      (at) => renameInAvro(at, /m0\.avro$/, "-data.parquet", { unless: "-positions.parquet" }),
      /names s3:\/\/evil\/\S+-data\.parquet/,
    ],
    [
      "a position-delete file",
      {},
      (at) => renameInAvro(at, /m0\.avro$/, "-positions.parquet"),
      /names s3:\/\/evil\/\S+-positions\.parquet/,
    ],
    ["an equality-delete file", {}, (at) => renameInAvro(at, /m0\.avro$/, "-equality.parquet"), /names s3:\/\/evil\/\S+-equality\.parquet/],
    ["a file of deletion vectors", VECTORS, (at) => renameInAvro(at, /m0\.avro$/, ".puffin"), /names s3:\/\/evil\/\S+\.puffin/],
  ])("%s", async (_, table, spoil, message) => {
    const spoilt = copies.of(aCatalogTable(table));
    spoil(spoilt);
    const { double, read } = await lakes.open({ tables: [{ ...aCatalogTable(table), folder: spoilt }] });
    const fault = await faultOf(read());
    expect(fault).toMatchObject({ code: "table_outside_places", message: expect.stringMatching(message) });
    expect(fault.message).toMatch(
      /outside the places where this table's files may be \(s3:\/\/lake\/shop\.db\/orders\).*Additional file locations.*shop\.orders of the catalog lake/,
    );
    expect(double.store.requests.filter(({ path }) => path.startsWith("/evil"))).toEqual([]);
  });
});

describe("odd names of catalog, namespace and table find their table, and stand in messages as they are", () => {
  test.each([
    [["a.b"], "or.ders"],
    [["a/b", "c%2Fd"], "or/ders"],
    [["Größe", "表"], "данные"],
    [["two words"], " spaced "],
    [["it's", 'say "hi"'], "o'r\"d"],
    [["?&#+"], "%20;=*[x]"],
  ])("%j %j", async (namespace, name) => {
    const { read } = await lakes.open({ tables: [{ ...aCatalogTable(), namespace, name }] });
    const location = formatCatalogLocation({ catalog: "lake", namespace, table: name });
    expect(await read({ location })).toMatchObject({ keyProfile: { rows: 11, duplicatedKeys: 3 }, trust: { level: "exact" } });
    const other = { namespace, table: `${name}2` };
    const fault = await faultOf(read({ location: formatCatalogLocation({ catalog: "lake", ...other }) }));
    expect(fault).toMatchObject({ code: "table_not_found", message: expect.stringContaining(`the table ${formatTableName(other)}`) });
  });
});
