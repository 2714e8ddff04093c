import { expect, test } from "#e2e/fixtures/test.ts";

const FIRST_BAD = "9089353830710414604";

interface Bisection {
  id: string;
  state: string;
  since: { last: { at: { snapshotId: string }; unreadBetween: number } | null; read: number } | null;
}

test("a table and its incident name the commit since which rows are too many, and what it added", async ({ page, openTable }) => {
  await openTable("logistics.shipments");
  const since = page.getByRole("region", { name: "Since when" });
  await expect(since).toContainText(new RegExp(`Since .*27 Sep.*, snapshot ${FIRST_BAD}: .*, by its summary`));
  await expect(since.getByRole("button")).toHaveCount(0);
  await since.getByRole("link", { name: FIRST_BAD }).click();
  await expect(page.getByText(/You look at snapshot/)).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: /^Open incident INC-\d+$/ }).click();
  const began = page.getByRole("region", { name: "First bad commit" });
  await expect(began).toContainText(FIRST_BAD);
  await expect(began).toContainText(/Added\d+ files?, [\d,]+ rows?, by its summary/);
});

test("since when is asked for a number and for one key, whatever the page shows", async ({ page, openTable }) => {
  await openTable("logistics.shipments");
  const tableId = /\/tables\/([^/?]+)/.exec(page.url())?.[1] ?? "";
  const ask = async (data: Record<string, unknown>) => await page.request.post(`/api/tables/${tableId}/bisections`, { data });
  const asked = (await (await ask({ metric: "surplus_rows" })).json()) as Bisection;
  const read = async () => (await (await page.request.get(`/api/key-requests/${asked.id}`)).json()) as Bisection;
  await expect.poll(async () => (await read()).state, { timeout: 40_000 }).toBe("succeeded");
  expect((await read()).since).toMatchObject({ read: 0, last: { at: { snapshotId: FIRST_BAD }, unreadBetween: 0 } });
  expect((await ask({})).status()).toBe(400);
  expect((await ask({ metric: "surplus_rows", values: ["1"] })).status()).toBe(400);
  expect((await ask({ metric: "snapshot_age_seconds" })).status()).toBe(400);
  expect((await ask({ values: ["1", "2"] })).status()).toBe(400);
});
