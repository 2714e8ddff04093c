import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataDir, expect, signAs, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";
import { forgetEntries } from "#e2e/helpers/forget-entries.ts";
import { RegistryDouble } from "#lib/testing/registry-double.ts";

/** Enters a table: this runs with those that come last. */

test.skip(dataDir === "", "the service was given, and what is entered there is not this test's");
test.describe.configure({ mode: "serial" });
test.setTimeout(180_000);

const SLOW = { timeout: 60_000 };
const place = join(dataDir, "registry", "orders");
let double: RegistryDouble;

test.beforeAll(async () => {
  cpSync(join(import.meta.dirname, "../testdata/tables/append_v2"), place, { recursive: true });
  double = await RegistryDouble.start();
  const key = { subject: "shop.orders-key", id: 41, version: 3, schema: '"string"' };
  double.answers.set("/subjects", { json: ["shop.orders-key", "shop.orders-value"] });
  double.answers.set("/_health", { json: { karapace_version: "3.11.0" } });
  double.answers.set("/subjects/shop.orders-key/versions/latest", { json: key });
  double.answers.set("/schemas/ids/41", { json: { schema: key.schema } });
});

test.afterAll(async () => {
  await forgetEntries();
  await double.close();
  rmSync(join(dataDir, "registry"), { recursive: true, force: true });
});

test("a schema registry is tried until it answers, saved under a name, and in use within seconds", async ({ page }) => {
  await page.goto("/settings/sources");
  await page.getByRole("link", { name: "Add a schema registry" }).click();
  const form = page.getByRole("form", { name: "New schema registry" });
  await expect(form).toBeVisible();
  await untilAlive(page);
  await form.getByLabel("Name", { exact: true }).fill("keys");
  await form.getByLabel("Address").fill(`${double.url}/wrong`);
  await form.getByRole("button", { name: "Test", exact: true }).click();
  await expect(form.getByText("It failed at: subjects.")).toBeVisible(SLOW);
  await expect(form.getByRole("list", { name: "What was tried" })).toContainText("it is not a registry with Confluent's interface");
  await form.getByLabel("Address").fill(double.url);
  await form.getByRole("button", { name: "Test", exact: true }).click();
  await expect(form.getByText("Everything passed.")).toBeVisible(SLOW);
  await expect(form.getByRole("list", { name: "What was tried" })).toContainText("It is Karapace 3.11.0.");
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Save the schema registry" }).click();
  const registries = list(page);
  await expect(registries).toContainText(/keys .*Not used yet.*Entered here by Ada/, SLOW);
  await registries.getByRole("button", { name: "Test keys" }).click();
  await expect(registries.getByText("Everything passed.")).toBeVisible(SLOW);
  await page.reload();
  await expect(registries).toContainText("It responds; last request");
});

test("a table chooses it, says so in its settings, and keeps it from being removed", async ({ page }) => {
  await page.goto(`/tables/new?location=${encodeURIComponent(place)}`);
  const form = page.getByRole("form", { name: "Watch this table" });
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue("registry.orders", SLOW);
  await untilAlive(page);
  await form.getByRole("list", { name: "Suggested keys" }).getByRole("button", { name: "order_id", exact: true }).click();
  await form.getByLabel("Schema registry").selectOption("keys");
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Watch the table" }).click();
  await page.waitForURL(/\/tables\/[\da-f-]{36}$/, SLOW);
  await page.goto("/tables/registry.orders/settings");
  await expect(page.getByLabel("The settings as YAML")).toContainText("schema_registry: keys");
  await untilAlive(page);
  await page.getByRole("region", { name: "In words" }).getByRole("link", { name: "keys" }).click();
  await expect(page).toHaveURL(/\/settings\/sources/);
  await expect(list(page)).toContainText("Knows the keys of registry.orders.");
  await expect(list(page)).toContainText("Removed only when no watched table names it.");
  await expect(list(page).getByRole("button", { name: "Remove" })).toHaveCount(0);
});

test("it is removed when no table names it any more, after it is said what that means", async ({ page }) => {
  await page.goto("/tables/registry.orders/settings");
  await untilAlive(page);
  await remove(page, "registry.orders");
  await expect(page).toHaveURL(/\/settings\/tables/);
  // A worker has to take it over first.
  await expect(async () => {
    await page.goto("/settings/sources");
    await expect(list(page)).toContainText("No watched table names it.", { timeout: 2000 });
  }).toPass(SLOW);
  await untilAlive(page);
  await remove(page, "keys");
  await expect(list(page)).toContainText("No schema registries.", SLOW);
});

function list(page: Page) {
  return page.getByRole("region", { name: "Schema registries" });
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  const form = page.getByRole("form", { name: `Remove ${name}` });
  await signAs(page, "Ada");
  await form.getByRole("button", { name: `Remove ${name}` }).click();
}
