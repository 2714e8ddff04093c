import { z } from "zod";
import type { MatchRule } from "#lib/contracts/catalog-requests.ts";
import { TABLE_KINDS } from "#lib/names.ts";
import { dropEmpty, linesOf, mapOf, textOf, textsOf } from "./written.ts";

/** The form of many tables by a pattern. */
export const MatchFields = z.object({
  pattern: z.string(),
  keyBy: z.enum(["identifier", "columns"]),
  /** A key a line, its columns divided by commas. */
  keys: z.string(),
  /** Empty: as each was recognised. */
  kind: z.enum(["", ...TABLE_KINDS]),
  owner: z.string(),
  tags: z.array(z.string()),
  masked: z.string(),
  /** Empty: as the defaults say. */
  schemaRegistry: z.string(),
  every: z.string(),
});
export type MatchFields = z.infer<typeof MatchFields>;

export function beginMatch(pattern: string): MatchFields {
  return { pattern, keyBy: "identifier", keys: "", kind: "", owner: "", tags: [], masked: "", schemaRegistry: "", every: "" };
}

/** What is asked of the catalog. Pure. */
export function writeMatch({ pattern, keyBy, keys, kind, owner, tags, masked, schemaRegistry, every }: MatchFields): MatchRule {
  return {
    pattern: pattern.trim(),
    key: keyBy === "identifier" ? { by: "identifier" } : { by: "columns", keys: linesOf(keys).map(columnsOf) },
    shared: dropEmpty({
      kind,
      owner: owner.trim(),
      tags: [...tags],
      masked: columnsOf(masked),
      schema_registry: schemaRegistry,
      schedule: every.trim() === "" ? undefined : { every: every.trim() },
    }),
  };
}

/** The form as somebody filled it in who asked this. Pure. */
export function readMatch({ pattern, key, shared }: MatchRule): MatchFields {
  return {
    pattern,
    keyBy: key.by,
    keys: key.by === "columns" ? key.keys.map((columns) => columns.join(", ")).join("\n") : "",
    kind: TABLE_KINDS.find((kind) => kind === shared["kind"]) ?? "",
    owner: textOf(shared["owner"]),
    tags: textsOf(shared["tags"]),
    masked: textsOf(shared["masked"]).join(", "),
    schemaRegistry: textOf(shared["schema_registry"]),
    every: textOf(mapOf(shared["schedule"])["every"]),
  };
}

/** Why it cannot be asked so; null: it can. Pure. */
export function faultOfMatch({ pattern, keyBy, keys }: MatchFields): string | null {
  if (pattern.trim() === "") return "Write a pattern, such as shop.* or ** for all.";
  if (keyBy === "columns" && linesOf(keys).length === 0) return "Write at least one key: its columns on a line, divided by commas.";
  return linesOf(keys).length > 20 ? "At most 20 keys can be tried." : null;
}

function columnsOf(line: string): string[] {
  return line
    .split(",")
    .map((column) => column.trim())
    .filter((column) => column !== "");
}
