import { dataDir, expect, test, untilAlive } from "#e2e/fixtures/test.ts";
import { childrenOf, findProgram } from "#e2e/helpers/programs.ts";

test.skip(dataDir === "", "the service was given, and its store is not this test's to stop");
test.use({ expectedMessages: /server responded with a status of 5\d\d|net::ERR_/ });

test.afterEach(() => signal("SIGCONT"));

test("while the store does not answer the page keeps what it shows and says so, and goes on by itself when it answers again", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await untilAlive(page);
  const rows = page.getByRole("table", { name: "Tables" }).getByRole("rowheader").getByRole("link");
  const shown = await rows.allInnerTexts();
  expect(shown.length).toBeGreaterThan(0);
  signal("SIGSTOP");
  await page.clock.fastForward(16_000);
  const said = page.getByRole("status").filter({ hasText: "This page retries automatically." });
  await expect(said).toContainText("Postgres", { timeout: 15_000 });
  await expect(said).toContainText("Last read at");
  expect(await rows.allInnerTexts()).toEqual(shown);
  signal("SIGCONT");
  await page.clock.fastForward(16_000);
  await expect(said).toBeHidden({ timeout: 15_000 });
});

test("a page that is opened while the store does not answer says so, and shows its numbers by itself when it does", async ({ page }) => {
  signal("SIGSTOP");
  await page.clock.install();
  await page.goto("/tables/shop.orders", { timeout: 40_000 });
  await expect(page.getByRole("heading", { name: "The table could not be read from the store" })).toBeVisible();
  await expect(page.getByText(/Postgres has not answered/)).toBeVisible();
  await untilAlive(page);
  signal("SIGCONT");
  await page.clock.fastForward(16_000);
  await expect(page.getByRole("heading", { level: 1, name: "shop.orders" })).toBeVisible({ timeout: 20_000 });
});

test("a table's charts stay when the store ends while they are open, and their numbers are read again once it is back", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/tables/shop.orders");
  await untilAlive(page);
  signal("SIGSTOP");
  await page.clock.fastForward(16_000);
  await page.getByRole("navigation", { name: "Time range" }).getByRole("link", { name: "30 d" }).click();
  await expect(page.getByText(/163 keys are duplicated/).first()).toBeVisible();
  await expect(page.getByRole("img", { name: /^Surplus rows\./ })).toBeVisible();
  signal("SIGCONT");
  await page.clock.fastForward(30_000);
  await expect(page.getByRole("img", { name: /^Surplus rows\..*163 at the end, none at the start/ })).toBeVisible({ timeout: 30_000 });
});

/** To every process of the service's Postgres, so that it hangs as a whole and nothing is lost. */
function signal(name: "SIGSTOP" | "SIGCONT"): void {
  const servers = findProgram("postgres", dataDir);
  expect(servers.length).toBeGreaterThan(0);
  for (const pid of servers.flatMap((server) => [server, ...childrenOf(server)])) process.kill(pid, name);
}
