import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, tableRowLink, signAs, test, untilAlive } from "#e2e/fixtures/test.ts";
import { askCommandLine } from "#e2e/helpers/command-line.ts";
import { npmStart, ownVariables, pressCtrlC, type StartedService, until, untilAddress } from "#e2e/helpers/service.ts";
import type { IncidentsDocument } from "#lib/contracts/incident-documents.ts";
import { CatalogDouble } from "#lib/testing/catalog-double.ts";
import { aCatalogTable } from "#lib/testing/catalog-settings.ts";

// A service with a catalog of its own, which dies and comes back. The tests go on from one another.
test.describe.configure({ mode: "serial" });

const NAMES = ["shop.orders", "shop.lines"];

let root = "";
let variables: Record<string, string> = {};
let catalog: CatalogDouble;
let service: StartedService;
let address = "";

test.beforeAll(async () => {
  test.setTimeout(400_000);
  root = mkdtempSync(join(tmpdir(), "bergwatch catalog "));
  catalog = await CatalogDouble.start({ tables: [aCatalogTable(), aCatalogTable({ name: "lines" })] });
  variables = await ownVariables(root);
  const schedule = { on_snapshot: true, poll: "5s" };
  const [orders, lines] = NAMES.map((name) => ({ name, catalog: "lake", table: name, key: "order_id", schedule }));
  // One of them is wrong, the other fine.
  const tables = [orders, { ...lines, promise: "none", limits: { delete_ratio: { warn: "off", alert: "off" } } }];
  writeFileSync(join(root, "bergwatch.yaml"), JSON.stringify({ catalogs: [{ name: "lake", uri: catalog.uri }], tables }));
  service = npmStart(variables);
  address = await untilAddress(service, 300_000);
});

test.afterAll(async () => {
  test.setTimeout(60_000);
  pressCtrlC(service);
  await service.ended;
  await catalog.close();
  rmSync(root, { recursive: true, force: true });
});

test("a catalog that dies is one incident, which each of its tables names", async ({ page }) => {
  test.setTimeout(400_000);
  await page.goto(address);
  const tables = page.getByRole("table", { name: "Tables" });
  for (const name of NAMES) await expect(tableRowLink(page, name)).toBeVisible({ timeout: 30_000 });
  await expect(tables).toContainText("Duplicates expected.", { timeout: 120_000 });
  catalog.misbehave = () => ({ status: 503 });
  const incident = await until(200_000, async () => (await ofCatalog())[0]);
  expect(incident).toMatchObject({ table: null, catalog: "lake", state: "open" });
  await page.goto(address);
  await expect(tables).toContainText(`Not checked: its catalog lake does not answer (${incident?.name}).`);
  await expect(tables).toContainText("3 keys are duplicated");
  await page.goto(`${address}/incidents`);
  await page.getByRole("link", { name: "Catalog lake" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Catalog lake" })).toBeVisible();
  await expect(page.getByText(/^It has not answered for .*, and 2 tables wait for it\./).first()).toBeVisible();
  const now = page.getByRole("region", { name: "The catalog now" });
  await expect(now).toContainText("does not answer");
  for (const name of NAMES) await expect(now.getByRole("link", { name })).toBeVisible();
  await untilAlive(page);
  await page.getByRole("button", { name: "Acknowledge" }).click();
  const form = page.getByRole("form", { name: "Acknowledge" });
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Acknowledge" }).click();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("by Ada");
});

test("once it answers the incident is over, and nothing is left of it on its tables", async ({ page }) => {
  test.setTimeout(300_000);
  catalog.misbehave = () => null;
  expect(await until(250_000, async () => ((await ofCatalog()).length === 0 ? "over" : null))).toBe("over");
  await page.goto(`${address}/incidents?state=resolved`);
  await page.getByRole("link", { name: "Catalog lake" }).click();
  await expect(page.getByText("Resolved automatically: the catalog responds again.")).toBeVisible();
  await expect(page.getByRole("region", { name: "The catalog now" })).toContainText("answers");
  await page.goto(address);
  await expect(page.getByText(/its catalog lake does not answer/)).toHaveCount(0);
});

/** Those of catalogs that are not resolved. */
async function ofCatalog(): Promise<IncidentsDocument["incidents"]> {
  const listed = await askCommandLine<IncidentsDocument>(["incidents"], variables);
  if (listed === null) throw new Error("the command did not list the incidents");
  return listed.incidents.filter(({ check }) => check === "catalog");
}
