import { describe, expect, test } from "vitest";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { loadConfig } from "#lib/config/load-config.ts";
import { prepareEntries, refuseRemoval, type StoredEntry } from "#lib/config/prepare-entries.ts";
import { type GivenEntry, takeEntries } from "#lib/config/take-entries.ts";
import { writeYaml } from "#lib/config/write-yaml.ts";
import { ENTERED_DEFAULTS } from "#lib/contracts/entered-bounds.ts";
import type { FileParts } from "#lib/contracts/service-state.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";

const OPEN = boundsOf(ENTERED_DEFAULTS, { host: "127.0.0.1", dataDir: "/data" });
const FILE = "/etc/bergwatch.yaml";
const NO_FILE: FileParts = { defaults: null, tables: [], catalogs: [], stores: [] };
const channel = (written: WrittenEntry): GivenEntry => ({ kind: "channel", written });
const url = { file: "/data/secrets/hook" };
const hook = (name: string): GivenEntry => channel({ name, slack_webhook: { url } });
const ALL = [
  hook("orders"),
  channel({
    name: "oncall",
    slack_bot: { token: "${BERGWATCH_SECRET_BOT}", conversation: "C0123456789", app_token: { env: "BERGWATCH_SECRET_APP" } },
    quiet_hours: { from: "22:00", to: "07:00", time_zone: "Europe/Berlin", but: "alert" },
  }),
  channel({ name: "own", webhook: { url, secret: "${BERGWATCH_SECRET_SIGN}" } }),
];

function faultsOf(entry: GivenEntry, file: FileParts | null = null): string[] {
  return (takeEntries({ file, entries: [entry], bounds: OPEN }).faults[0] ?? []).map(({ path, message }) => `${path}: ${message}`);
}

test("an entered channel is what the same item of the file is, but for the mark that it was entered", () => {
  const taken = takeEntries({ file: null, entries: ALL, bounds: OPEN });
  const loaded = loadConfig(JSON.stringify({ notifications: { channels: ALL.map(({ written }) => written) } }), { file: FILE });
  expect(taken.faults.flat()).toEqual([]);
  expect(loaded.ok && loaded.config.service.notifications.channels.map((one) => ({ ...one, entered: true }))).toEqual(taken.channels);
});

test("what is exported is a whole file with the same channels, which leaves open what is watched", () => {
  const loaded = loadConfig(writeYaml(ALL, { at: new Date() }), { file: FILE });
  const taken = takeEntries({ file: null, entries: ALL, bounds: OPEN });
  expect(loaded).toMatchObject({ ok: true, config: { hasTables: false } });
  expect(loaded.ok && loaded.config.service.notifications.channels.map((one) => ({ ...one, entered: true }))).toEqual(taken.channels);
});

describe("what is wrong with a channel is said at its key", () => {
  test.each<[string, WrittenEntry, RegExp]>([
    ["no destination", { name: "a" }, /^: The channel has no destination/],
    ["two destinations", { ...hook("a").written, webhook: { url, secret: url } }, /^webhook: slack_webhook and webhook are both given/],
    ["no name", { slack_webhook: { url } }, /^name: name is missing: say what the channel is called/],
    ["no address", { name: "a", slack_webhook: {} }, /^slack_webhook.url: url is missing/],
    ["a variable that is not for entries", { name: "a", slack_webhook: { url: "${PATH}" } }, /^slack_webhook.url: This variable may not/],
    ["a file elsewhere", { name: "a", webhook: { url: { file: "/etc/passwd" }, secret: url } }, /^webhook.url: This file may not/],
    [
      "a signing secret elsewhere",
      { name: "a", slack_bot: { token: url, conversation: "C0123456789", signing_secret: "${HOME}" } },
      /^slack_bot.signing_secret: This variable may not/,
    ],
    ["an unknown key", { ...hook("a").written, color: "red" }, /^(?:color)?: .*color/],
    ["quiet forever", { ...hook("a").written, quiet_hours: { from: "07:00", to: "07:00" } }, /^quiet_hours.to: It would be quiet forever/],
  ])("%s", (_, written, message) => {
    expect(faultsOf(channel(written))).toEqual([expect.stringMatching(message)]);
  });

  test("a name that the file has", () => {
    expect(faultsOf(hook("Orders"), { ...NO_FILE, channels: ["orders"] })).toEqual([
      expect.stringMatching(/^name: The configuration file has a channel named "Orders" already, and the file takes precedence/),
    ]);
  });

  test("the secret itself in place of a reference, which is not repeated", () => {
    const faults = faultsOf(channel({ name: "a", slack_webhook: { url: "https://hooks.slack.com/services/T0/B0/verysecret" } }));
    expect(faults).toEqual([expect.stringMatching(/^slack_webhook.url: /)]);
    expect(faults.join(" ")).not.toContain("verysecret");
  });
});

describe("routes of the file", () => {
  const text = "notifications:\n  routes:\n    - to: orders\n  digest: { to: orders }\n";

  test("name a channel that was entered, by its own spelling, and keep it from being removed", () => {
    const loaded = loadConfig(text, { file: FILE, channels: ["Orders"] });
    if (!loaded.ok) throw new Error("refused");
    expect(loaded.config.service.notifications).toMatchObject({ routes: [{ to: ["Orders"] }], digest: { to: ["Orders"] } });
    const stored: StoredEntry[] = [{ ...hook("Orders"), name: "Orders", version: 1 }];
    const world = { file: loaded.config.parts, stored, bounds: OPEN };
    expect(refuseRemoval({ kind: "channel", name: "Orders" }, world)).toMatch(/A route or the digest .* sends to the channel "Orders"/);
    expect(refuseRemoval({ kind: "channel", name: "Orders" }, { ...world, file: NO_FILE })).toBeNull();
  });

  test("are at fault with a name that nobody has, but not where it is not known who has it", () => {
    expect(loadConfig(text, { file: FILE, channels: ["other"] })).toMatchObject({ ok: false, faults: [{ line: 3 }, { line: 4 }] });
    expect(loadConfig(text, { file: FILE, channels: null })).toMatchObject({ ok: true });
  });
});

test("a channel keeps its name when it is changed", () => {
  const stored: StoredEntry[] = [{ ...hook("a"), name: "a", version: 3 }];
  const change = (name: string) =>
    prepareEntries([{ kind: "channel", written: { name, slack_webhook: { url } }, version: 3, formerName: "a" }], {
      file: null,
      stored,
      bounds: OPEN,
    });
  expect(change("b")).toMatchObject({ entries: null, faults: [{ path: "name", message: expect.stringMatching(/keeps its name/) }] });
  expect(change("a")).toMatchObject({ faults: [] });
});
