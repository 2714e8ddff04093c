import { z } from "zod";
import { type EntryFault, PASTED_KEYS, type PastedKey, type PastedSecrets, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { CHANNEL_KINDS, type ChannelKind } from "#lib/names.ts";
import {
  dropEmpty,
  isVariableName,
  mapOf,
  oneOrMany,
  readSecret,
  restOf,
  textOf,
  textsOf,
  writeSecret,
} from "../../../_entries/written.ts";

/** `paste`: the value is typed and kept apart, never with the other fields. `stored`: it was pasted before, and `at` is its file. */
export const ChannelSecret = z.object({ from: z.enum(["paste", "variable", "file", "stored"]), at: z.string() });
export type ChannelSecret = z.infer<typeof ChannelSecret>;

/** Quiet hours; without both times there are none. Days: none is every day. */
export const QuietFields = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(z.string()),
  timeZone: z.string(),
  but: z.array(z.string()),
});
export type QuietFields = z.infer<typeof QuietFields>;

const NO_QUIET: QuietFields = { from: "", to: "", days: [], timeZone: "", but: [] };

/** A channel as its form keeps it; without any secret. */
export const ChannelFields = z.object({
  name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  conversation: z.string(),
  secrets: z.record(z.enum(PASTED_KEYS), ChannelSecret),
  /** Ids of Slack users; none: everybody. */
  users: z.array(z.string()),
  quiet: QuietFields,
  /** Keys that the form does not show. */
  rest: WrittenEntry,
  restOfBot: WrittenEntry,
});
export type ChannelFields = z.infer<typeof ChannelFields>;

/** The secrets of each kind of channel, in the order of the form. */
export const SECRETS_OF: Readonly<Record<ChannelKind, readonly { key: PastedKey; label: string; isOptional?: true }[]>> = {
  slack_webhook: [{ key: "slack_webhook.url", label: "Webhook URL" }],
  slack_bot: [
    { key: "slack_bot.token", label: "Bot token" },
    { key: "slack_bot.app_token", label: "App token, for buttons over Socket Mode (optional)", isOptional: true },
    { key: "slack_bot.signing_secret", label: "Signing secret, for buttons over your own address (optional)", isOptional: true },
  ],
  webhook: [
    { key: "webhook.url", label: "URL of your program" },
    { key: "webhook.secret", label: "Signing secret" },
  ],
};

const secretsFrom = (secretOf: (key: PastedKey) => ChannelSecret): ChannelFields["secrets"] => ({
  "slack_webhook.url": secretOf("slack_webhook.url"),
  "slack_bot.token": secretOf("slack_bot.token"),
  "slack_bot.app_token": secretOf("slack_bot.app_token"),
  "slack_bot.signing_secret": secretOf("slack_bot.signing_secret"),
  "webhook.url": secretOf("webhook.url"),
  "webhook.secret": secretOf("webhook.secret"),
});

export const NO_CHANNEL: ChannelFields = {
  name: "",
  kind: "slack_webhook",
  conversation: "",
  secrets: secretsFrom(() => ({ from: "paste", at: "" })),
  users: [],
  quiet: NO_QUIET,
  rest: {},
  restOfBot: {},
};

/** The item of `notifications.channels` that the fields say, without what is pasted. Pure. */
export function writeChannel({ name, kind, conversation, secrets, users, quiet, rest, restOfBot }: ChannelFields): WrittenEntry {
  const parts = Object.fromEntries(
    SECRETS_OF[kind].map(({ key }) => [key.split(".")[1] ?? key, writeChannelSecret(secrets[key])] as const),
  );
  const inner = kind === "slack_bot" ? { ...parts, conversation: conversation.trim(), users: [...users], ...restOfBot } : parts;
  return { ...dropEmpty({ name: name.trim(), quiet_hours: writeQuiet(quiet) }), [kind]: dropEmpty(inner), ...rest };
}

function writeQuiet({ from, to, days, timeZone, but }: QuietFields): WrittenEntry | undefined {
  if (from === "" && to === "") return undefined;
  return dropEmpty({ from, to, days: oneOrMany(days), time_zone: timeZone.trim(), but: oneOrMany(but) });
}

function readQuiet(written: Record<string, unknown>): QuietFields {
  return {
    from: textOf(written["from"]),
    to: textOf(written["to"]),
    days: textsOf(written["days"]),
    timeZone: textOf(written["time_zone"]),
    but: textsOf(written["but"]),
  };
}

function writeChannelSecret({ from, at }: ChannelSecret): WrittenEntry[string] | undefined {
  if (from === "paste") return undefined;
  return writeSecret({ from: from === "stored" ? "file" : from, at });
}

/** The fields of an item of `notifications.channels`. Pure. */
export function readChannel(written: WrittenEntry): ChannelFields {
  const kind = CHANNEL_KINDS.find((one) => written[one] !== undefined) ?? "slack_webhook";
  const bot = mapOf(written["slack_bot"]);
  return {
    name: textOf(written["name"]),
    kind,
    conversation: textOf(bot["conversation"]),
    secrets: secretsFrom((key) => {
      const [group = "", name = ""] = key.split(".");
      const found = mapOf(written[group])[name];
      if (found === undefined) return { from: "paste", at: "" };
      const { from, at } = readSecret(found);
      return { from: from === "file" ? (/\/secrets\/pasted\/channel-/.test(at) ? "stored" : "file") : "variable", at };
    }),
    users: textsOf(bot["users"]),
    quiet: readQuiet(mapOf(written["quiet_hours"])),
    rest: restOf(written, ["name", "quiet_hours", ...CHANNEL_KINDS]),
    restOfBot: restOf(bot as WrittenEntry, ["token", "app_token", "signing_secret", "conversation", "users"]),
  };
}

/** What of the pasted values is sent with the fields. Pure. */
export function pastedOf({ kind, secrets }: ChannelFields, pasted: PastedSecrets): PastedSecrets {
  const keys = SECRETS_OF[kind].map(({ key }) => key).filter((key) => secrets[key].from === "paste" && (pasted[key] ?? "").trim() !== "");
  return Object.fromEntries(keys.map((key) => [key, pasted[key] ?? ""]));
}

/** What was left empty, field by field. Pure. */
export function emptyFaults(fields: ChannelFields, pasted: PastedSecrets): EntryFault[] {
  const { name, kind, conversation, secrets, quiet } = fields;
  const faults: EntryFault[] = name.trim() === "" ? [{ path: "name", message: "Enter a name for the channel." }] : [];
  for (const { key, label, isOptional } of SECRETS_OF[kind]) {
    const { from, at } = secrets[key];
    const isEmpty = from === "paste" ? (pasted[key] ?? "").trim() === "" : at.trim() === "";
    if (isEmpty && isOptional !== true) faults.push({ path: key, message: `${WAYS[from]} the ${lower(label)}.` });
    else if (from === "variable" && !isEmpty && !isVariableName(at))
      faults.push({ path: key, message: "This is not the name of a variable. To enter the secret itself, choose “Paste”." });
  }
  if (kind === "slack_bot" && conversation.trim() === "")
    faults.push({ path: "slack_bot.conversation", message: "Enter the id of the Slack channel, such as C0123456789." });
  if ((quiet.from === "") !== (quiet.to === ""))
    faults.push({ path: `quiet_hours.${quiet.from === "" ? "from" : "to"}`, message: "Enter both times, or neither." });
  return faults;
}

const WAYS: Readonly<Record<ChannelSecret["from"], string>> = {
  paste: "Paste",
  variable: "Name the variable that contains",
  file: "Name the file that contains",
  stored: "Paste",
};

function lower(label: string): string {
  return label.startsWith("URL") ? label : `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
}
