import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { pastedFaults, placePasted, planPasted, removePasted, unusedPasted, writePasted } from "#lib/config/pasted-secrets.ts";
import { takeEntries } from "#lib/config/take-entries.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import type { PastedSecrets } from "#lib/contracts/settings-entries.ts";

const HOOK = "https://hooks.slack.com/services/T0/B0/verysecret";
const asked = (pasted: PastedSecrets, name = "a") => ({ kind: "channel" as const, version: null, written: { name }, pasted });

let dataDir = "";
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "bergwatch-pasted-"));
});
afterEach(async () => await rm(dataDir, { recursive: true }));

test("a pasted value becomes a file that only this user reads, and a reference to it", async () => {
  const { entry, files } = planPasted(asked({ "slack_webhook.url": ` ${HOOK}\n` }, "../../etc/passwd"), dataDir);
  await writePasted(files);
  const [file] = await readdir(join(dataDir, "secrets/pasted"));
  const path = join(dataDir, "secrets/pasted", file ?? "");
  expect(file).toMatch(/^channel-[\da-f-]{36}$/);
  expect(entry).toEqual({ kind: "channel", version: null, written: { name: "../../etc/passwd", slack_webhook: { url: { file: path } } } });
  expect(await readFile(path, "utf8")).toBe(`${HOOK}\n`);
  const modeOf = async (at: string) => ((await stat(at)).mode & 0o777).toString(8);
  expect([await modeOf(path), await modeOf(dirname(path)), await modeOf(join(dataDir, "secrets"))]).toEqual(["600", "700", "700"]);
});

test("what cannot be written leaves nothing behind, and the error does not contain it", async () => {
  await writeFile(join(dataDir, "secrets"), "");
  const { files } = planPasted(asked({ "slack_webhook.url": HOOK }), dataDir);
  const error = await writePasted(files).catch((fault: unknown) => fault);
  expect(String(error)).toMatch(/could not be stored in .*ENOTDIR/);
  expect(String((error as Error).stack)).not.toContain("verysecret");
});

test("only files that Bergwatch named, and that nothing else refers to, count as unused", () => {
  const { entry, files } = planPasted(asked({ "webhook.url": HOOK, "webhook.secret": "s" }), dataDir);
  const paths = files.map(({ path }) => path);
  const unused = (before: unknown, after: unknown) => unusedPasted({ before, after }, dataDir);
  expect(unused(entry.written, [])).toEqual(paths);
  expect(unused(entry.written, [{ kind: "webhook", url: { from: "file", path: paths[0] } }])).toEqual(paths.slice(1));
  for (const other of ["/etc/passwd", join(dataDir, "secrets/hook"), join(dataDir, "secrets/pasted/hook"), `${paths[0]}/../../../x`])
    expect(unused({ slack_webhook: { url: { file: other } } }, [])).toEqual([]);
});

test("a file that is gone already is no error", async () => {
  await expect(removePasted([join(dataDir, "gone")])).resolves.toBeUndefined();
});

const LOCAL = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/data" });
const SERVED = boundsOf(ENTERED_DEFAULTS, { host: "0.0.0.0", dataDir: "/data" });

test.each<[string, PastedSecrets, typeof LOCAL, RegExp | null]>([
  ["Slack's own webhook, on a page that others reach", { "slack_webhook.url": HOOK }, SERVED, null],
  ["Slack's own host for another kind of channel there", { "webhook.url": HOOK }, SERVED, /may not be entered here/],
  ["another host there", { "slack_webhook.url": "https://evil.example/verysecret" }, SERVED, /may not be entered here/],
  ["this machine, on a page that others reach", { "webhook.url": "http://127.0.0.1:9000/verysecret" }, SERVED, /may not be entered here/],
  ["this machine, on a page of this machine", { "webhook.url": "http://127.0.0.1:9000/verysecret" }, LOCAL, null],
  ["a cloud's metadata", { "webhook.url": "https://169.254.169.254/verysecret" }, LOCAL, /this machine's own credentials/],
  ["no encryption", { "webhook.url": "http://example.org/verysecret" }, LOCAL, /not encrypted/],
  ["no address", { "slack_webhook.url": "verysecret" }, LOCAL, /not a web address/],
  ["a password in it", { "slack_webhook.url": "https://me:verysecret@hooks.slack.com/" }, LOCAL, /user name or a password/],
  ["nothing", { "slack_webhook.url": "  " }, LOCAL, /Nothing was pasted/],
  ["a token with a line break", { "slack_bot.token": "xoxb-very\nverysecret" }, LOCAL, /contains spaces/],
])("%s, pasted, is accepted or refused without repeating it", (_, pasted, bounds, message) => {
  const faults = pastedFaults(asked(pasted), bounds);
  expect(faults.map(({ path }) => path)).toEqual(message === null ? [] : Object.keys(pasted));
  expect(faults.map((fault) => fault.message).join()).toMatch(message ?? /^$/);
  expect(JSON.stringify(faults)).not.toContain("verysecret");
});

const MOVED = "secrets/pasted/channel-00000000-0000-4000-8000-000000000001";

test("a secret that was pasted in another data folder is found in this one", () => {
  const bounds = { secrets: ["BERGWATCH_SECRET_*", "/new/secrets", "/shared/secrets"] };
  const placed = (path: string) => placePasted({ webhook: { url: { file: path }, secret: { env: "X" } } }, bounds).webhook;
  for (const path of [`/old/data/${MOVED}`, MOVED, `/new/${MOVED}`]) {
    expect(placed(path)).toEqual({ url: { file: `/new/${MOVED}` }, secret: { env: "X" } });
  }
  for (const path of [`/shared/${MOVED}`, "/old/secrets/pasted/hook", `/old/${MOVED}x`, "/etc/passwd"]) {
    expect(placed(path).url.file).toBe(path);
  }
});

test("a channel with a secret that was pasted in another data folder is taken, and reads it from this one", () => {
  const written = { name: "hook", slack_webhook: { url: { file: `/old/data/${MOVED}` } } };
  const { channels, faults } = takeEntries({ file: null, entries: [{ kind: "channel", written }], bounds: LOCAL });
  expect(faults).toEqual([[]]);
  expect(channels).toMatchObject([{ url: { from: "file", path: `/data/${MOVED}` } }]);
});

test("a file that an entry names by another data folder is in use, and goes with the entry", () => {
  const entry = { slack_webhook: { url: { file: `/old/data/${MOVED}` } } };
  expect(unusedPasted({ before: [`/data/${MOVED}`], after: [entry] }, "/data")).toEqual([]);
  expect(unusedPasted({ before: [entry], after: [] }, "/data")).toEqual([`/data/${MOVED}`]);
});
