import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { dataDir, expect, openFold, test, untilAlive, type Page } from "#e2e/fixtures/test.ts";
import { findOverflow, findViolations } from "#e2e/fixtures/sound-page.ts";
import { forgetEntries } from "#e2e/helpers/forget-entries.ts";
import { startSlackDouble, type SlackDouble } from "#lib/testing/slack-double/slack-double.ts";

/** A newcomer's first channel, from nothing to its first incidents, without a file or a terminal. */

const CONVERSATION = "C0ALERTS";
const SLOW = { timeout: 30_000 };

let slack: SlackDouble;

test.skip(dataDir === "", "the service was given, and what is added there is not this test's");
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

test.beforeAll(async () => {
  slack = await startSlackDouble({ conversations: [CONVERSATION] });
});

test.afterAll(async () => {
  await forgetEntries();
  await slack.stop();
});

const pastedFiles = () => (existsSync(join(dataDir, "secrets/pasted")) ? readdirSync(join(dataDir, "secrets/pasted")) : []);
const secretOf = (address: string) => new URL(address).pathname;

test("a first Slack channel is added, tested and sent the open incidents in under two minutes", async ({ page }) => {
  const start = Date.now();
  await page.goto("/settings/notifications");
  await expect(page.locator("main")).toContainText("No channel yet: incidents are not sent anywhere.");
  await untilAlive(page);
  const form = page.getByRole("form", { name: "New channel" });
  // What is missing is said in the page.
  await form.getByRole("button", { name: "Add the channel" }).click();
  await expect(form).toContainText("Enter a name for the channel.");
  await expect(form).toContainText("Paste the webhook URL.");
  // A webhook that was removed: the fault is in words, and nothing typed is lost.
  await form.getByLabel("Name", { exact: true }).fill("orders-alerts");
  await url(page).fill(slack.webhookUrl("C0REMOVED"));
  await form.getByRole("button", { name: "Send a test" }).click();
  await expect(form).toContainText("Not delivered: no_service", SLOW);
  await expect(url(page)).toHaveValue(slack.webhookUrl("C0REMOVED"));
  await url(page).fill(slack.webhookUrl(CONVERSATION));
  await form.getByRole("button", { name: "Send a test" }).click();
  await expect(form).toContainText(/Delivered in [\d.]+ m?s\./, SLOW);
  expect(slack.messages).toHaveLength(1);
  await form.getByLabel("Your name").fill("Ada");
  await form.getByRole("button", { name: "Add the channel" }).click();
  const added = page.getByRole("region", { name: "orders-alerts was saved" });
  await expect(added).toContainText("of the sample tables: they are marked as samples.", SLOW);
  const send = /^Send \d+ sample incidents$/;
  await added.getByRole("button", { name: send }).click();
  await page.getByRole("form", { name: send }).getByRole("button", { name: send }).click();
  await expect.poll(() => slack.messages.length, SLOW).toBeGreaterThan(1);
  expect(slack.messages.at(-1)?.text).toMatch(/^Sample: \d+ incidents/);
  expect(Date.now() - start).toBeLessThan(120_000);
  await expect(channel(page)).toContainText("Healthy", SLOW);
  await expect(channel(page)).toContainText("Entered here by Ada");
  // The log shows it, and the secret is nowhere but in its file.
  await expect(page.getByRole("region", { name: "Latest messages" })).toContainText("orders-alerts");
  expect(pastedFiles()).toHaveLength(1);
  const kept = await page.evaluate(() =>
    [sessionStorage, localStorage].flatMap((store) => Object.keys(store).map((key) => store.getItem(key))).join(" "),
  );
  for (const text of [kept, await page.content()]) expect(text).not.toContain(secretOf(slack.webhookUrl(CONVERSATION)));
});

test("it is changed under its name, and keeps its stored secret", async ({ page }) => {
  await page.goto("/settings/notifications");
  await untilAlive(page);
  await channel(page).getByRole("link", { name: "Edit" }).click();
  const form = page.getByRole("form", { name: "Change orders-alerts" });
  await expect(form.getByLabel("Name", { exact: true })).toBeDisabled();
  await expect(form.getByLabel("Webhook URL: source")).toHaveValue("stored");
  const [before] = pastedFiles();
  await form.getByLabel("Webhook URL: source").selectOption("paste");
  await url(page).fill(slack.webhookUrl(CONVERSATION));
  await openFold(form, "More");
  await form.getByLabel("Quiet from").fill("01:00");
  await form.getByRole("button", { name: "Save the changes" }).click();
  await expect(form.getByLabel("Quiet until")).toBeFocused();
  await expect(form.getByLabel("Quiet until")).toHaveAccessibleDescription(/Enter both times, or neither\./);
  await form.getByLabel("Quiet until").fill("02:30");
  await expect(form.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
  await form.getByRole("button", { name: "Save the changes" }).click();
  await expect(page.getByRole("region", { name: "orders-alerts was saved" })).toContainText(/No incident is waiting/, SLOW);
  await expect(channel(page)).toContainText("01:00–02:30, every day (Europe/Berlin)", SLOW);
  expect(pastedFiles()).toHaveLength(1);
  expect(pastedFiles()).not.toContain(before);
});

for (const address of ["/settings/notifications?add=channel", "/settings/notifications?added=orders-alerts"]) {
  test(`${address} breaks no rule of WCAG A or AA, in light and dark, at 1440 and 390 pixels`, async ({ page }) => {
    await page.goto(address);
    await untilAlive(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await findViolations(page), `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
    expect.soft(await findOverflow(page)).toEqual([]);
  });
}

test("removing asks first and says what happens to messages; its secret goes with it", async ({ page }) => {
  await page.goto("/settings/notifications");
  await untilAlive(page);
  await channel(page).getByRole("button", { name: "Remove" }).click();
  const form = page.getByRole("form", { name: "Remove orders-alerts" });
  await expect(form).toContainText("orders-alerts receives no more messages. No message is waiting.");
  await form.getByRole("button", { name: "Cancel" }).click();
  await expect(channel(page)).toBeVisible();
  await channel(page).getByRole("button", { name: "Remove" }).click();
  await form.getByLabel("Your name").fill("Ada");
  await form.getByRole("button", { name: "Remove orders-alerts" }).click();
  await expect(page.locator("main")).toContainText("No channel yet", SLOW);
  expect(pastedFiles()).toEqual([]);
});

function channel(page: Page) {
  return page.getByRole("listitem", { name: "orders-alerts" });
}

function url(page: Page) {
  return page.getByLabel("Webhook URL", { exact: true });
}
