import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { isMap } from "#lib/config/is-map.ts";
import { parseYaml } from "#lib/config/yaml-document.ts";
import { decodeConfig } from "#lib/config/yaml-text.ts";
import { ENTRY_LISTS } from "#lib/contracts/entry-kinds.ts";
import { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import { ENTRY_KINDS, type EntryKind } from "#lib/names.ts";

/**
 * The catalogs, stores, schema registries, tables and channels in a YAML text: as bergwatch.yaml has them, or a list of tables. `-` is standard input. Whether each
 * is right is judged later, with everything else. Throws AppError usage for what is neither, with its line.
 */
export async function readEntries(file: string): Promise<{ kind: EntryKind; written: WrittenEntry }[]> {
  const what = file === "-" ? "Standard input" : file;
  const decoded = decodeConfig(await readAll(file));
  if ("fault" in decoded) throw new AppError("usage", `${what}: ${decoded.fault.message}`);
  const parsed = parseYaml(decoded.text);
  const faults = "faults" in parsed ? parsed.faults : parsed.document.faults;
  const [fault] = faults;
  if (fault !== undefined) throw new AppError("usage", `${what}, line ${fault.line}: ${fault.message}`);
  const value = "document" in parsed ? parsed.document.value : null;
  const lists = flatLists(Array.isArray(value) ? { tables: value } : isMap(value) ? value : {});
  const other = Object.keys(lists).find((key) => !ENTRY_KINDS.some((kind) => ENTRY_LISTS[kind] === key) && !key.startsWith("x-"));
  if (other !== undefined)
    throw new AppError(
      "usage",
      `${what} holds "${other.slice(0, 60)}", which cannot be entered: only tables, catalogs, stores, schema_registries and notifications.channels can. Put it into bergwatch.yaml.`,
    );
  const entries = ENTRY_KINDS.flatMap((kind) => {
    const list = ENTRY_LISTS[kind];
    const items = lists[list] ?? [];
    if (!Array.isArray(items)) throw new AppError("usage", `${what}: ${list} is not a list.`);
    return items.map((item: unknown, index) => {
      const written = WrittenEntry.safeParse(item);
      if (!written.success)
        throw new AppError("usage", `${what}: ${list}[${index}] is not a map of settings such as name, location and key.`);
      return { kind, written: written.data };
    });
  });
  if (entries.length > 0) return entries;
  throw new AppError(
    "usage",
    `${what} contains no entries: write a list of tables, or tables, catalogs, stores, schema_registries and notifications.channels as bergwatch.yaml has them.`,
  );
}

/** With the keys below `notifications` as keys of their own: `notifications.channels`. */
function flatLists(value: Record<string, unknown>): Record<string, unknown> {
  const { notifications, ...lists } = value;
  if (notifications === undefined) return lists;
  if (!isMap(notifications)) return { ...lists, notifications };
  return { ...lists, ...Object.fromEntries(Object.entries(notifications).map(([key, part]) => [`notifications.${key}`, part])) };
}

async function readAll(file: string): Promise<Uint8Array> {
  if (file === "-") return new TextEncoder().encode(await text(process.stdin));
  try {
    return await readFile(file);
  } catch (cause) {
    throw new AppError("usage", `${file} cannot be read. Check the path and the rights to read it.`, { cause });
  }
}
