/**
 * Slack's published rules for messages (docs.slack.dev, Block Kit reference), held strictly: what Slack would refuse is refused, and what it
 * would take in silence but nobody means (an unknown field) as well. Knows nothing of who sends.
 */

type Json = Record<string, unknown>;
type Check = (value: unknown, at: string) => string[];

const BLOCKS_MAX = 50;

/** What is wrong with a list of blocks; empty: nothing. */
export function findBlockFaults(blocks: unknown): string[] {
  if (!Array.isArray(blocks)) return ["blocks: no list"];
  if (blocks.length > BLOCKS_MAX) return [`blocks: ${blocks.length}, at most ${BLOCKS_MAX}`];
  const ids = new Map<string, number>();
  const faults = blocks.flatMap((block: unknown, at) => {
    const id = isObject(block) ? block["block_id"] : undefined;
    if (typeof id === "string") ids.set(id, (ids.get(id) ?? 0) + 1);
    return checkBlock(block, `blocks[${at}]`);
  });
  return [...faults, ...[...ids].flatMap(([id, count]) => (count > 1 ? [`block_id ${id}: twice`] : []))];
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const text =
  (min: number, max: number): Check =>
  (value, at) => {
    if (typeof value !== "string") return [`${at}: no text`];
    if (value.length < min) return [`${at}: ${value.length} characters, at least ${min}`];
    return value.length > max ? [`${at}: ${value.length} characters, at most ${max}`] : [];
  };

const flag: Check = (value, at) => (typeof value === "boolean" ? [] : [`${at}: neither true nor false`]);
const oneOf =
  (...allowed: string[]): Check =>
  (value, at) =>
    allowed.includes(String(value)) ? [] : [`${at}: ${String(value)} is none of ${allowed.join(", ")}`];

const list =
  (min: number, max: number, item: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return [`${at}: no list`];
    if (value.length < min || value.length > max) return [`${at}: ${value.length} items, from ${min} to ${max}`];
    return value.flatMap((one, index) => item(one, `${at}[${index}]`));
  };

/** Fields that must be there, and those that may. */
const object =
  (must: Record<string, Check>, may: Record<string, Check> = {}): Check =>
  (value, at) => {
    if (!isObject(value)) return [`${at}: no object`];
    const missing = Object.keys(must).flatMap((name) => (value[name] === undefined ? [`${at}.${name}: missing`] : []));
    const checks = { ...must, ...may };
    const wrong = Object.entries(value).flatMap(([name, field]) => checks[name]?.(field, `${at}.${name}`) ?? [`${at}.${name}: not known`]);
    return [...missing, ...wrong];
  };

const url: Check = (value, at) => {
  const faults = text(1, 3000)(value, at);
  return faults.length > 0 || (URL.canParse(String(value)) && /^https?:/.test(String(value))) ? faults : [`${at}: no web address`];
};

const plainText = (max: number): Check => object({ type: oneOf("plain_text"), text: text(1, max) }, { emoji: flag });
const mrkdwnText = (max: number): Check => object({ type: oneOf("mrkdwn"), text: text(1, max) }, { verbatim: flag });
const anyText =
  (max: number): Check =>
  (value, at) =>
    isObject(value) && value["type"] === "plain_text" ? plainText(max)(value, at) : mrkdwnText(max)(value, at);

const button = object(
  { type: oneOf("button"), text: plainText(75) },
  { action_id: text(1, 255), url, value: text(1, 2000), style: oneOf("primary", "danger"), accessibility_label: text(1, 75) },
);
const actions: Check = (value, at) => {
  const ids = Array.isArray(value)
    ? value.flatMap((one: unknown) => (isObject(one) && typeof one["action_id"] === "string" ? [one["action_id"]] : []))
    : [];
  return [...list(1, 25, button)(value, at), ...(new Set(ids).size === ids.length ? [] : [`${at}: an action_id twice`])];
};

const blockId = { block_id: text(1, 255) };
const BLOCKS: Record<string, Check> = {
  header: object({ type: oneOf("header"), text: plainText(150) }, blockId),
  section: (value, at) => {
    const faults = object(
      { type: oneOf("section") },
      { ...blockId, text: anyText(3000), fields: list(1, 10, anyText(2000)), accessory: button, expand: flag },
    )(value, at);
    const empty = isObject(value) && value["text"] === undefined && value["fields"] === undefined;
    return empty ? [...faults, `${at}: neither text nor fields`] : faults;
  },
  context: object({ type: oneOf("context"), elements: list(1, 10, anyText(3000)) }, blockId),
  actions: object({ type: oneOf("actions"), elements: actions }, blockId),
  divider: object({ type: oneOf("divider") }, blockId),
};

function checkBlock(block: unknown, at: string): string[] {
  const type = isObject(block) ? String(block["type"]) : "";
  return BLOCKS[type]?.(block, at) ?? [`${at}: no block that is known here, but ${type}`];
}
