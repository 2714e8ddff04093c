import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dataDir, expect, signAs, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";
import { findOverflow, findSmallTargets, findViolations } from "#e2e/fixtures/sound-page.ts";
import { startSlackDouble, type SlackDouble } from "#lib/testing/slack-double/slack-double.ts";

/** Writes a configuration: this runs with what comes last. Its tests go on from one another. */

const CONVERSATION = "C0ORDERS";
const file = join(dataDir, "bergwatch.yaml");
const lake = join(dataDir, "told tables");
const secret = (name: string) => join(dataDir, `${name}-webhook`);

let slack: SlackDouble;

test.skip(dataDir === "", "the service was given, and its configuration is not this test's");
test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  slack = await startSlackDouble({ conversations: [CONVERSATION] });
  writeFileSync(secret("works"), slack.webhookUrl(CONVERSATION));
  writeFileSync(secret("gone"), slack.webhookUrl("C0REMOVED"));
  cpSync(join(import.meta.dirname, "../testdata/tables/append_v2"), lake, { recursive: true });
  const table = { name: "shop.told", location: lake, relocated: true, key: "order_id", owner: "Sales", tags: ["gold"], kind: "append" };
  const channel = (name: string) => ({ name: `#${name}`, slack_webhook: { url: { file: secret(name) } } });
  const quiet_hours = { from: "00:00", to: "23:59", time_zone: "UTC", but: "alert" };
  const notifications = {
    channels: [channel("works"), { ...channel("gone"), quiet_hours }],
    routes: [
      { to: "#gone", tag: "gold" },
      { to: "#works", severity: "alert" },
    ],
    digest: { to: "#works" },
  };
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ tables: [table], notifications }));
});

test.afterAll(async () => {
  await slack.stop();
  for (const path of [file, lake, secret("works"), secret("gone")]) rmSync(path, { recursive: true, force: true });
});

test("a test shows whether a channel works, and the page says what mends one that does not", async ({ page }) => {
  // The worker takes the configuration over first.
  test.setTimeout(180_000);
  await expect(async () => {
    await page.goto("/settings/notifications");
    await expect(page.getByRole("listitem", { name: "#works" })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 120_000 });
  await untilAlive(page);
  await sendTest(page, "#works");
  await expect(channel(page, "#works").getByRole("status")).toContainText(/Delivered .*\(test by Ada\)\./);
  await expect(channel(page, "#works")).toContainText("Healthy");
  expect(slack.messages.map(({ text }) => text).join(" ")).toContain("#works");
  await sendTest(page, "#gone");
  await expect(channel(page, "#gone").getByRole("status")).toContainText("no_service");
  await expect(channel(page, "#gone")).toContainText("Failing");
  await expect(channel(page, "#gone")).toContainText(secret("gone"));
  await expect(page.locator("main")).not.toContainText(new URL(slack.webhookUrl(CONVERSATION)).pathname);
});

test("routes stand in words, and who would hear of a table's incident is asked in the address", async ({ page }) => {
  await page.goto("/settings/notifications");
  await untilAlive(page);
  const routes = page.getByRole("region", { name: "Routes" });
  await expect(routes.getByRole("listitem").nth(0)).toContainText("Everything, of tables tagged gold → #gone");
  await expect(routes.getByRole("listitem").nth(1)).toContainText("Alerts → #works");
  const form = page.getByRole("form", { name: "Preview routing" });
  await form.getByLabel("Table").fill("shop.told");
  await form.getByLabel("Severity").selectOption("Warning");
  await form.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/table=shop\.told&severity=warn/);
  const answer = page.getByRole("region", { name: "Preview routing" }).getByRole("status");
  await expect(answer).toContainText("#gone after quiet hours");
  await expect(answer).not.toContainText("#works");
  await page.goto("/settings/notifications?table=no.such.table");
  await expect(page.getByText("No table is named no.such.table.")).toBeVisible();
});

test("the log of messages is filtered in the address, opens each with its tries, and sends one again that did not arrive", async ({
  page,
}) => {
  await page.goto("/settings/notifications/deliveries");
  await untilAlive(page);
  await page
    .getByRole("navigation", { name: "State" })
    .getByRole("link", { name: /^Failed/ })
    .click();
  await expect(page).toHaveURL(/state=failed/);
  const rows = page.getByRole("table", { name: "Messages" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole("rowheader").getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Message to #gone" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Attempts" })).toContainText("404 no_service");
  // A new webhook was made, and its address is where the old one's was.
  writeFileSync(secret("gone"), slack.webhookUrl(CONVERSATION));
  await untilAlive(page);
  await page.getByRole("button", { name: "Send again" }).click();
  const form = page.getByRole("form", { name: "Send again" });
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Send again" }).click();
  await expect(page.locator("main")).toContainText("Delivered", { timeout: 40_000 });
  await expect(page.getByRole("table", { name: "Attempts" }).getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("region", { name: "The message" })).toContainText("Sent againby Ada");
});

for (const address of [
  "/settings/notifications?table=shop.told",
  "/settings/notifications/deliveries",
  "/settings/notifications/deliveries/1",
]) {
  test(`${address} breaks no rule of WCAG A or AA, in light and dark, at 1440 and 390 pixels`, async ({ page }) => {
    await page.goto(address);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await untilAlive(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await findViolations(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
    expect.soft(await findOverflow(page)).toEqual([]);
    expect.soft(await findSmallTargets(page, 40)).toEqual([]);
  });
}

test("a message that nobody knows says so and leads to those there are", async ({ page }) => {
  for (const id of ["999999999", "<script>alert(1)</script>"]) {
    await page.goto(`/settings/notifications/deliveries/${encodeURIComponent(id)}`);
    await expect(page.getByRole("heading", { name: "Message not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "All messages" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible();
  await page.goto("/settings/notifications/deliveries?channel=nobody");
  await page.getByRole("link", { name: "All messages" }).click();
  await expect(page.getByRole("table", { name: "Messages" })).toBeVisible();
});

function channel(page: Page, name: string) {
  return page.getByRole("listitem", { name });
}

async function sendTest(page: Page, name: string): Promise<void> {
  await channel(page, name).getByRole("button", { name: "Send a test" }).click();
  const form = page.getByRole("form", { name: "Send a test" });
  await signAs(page, "Ada");
  await form.getByRole("button", { name: "Send a test" }).click();
}
