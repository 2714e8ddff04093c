import { z } from "zod";
import { isMap } from "#lib/config/is-map.ts";
import type { WrittenEntry } from "#lib/contracts/settings-entries.ts";

/** What a field of a form holds becomes a part of an entry, and the other way round. Pure. */

type Json = WrittenEntry[string];

/** A reference to a secret as a form's fields hold it; `text`: no secret, where the text itself may stand. */
export const SecretField = z.object({ from: z.enum(["variable", "file", "text"]), at: z.string() });
export type SecretField = z.infer<typeof SecretField>;

export const NO_SECRET: SecretField = { from: "variable", at: "" };

/** Whether it can be a variable's name, bare or as the file writes it. */
export function isVariableName(text: string): boolean {
  return /^(?:[A-Za-z_][A-Za-z0-9_]*|\$\{[A-Za-z_][A-Za-z0-9_]*\})$/.test(text.trim());
}

/** As the file writes it; undefined: nothing was filled in. */
export function writeSecret({ from, at }: SecretField): Json | undefined {
  const trimmed = at.trim();
  if (trimmed === "") return undefined;
  if (from === "file") return { file: trimmed };
  return from === "text" ? trimmed : `\${${/^\$\{(.*)\}$/.exec(trimmed)?.[1] ?? trimmed}}`;
}

export function readSecret(written: unknown): SecretField {
  const { env, file } = mapOf(written);
  if (typeof env === "string") return { from: "variable", at: env };
  if (typeof file === "string") return { from: "file", at: file };
  if (typeof written !== "string") return NO_SECRET;
  const [, name] = /^\$\{(.*)\}$/.exec(written) ?? [];
  return name === undefined ? { from: "text", at: written } : { from: "variable", at: name };
}

/** Without what was left empty: no key, no list without items, no map without keys. */
export function dropEmpty(parts: Record<string, Json | undefined>): WrittenEntry {
  const isFilled = (value: Json | undefined) =>
    value !== undefined && value !== "" && !(typeof value === "object" && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(parts).filter((part): part is [string, Json] => isFilled(part[1])));
}

/** A list with one item is that item, as people write it. */
export function oneOrMany(items: readonly string[]): Json | undefined {
  return items.length === 0 ? undefined : items.length === 1 ? items[0] : [...items];
}

export function textOf(written: unknown): string {
  return typeof written === "string" || typeof written === "number" ? String(written) : "";
}

export function textsOf(written: unknown): string[] {
  if (Array.isArray(written)) return written.map(textOf).filter((text) => text !== "");
  const text = textOf(written);
  return text === "" ? [] : [text];
}

export function mapOf(written: unknown): Record<string, unknown> {
  return isMap(written) ? written : {};
}

/** What a form does not show, to be kept as it is. */
export function restOf(written: WrittenEntry, shown: readonly string[]): WrittenEntry {
  return Object.fromEntries(Object.entries(written).filter(([key]) => !shown.includes(key)));
}

/** Lines of a text that hold something. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
