import type { Channel, QuietHours, Route } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import type { IncidentCheck, Severity } from "#lib/names.ts";
import { joinWords } from "#lib/words.ts";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** What the settings say of a channel, as facts with a name each. Nothing of it is a secret: only where those lie. Pure. */
export function sayChannelFacts(channel: Channel): { name: string; value: string; code?: string }[] {
  switch (channel.kind) {
    case "slack_webhook":
      return [secret("Address", channel.url)];
    case "slack_bot":
      return [
        { name: "Conversation", value: "", code: channel.conversation },
        secret("Token", channel.token),
        { name: "Buttons", value: sayButtons(channel) },
        ...(channel.appToken === null ? [] : [secret("App token", channel.appToken)]),
        ...(channel.signingSecret === null ? [] : [secret("Signing secret", channel.signingSecret)]),
        ...(channel.users === null ? [] : [{ name: "Who may press", value: "", code: channel.users.join(", ") }]),
      ];
    case "webhook":
      return [secret("Address", channel.url), secret("Secret", channel.secret)];
  }
}

function secret(name: string, place: SecretPlace): { name: string; value: string; code: string } {
  return place.from === "environment"
    ? { name, value: "the worker’s environment variable", code: place.name }
    : { name, value: "a file on the worker’s machine:", code: place.path };
}

function sayButtons({ appToken, signingSecret }: Extract<Channel, { kind: "slack_bot" }>): string {
  if (appToken !== null) return "over Socket Mode";
  return signingSecret === null ? "none: links stand in their place" : "at /api/slack/interactions, signed";
}

/** What has to be set anew when the other side takes nothing any more, such as "the address in SLACK_WEBHOOK_URL". Pure. */
export function sayWhatToSet(channel: Channel): string {
  const place = channel.kind === "slack_bot" ? channel.token : channel.url;
  return `${channel.kind === "slack_bot" ? "token" : "address"} in ${place.from === "environment" ? place.name : place.path}`;
}

/** `22:00–07:00, every day (Europe/Berlin); alerts come all the same`. Pure. */
export function sayQuietHours({ from, to, days, timeZone, but }: QuietHours): string {
  const span = from === to && from === "00:00" ? "all day" : `${from}–${to}`;
  const all = but.length === 0 ? "" : `; ${but.map((severity) => SEVERITY_MANY[severity].toLowerCase()).join(" and ")} come all the same`;
  return `${span}, ${sayDays(days)} (${timeZone})${all}`;
}

function sayDays(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  if (sorted.length === 7) return "every day";
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? first;
  const isRun = sorted.length > 2 && last - first === sorted.length - 1;
  return isRun ? `${dayWord(first)} to ${dayWord(last)}` : joinWords(sorted.map(dayWord));
}

function dayWord(day: number): string {
  return DAYS[day - 1] ?? "";
}

const SEVERITY_MANY: Readonly<Record<Severity, string>> = { alert: "Alerts", warn: "Warnings" };

/** Of what a route speaks: `Alerts about Duplicate rows, of tables tagged finance and owned by Payments`. Pure. */
export function sayRoute(
  { owners, tags, tables, severities, checks }: Omit<Route, "to" | "stop">,
  titleOf: (check: IncidentCheck) => string,
): string {
  const what =
    severities === null
      ? "Everything"
      : joinWords(
          severities.map((one) => SEVERITY_MANY[one]),
          "or",
        ).replace(/ or W/, " and w");
  const about = checks === null ? "" : ` about ${joinWords(checks.map(titleOf), "or")}`;
  const of = [
    ...(tables === null ? [] : [`named ${joinWords(tables, "or")}`]),
    ...(tags === null ? [] : [`tagged ${joinWords(tags, "or")}`]),
    ...(owners === null ? [] : [`owned by ${joinWords(owners, "or")}`]),
  ];
  return `${what}${about}${of.length === 0 ? "" : `, of tables ${of.join(" and ")}`}`;
}
