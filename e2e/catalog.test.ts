import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommandLine } from "#e2e/helpers/command-line.ts";
import { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";

const TOKEN = "the-token-of-the-catalog-test";
const SECRET = /the-token-of|vended\/secret|session-token-/;

let double: CatalogDouble;
let folder = "";
beforeAll(async () => {
  double = await CatalogDouble.start({ tables: [aCatalogTable(), aCatalogTable({ name: "or.ders" })], auth: { bearer: TOKEN } });
  folder = await mkdtemp(join(tmpdir(), "bergwatch-catalog-"));
  const yaml = `catalogs:
  - { name: lake, uri: "${double.uri}", auth: { bearer: { token: { file: token } } } }
tables:
  - { name: shop.orders, catalog: lake, table: shop.orders, key: order_id }
  - { name: gone, catalog: lake, table: shop.gone, key: order_id }
`;
  await writeFile(join(folder, "bergwatch.yaml"), yaml);
  await writeFile(join(folder, "token"), `${TOKEN}\n`);
});
afterAll(async () => {
  await double.close();
  await rm(folder, { recursive: true, force: true });
});

/** What a command printed on standard output, and that no secret is in anything it said. */
async function run(args: readonly string[], variables: Record<string, string> = {}): Promise<{ exit: number | null; document: unknown }> {
  const { exit, stdout, stderr } = await runCommandLine(args, {
    BERGWATCH_CONFIG: join(folder, "bergwatch.yaml"),
    BERGWATCH_LOG_LEVEL: "trace",
    ...variables,
  });
  expect(`${stdout}${stderr}`).not.toMatch(SECRET);
  return { exit, document: JSON.parse(stdout) };
}

const RIGHT = {
  exit: 0,
  document: { snapshotId: "3821267374434050284", metrics: { rows: 11, duplicated_keys: 3 }, trust: { level: "exact" } },
};

test("a configured table is read through its catalog by its name alone", async () => {
  expect(await run(["check", "shop.orders", "--verbose"])).toMatchObject(RIGHT);
});

test("any table of a configured catalog is read by --catalog and --table", async () => {
  expect(await run(["check", "--catalog", "lake", "--table", 'shop."or.ders"', "--key", "order_id"])).toMatchObject(RIGHT);
});

test("a catalog that is not configured is asked by its address, with a token of the environment", async () => {
  const args = ["check", "--catalog-uri", double.uri, "--auth-token-env", "LAKE_TOKEN", "--table", "shop.orders", "--key", "order_id"];
  expect(await run(args, { LAKE_TOKEN: TOKEN })).toMatchObject(RIGHT);
  expect(await run(args, { LAKE_TOKEN: "another-token" })).toMatchObject({ exit: 3, document: { error: { code: "catalog_refused" } } });
  expect(await run(args)).toMatchObject({ exit: 2, document: { error: { message: expect.stringMatching(/LAKE_TOKEN.* is not set/) } } });
});

test("a dry run says which configured table its catalog does not have, and plans the others", async () => {
  expect(await run(["config", "check", "--dry-run"])).toMatchObject({
    exit: 3,
    document: {
      dryRun: [
        { table: "shop.orders", plan: { snapshotId: "3821267374434050284" }, error: null },
        { table: "gone", error: { code: "table_not_found", message: expect.stringMatching(/The catalog lake .*the table shop\.gone/) } },
      ],
    },
  });
});
