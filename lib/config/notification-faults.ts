import { didYouMean } from "#lib/config/did-you-mean.ts";
import { isMap } from "#lib/config/is-map.ts";
import { show } from "#lib/config/scalars.ts";
import type { Path } from "#lib/config/yaml-document.ts";

interface Fault {
  path: Path;
  message: string;
}

const KINDS = ["slack_webhook", "slack_bot", "webhook"];

/**
 * What is wrong with the parts of `notifications` taken together: a channel of no kind or of two, two of one name, a name that no channel
 * has. Looks at the file as it is written, so that it reports these whatever else is wrong. `lineOf`: the line of a path; `channels`: those
 * added in the settings, null where they are not known.
 */
export function notificationFaults(
  written: unknown,
  { channels: entered, lineOf }: { channels: readonly string[] | null; lineOf: (path: Path) => number },
): Fault[] {
  if (!isMap(written)) return [];
  const channels = listOf(written["channels"]);
  const names = channels.map((channel) => (isMap(channel) && typeof channel["name"] === "string" ? channel["name"] : null));
  const faults = channels.flatMap((channel, index) => kindFaults(channel, ["notifications", "channels", index]));
  for (const [index, name] of names.entries()) {
    const earlier = names.findIndex((other) => name !== null && other?.toLowerCase() === name.toLowerCase());
    if (name === null || earlier === index) continue;
    const line = lineOf(["notifications", "channels", earlier, "name"]);
    const message = `A channel named "${show(name)}" is already on line ${line}. Names are not case-sensitive. Choose another name.`;
    faults.push({ path: ["notifications", "channels", index, "name"], message });
  }
  if (entered === null) return faults;
  const known = [...names.filter((name) => name !== null), ...entered];
  for (const [index, route] of listOf(written["routes"]).entries())
    faults.push(...targetFaults(route, ["notifications", "routes", index], known));
  return [...faults, ...targetFaults(written["digest"], ["notifications", "digest"], known)];
}

/** A channel of no kind, or of two. */
export function kindFaults(channel: unknown, path: Path): Fault[] {
  if (!isMap(channel)) return [];
  const [first, second] = KINDS.filter((kind) => channel[kind] !== undefined);
  if (first === undefined) return [{ path, message: `The channel has no destination. Give it one of ${KINDS.join(", ")}.` }];
  if (second === undefined) return [];
  return [{ path: [...path, second], message: `${first} and ${second} are both given. Keep one: another channel may take the other.` }];
}

function targetFaults(target: unknown, path: Path, known: readonly string[]): Fault[] {
  if (!isMap(target)) return [];
  const { to } = target;
  const written = typeof to === "string" ? [to] : listOf(to);
  return written.flatMap((name, index): Fault[] => {
    if (typeof name !== "string" || name === "" || known.some((one) => one.toLowerCase() === name.toLowerCase())) return [];
    const hint = didYouMean(name, known);
    const list =
      known.length === 0
        ? "There are no channels yet: add one in the settings or under notifications.channels."
        : `Known are ${known.join(", ")}.`;
    const message = `No channel is named "${show(name)}".${hint === "" ? ` ${list}` : hint}`;
    return [{ path: typeof to === "string" ? [...path, "to"] : [...path, "to", index], message }];
  });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
