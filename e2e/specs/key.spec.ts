import { expect, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";

/** What the masked columns of the samples hold: `email` of crm.customers, `holder` of bank.accounts. */
const EMAIL = /@example\.org/;
const HOLDER = /\b[A-Z]\. (?:Novak|Sato|Dubois|Silva|Berg|Larsen|Weber|Rossi|Mensah|Kaya)\b/;

test("cells that differ between the rows of a key carry a sign and a word, and those that are equal do not", async ({ page }) => {
  await openFirstKey(page, "shop.orders");
  const rows = page.getByRole("region", { name: "Rows side by side" }).getByRole("row");
  const lines = await rows.evaluateAll((all) =>
    all.map((row) => ({
      group: row.parentElement?.querySelector("th[scope=rowgroup]")?.textContent ?? "",
      head: row.querySelector("th")?.textContent ?? "",
      cells: [...row.querySelectorAll("td")].map((cell) => cell.textContent),
    })),
  );
  const compared = lines.filter(({ cells }) => cells.length === 3);
  expect(compared.length).toBeGreaterThan(8);
  // Two rows are never at the same place, so where they are carries no sign.
  for (const { group, head, cells } of compared) {
    expect(head.endsWith("differs"), `${head}: ${cells.join(" | ")}`).toBe(group !== "Iceberg" && cells[1] !== cells[2]);
  }
  expect(compared.some(({ group }) => group === "Iceberg")).toBe(true);
  expect(compared.find(({ head }) => head.startsWith("order_id"))?.head).toBe("order_id");
  expect(compared.find(({ head }) => head.startsWith("partition"))?.head).toContain("differs");
});

test("the bytes of the Kafka key stand in hex over their text, with what else they could be", async ({ page }) => {
  await openFirstKey(page, "shop.orders");
  const key = await page.getByRole("heading", { level: 1 }).innerText();
  const panel = page.getByRole("region", { name: "Key bytes" });
  const hex = [...Buffer.from(key)].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
  await expect(panel.getByRole("img", { name: new RegExp(`^In hex: ${hex}$`, "i") })).toBeVisible();
  await expect(panel.getByRole("img")).toContainText(key.charAt(0));
  await expect(panel.getByText(/^\W*Text, UTF-8, fits:/)).toBeVisible();
});

test("keys that were sent in two encodings are shown with both", async ({ page }) => {
  await openFirstKey(page, "payments.payment_states");
  const panel = page.getByRole("region", { name: "Key bytes" });
  await expect(panel.getByText("2 different keys")).toBeVisible();
  await expect(panel.getByRole("img", { name: /^In hex: / })).toHaveCount(2);
  await expect(panel.getByText(/^\W*Schema id in front, fits:/)).toBeVisible();
  await expect(panel.getByText(/^Row \d: \d+ bytes, (?:\d+|none|all) of them (?:not )?in the first key/)).toBeVisible();
});

test("previous and next walk through the kept keys within one snapshot", async ({ page }) => {
  await openFirstKey(page, "shop.orders");
  const heading = page.getByRole("heading", { level: 1 });
  const first = await heading.innerText();
  await expect(page.getByRole("link", { name: "Previous" })).toBeHidden();
  await page.getByRole("link", { name: "Next" }).click();
  await expect(heading).not.toHaveText(first);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(heading).toHaveText(first);
  await page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link", { name: "Keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "163 duplicated keys" })).toBeVisible();
});

test("a key can be looked at again as the table is now", async ({ page }) => {
  await openFirstKey(page, "billing.invoices");
  await page.getByRole("button", { name: "Look again now" }).click();
  await expect(page.getByText(/^Still duplicated: \d+ rows at snapshot \d+\./)).toBeVisible({ timeout: 40_000 });
  await page.getByRole("link", { name: "Open the rows" }).click();
  await expect(page.getByText(/^Looked up by a person/)).toBeVisible();
});

test("a masked column is hidden on every page, in every answer and in the export, and still says whether its rows differ", async ({
  page,
}) => {
  const said: { address: string; text: string }[] = [];
  page.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/html|json|text\/x-component|csv|arrow/.test(type))
      said.push({ address: response.url(), text: await response.text().catch(() => "") });
  });
  await openFirstKey(page, "bank.accounts");
  const holder = page.getByRole("region", { name: "Rows side by side" }).getByRole("row", { name: /^holder/ });
  await expect(holder).toContainText("masked 1");
  await page.getByRole("button", { name: "Look again now" }).click();
  await expect(page.getByText(/rows at snapshot/)).toBeVisible({ timeout: 40_000 });
  await page.getByRole("link", { name: "Open the rows" }).click();
  await expect(page.getByText(/^Looked up by a person/)).toBeVisible();
  await expect(holder).toContainText("masked 1");

  await page.goto("/tables/crm.customers/keys");
  await untilAlive(page);
  await page.getByRole("textbox", { name: "Exact customer_id" }).fill("C104210");
  await page.getByRole("button", { name: "Look up" }).click();
  await page.getByRole("link", { name: "Open the row" }).click({ timeout: 40_000 });
  await expect(page.getByRole("row", { name: /^email/ })).toContainText("masked");

  await page.goto("/tables/bank.accounts/keys");
  await untilAlive(page);
  await page.getByRole("button", { name: /^Export all/ }).click();
  await page.getByRole("menuitem", { name: /^CSV/ }).click();
  const file = page.getByRole("region", { name: "Exports" }).getByRole("link", { name: /^CSV/ }).first();
  await expect(file).toBeVisible({ timeout: 40_000 });
  const href = (await file.getAttribute("href")) ?? "";
  said.push({ address: href, text: await (await page.request.get(href)).text() });

  expect(said.length).toBeGreaterThan(8);
  const leaks = said.filter(({ text }) => EMAIL.test(text) || HOLDER.test(text));
  expect(leaks.map(({ address }) => address)).toEqual([]);
});

async function openFirstKey(page: Page, table: string): Promise<void> {
  await page.goto(`/tables/${table}/keys`);
  await page.getByRole("region", { name: "Sampled keys" }).getByRole("rowheader").first().getByRole("link").click();
  await expect(page.getByRole("region", { name: "Rows side by side" })).toBeVisible();
  await untilAlive(page);
}
