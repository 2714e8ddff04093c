import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, untilAlive } from "#e2e/fixtures/test.ts";
import { askCommandLine } from "#e2e/helpers/command-line.ts";
import { findProgram } from "#e2e/helpers/programs.ts";
import { npmStart, ownVariables, pressCtrlC, type StartedService, until, untilAddress, whoIsLeft } from "#e2e/helpers/service.ts";
import { StagedOrders } from "#e2e/helpers/staged-table.ts";
import type { IncidentsDocument } from "#lib/contracts/incident-documents.ts";
import type { RunResultDocument, RunsDocument } from "#lib/contracts/service-documents.ts";
import { startSlackDouble, type HeldMessage, type SlackDouble } from "#lib/testing/slack-double/slack-double.ts";

// The main job from end to end, with a service, a table and a Slack of its own. The tests go on from one another.
test.describe.configure({ mode: "serial" });

const TABLE = "shop.orders";
const CONVERSATION = "C0ORDERS";
const GOOD = 23;
const FLINK = {
  "engine-name": "flink",
  "engine-version": "1.20.1",
  "flink.job-id": "a1b2c3d4",
  "flink.max-committed-checkpoint-id": "20417",
};

let root = "";
let variables: Record<string, string> = {};
let slack: SlackDouble;
let orders: StagedOrders;
let service: StartedService;
let address = "";

test.beforeAll(async () => {
  test.setTimeout(300_000);
  root = mkdtempSync(join(tmpdir(), "bergwatch circle "));
  slack = await startSlackDouble({ conversations: [CONVERSATION] });
  orders = new StagedOrders(join(root, "orders"));
  orders.commitUpTo(GOOD);
  variables = {
    ...(await ownVariables(root)),
    BERGWATCH_SLACK_API_URL: slack.apiUrl,
    ORDERS_SLACK_TOKEN: slack.token,
    ORDERS_SLACK_APP_TOKEN: slack.appToken,
    ORDERS_SLACK_SIGNING_SECRET: slack.signingSecret,
  };
  writeFileSync(join(root, "bergwatch.yaml"), configuration());
  service = npmStart(variables);
  address = await untilAddress(service, 200_000);
});

test.afterAll(async () => {
  test.setTimeout(60_000);
  pressCtrlC(service);
  await service.ended;
  await slack.stop();
  expect(await whoIsLeft(join(root, "data"), 10_000)).toEqual([]);
  rmSync(root, { recursive: true, force: true });
});

test("a healthy table opens nothing and tells nobody, also while its history is filled", async ({ page }) => {
  test.setTimeout(180_000);
  await untilRead(GOOD);
  await page.goto(address);
  await expect(page.getByRole("table", { name: "Tables" })).toContainText(TABLE);
  expect(await incidents()).toEqual([]);
  expect(slack.messages).toEqual([]);
});

test("a bad commit is found by the schedule, opens one incident and sends one message, whose link opens the very key", async ({ page }) => {
  test.setTimeout(120_000);
  const bad = orders.commitUpTo(GOOD + 1, FLINK);
  const message = await untilMessage(({ threadTs }) => threadTs === null);
  expect(message.text).toContain("21 ");
  expect(message.text).toContain(bad);
  expect(message.pings).toEqual([]);
  expect(JSON.stringify(message.blocks)).toContain("checkpoint 20417");
  const [incident, ...more] = await incidents();
  expect(more).toEqual([]);
  expect(incident).toMatchObject({ check: "duplicates", state: "open", since: { snapshotId: bad }, keys: 21 });

  const links = linksOf(message);
  expect(links.every((link) => link.startsWith(address))).toBe(true);
  const ofKey = links.filter((link) => link.includes("/keys/"));
  expect(ofKey.length).toBeGreaterThan(0);
  await page.goto(ofKey[0] ?? "");
  await expect(page.getByRole("heading", { level: 1, name: /^ORD-/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Rows side by side" })).toContainText("differs");
  for (const link of links) {
    const answer = await page.goto(link);
    expect(answer?.status(), link).toBe(200);
    await expect(page.locator("main"), link).toContainText(/shop\.orders|INC-|Partition drift/);
  }
});

test("a button pressed in Slack shows on the page and in the message, and pressed again it says who was first", async ({ page }) => {
  test.setTimeout(90_000);
  const [incident] = await incidents();
  await page.goto(`${address}/incidents/${incident?.id}`);
  const standing = page.getByRole("region", { name: "Details" });
  await expect(standing).toContainText("Open");
  const first = slack.messages[0];
  if (first === undefined) throw new Error("no message came");
  const button = buttonOf(first, /^Acknowledge/);
  await slack.press({ ...button, message: first });
  await expect(standing).toContainText("Acknowledged", { timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Activity" })).toContainText("Maria Lindqvist");
  await until(20_000, () =>
    slack.messages.some(({ threadTs, text }) => threadTs === first.ts && /acknowledged/i.test(text)) ? true : null,
  );
  expect(slack.messages.filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
  await expect.poll(() => slack.messages[0]?.updates, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(JSON.stringify(slack.messages[0]?.blocks)).not.toContain(`"text":"Acknowledge"`);
  await slack.press({ ...button, message: first, user: { id: "U0PAUL", name: "paul" } });
  await expect.poll(() => JSON.stringify(slack.said), { timeout: 20_000 }).toContain("Maria Lindqvist");
});

test("a press comes over a signed address too, and counts for nothing without the right signature", async () => {
  const [first] = slack.messages;
  const [incident] = await incidents();
  const press = { actionId: "bergwatch_acknowledge", value: incident?.id ?? "", ...(first && { message: first }) };
  const url = `${address}/api/slack/interactions`;
  const said = slack.said.length;
  expect((await fetch(url, slack.signedPress(press, { secret: "another" }))).status).toBe(401);
  expect((await fetch(url, slack.signedPress(press, { at: Math.floor(Date.now() / 1000) - 600 }))).status).toBe(401);
  expect((await fetch(url, slack.signedPress(press))).status).toBe(200);
  await expect.poll(() => slack.said.length).toBe(said + 1);
  expect(JSON.stringify(slack.said.at(-1))).toContain("Maria Lindqvist");
});

test("the commit that repairs it and good runs resolve it, and the thread says so", async () => {
  test.setTimeout(150_000);
  const repaired = orders.commitAgain(GOOD);
  const read = await until(60_000, async () => {
    const { runs } = await ask<RunsDocument>("runs", "--limit", "20");
    return runs.some(({ snapshotId, state }) => snapshotId === repaired && state === "succeeded") ? true : null;
  });
  expect(read).toBe(true);
  for (let more = 0; more < 2; more++) await ask<RunResultDocument>("run", TABLE, "--wait");
  const [first] = slack.messages;
  const recovered = await untilMessage(({ threadTs, text }) => threadTs === first?.ts && /resolved/i.test(text));
  expect(recovered.text).toContain(TABLE);
  expect(await incidents()).toEqual([]);
  expect(slack.messages.filter(({ threadTs }) => threadTs === null)).toHaveLength(1);
});

test("it stands in the week's review, which prints", async ({ page }) => {
  await page.goto(`${address}/review`);
  await untilAlive(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Week");
  const agenda = page.getByRole("region", { name: "Agenda" });
  await expect(agenda).toContainText(TABLE);
  await expect(agenda).toContainText("Resolved");
  await expect(agenda).toContainText("INC-1");
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.length).toBeGreaterThan(10_000);
  expect(sizeOf(pdf)).toEqual([595, 842]);
});

test("a worker that is killed while Slack answers repeats a message once at most, and loses none", async () => {
  test.setTimeout(240_000);
  const before = slack.messages.length;
  slack.fail("chat.postMessage", { kind: "slow", ms: 20_000 });
  orders.commitAgain(GOOD + 1);
  await untilMessage((_, at) => at >= before);
  // Slack has it and has not answered.
  const workers = findProgram("worker", join(root, "data"));
  expect(workers).toHaveLength(1);
  for (const worker of workers) process.kill(worker, "SIGKILL");
  const repeated = await until(110_000, () => (slack.messages.length > before + 1 ? true : null));
  expect(repeated, "what may not have arrived is sent again").toBe(true);
  // Long enough for a second repeat to come, if there were one.
  await sleep(15_000);
  expect(slack.messages).toHaveLength(before + 2);
  const [incident] = await incidents();
  expect(incident).toMatchObject({ check: "duplicates", state: "open", timesOpened: 2 });
});

function configuration(): string {
  return `
tables:
  - name: ${TABLE}
    location: orders
    relocated: true
    key: order_id
    owner: Order management
    kafka: { topic: kafka_topic, partition: kafka_partition, offset: kafka_offset, key: kafka_key, timestamp: kafka_timestamp }
    event_time: updated_at
    schedule: { on_snapshot: true, poll: 5s }
    # The rows are older than their commits.
    limits: { commit_lag_seconds: { warn: off, alert: off }, source_lag_seconds: { warn: off, alert: off } }
notifications:
  channels:
    - name: orders-data
      slack_bot:
        token: \${ORDERS_SLACK_TOKEN}
        app_token: \${ORDERS_SLACK_APP_TOKEN}
        signing_secret: \${ORDERS_SLACK_SIGNING_SECRET}
        conversation: ${CONVERSATION}
  routes:
    - to: orders-data
      owner: Order management
`;
}

async function ask<T>(...args: string[]): Promise<T> {
  // Asked again and again, it must leave the machine to the service.
  await sleep(1000);
  const answer = await askCommandLine<T>(args, variables);
  if (answer === null) throw new Error(`the command line does not answer: ${args.join(" ")}\n${service.stderr().slice(-3000)}`);
  return answer;
}

/** Those that are not resolved. */
async function incidents(): Promise<IncidentsDocument["incidents"]> {
  return (await ask<IncidentsDocument>("incidents")).incidents;
}

async function untilRead(snapshots: number): Promise<void> {
  const read = await until(170_000, async () => {
    const { runs } = await ask<RunsDocument>("runs", "--limit", "100");
    const ids = new Set(runs.filter(({ state }) => state === "succeeded").map(({ snapshotId }) => snapshotId));
    return ids.size >= snapshots ? true : null;
  });
  expect(read, service.stderr().slice(-2000)).toBe(true);
}

async function untilMessage(is: (message: HeldMessage, at: number) => boolean): Promise<HeldMessage> {
  const found = await until(90_000, () => slack.messages.find(is));
  if (found === null)
    throw new Error(`no such message came\n${JSON.stringify(slack.messages.map(({ text }) => text))}\n${service.stderr().slice(-3000)}`);
  return found;
}

/** Every address in a message. */
function linksOf({ blocks }: HeldMessage): string[] {
  const written = JSON.stringify(blocks).matchAll(/https?:\/\/[^"|>\\]+/g);
  return [...new Set([...written].map(([link]) => link.replaceAll("&amp;", "&")))];
}

function buttonOf({ blocks }: HeldMessage, words: RegExp): { actionId: string; value: string } {
  const elements = blocks.flatMap(
    (block) => (block["elements"] ?? []) as { action_id?: string; value?: string; text?: { text?: string } }[],
  );
  const button = elements.find(({ text }) => words.test(text?.text ?? ""));
  if (button?.action_id === undefined || button.value === undefined) throw new Error(`no button says ${words.source}`);
  return { actionId: button.action_id, value: button.value };
}

/** Of the first page, in points. */
function sizeOf(pdf: Buffer): number[] {
  const [, ...box] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf.toString("latin1")) ?? [];
  return box.map((side) => Math.round(Number(side)));
}
