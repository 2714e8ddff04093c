import type { Channel, QuietHours, Route } from "#lib/contracts/notification-settings.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import type { IncidentCheck, Severity } from "#lib/names.ts";
import { joinWords } from "#lib/words.ts";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** What the settings say of a channel, as facts with a name each. Nothing of it is a secret: only where those lie. Pure. */
export function sayChannelFacts(channel: Channel): { name: string; value: string; code?: string }[] {
  switch (channel.kind) {
    case "slack_webhook":
      return [secret("Webhook URL", channel.url)];
    case "slack_bot":
      return [
        { name: "Slack channel", value: "", code: channel.conversation },
        secret("Token", channel.token),
        { name: "Buttons", value: sayButtons(channel) },
        ...(channel.appToken === null ? [] : [secret("App token", channel.appToken)]),
        ...(channel.signingSecret === null ? [] : [secret("Signing secret", channel.signingSecret)]),
        ...(channel.users === null ? [] : [{ name: "Who may press", value: "", code: channel.users.join(", ") }]),
      ];
    case "webhook":
      return [secret("URL", channel.url), secret("Signing secret", channel.secret)];
  }
}

function secret(name: string, place: SecretPlace): { name: string; value: string; code?: string } {
  if (place.from === "environment") return { name, value: "variable", code: place.name };
  return isPasted(place.path) ? { name, value: "stored, hidden" } : { name, value: "file", code: place.path };
}

function sayButtons({ appToken, signingSecret }: Extract<Channel, { kind: "slack_bot" }>): string {
  if (appToken !== null) return "over Socket Mode";
  return signingSecret === null ? "none, links only" : "at /api/slack/interactions, signed";
}

/** What to do when the other side accepts nothing any more. Pure. */
export function sayMend(channel: Channel): string {
  const what = channel.kind === "slack_bot" ? "token" : "URL";
  const place = channel.kind === "slack_bot" ? channel.token : channel.url;
  if (place.from === "environment") return `If the ${what} changed, set the variable ${place.name}, restart Bergwatch, and send a test.`;
  return isPasted(place.path)
    ? `If the ${what} changed, edit the channel, paste the new one, and send a test.`
    : `If the ${what} changed, write the new one into ${place.path}, and send a test.`;
}

/** Whether a path is a file that Bergwatch wrote for a pasted secret. Pure. */
function isPasted(path: string): boolean {
  return /\/secrets\/pasted\/channel-/.test(path);
}

/** `22:00–07:00, every day (Europe/Berlin); alerts are sent anyway`. Pure. */
export function sayQuietHours({ from, to, days, timeZone, but }: QuietHours): string {
  const span = from === to && from === "00:00" ? "all day" : `${from}–${to}`;
  const all = but.length === 0 ? "" : `; ${but.map((severity) => SEVERITY_MANY[severity].toLowerCase()).join(" and ")} are sent anyway`;
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

export const SEVERITY_MANY: Readonly<Record<Severity, string>> = { alert: "Alerts", warn: "Warnings" };

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
