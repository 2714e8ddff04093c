import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { isMap } from "#lib/config/is-map.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { EntryFault, PastedKey, SaveEntriesBody } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import { refuseChannelAddress } from "#lib/incidents/channels/channel-address.ts";

/**
 * Secrets that a person pastes into a form. Each goes into a file of its own, `<data>/secrets/pasted/channel-<uuid>`, which only this user can
 * read; the entry gets a reference to that file. No function here returns, logs or throws a pasted value.
 */

type Asked = SaveEntriesBody["entries"][number];

/** A file that is not written yet. */
export interface PastedFile {
  path: string;
  value: string;
}

/** Below a data folder, whatever that was when the secret was pasted. */
const BELOW = /(?:^|\/)secrets\/pasted\/(channel-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;
const NAME = /^channel-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Where files of secrets are that this process shares with workers of the same data folder. Pure. */
export function secretsFolder(dataDir: string): string {
  return resolve(dataDir, "secrets");
}

/**
 * What an entry says, with the files of pasted secrets where this installation has them: below its own data folder, also when they were pasted
 * in another one that was restored here. A file in a folder of `secrets` stays where it is. Pure.
 */
export function placePasted<T>(written: T, { secrets }: Pick<EnteredBounds, "secrets">): T {
  const folders = secrets.filter((one) => one.includes("/"));
  const [own] = folders;
  const place = (value: unknown): unknown => {
    if (typeof value === "string") {
      const name = BELOW.exec(value)?.[1];
      if (name === undefined || own === undefined || folders.some((folder) => value.startsWith(`${folder}/`))) return value;
      return join(own, "pasted", name);
    }
    if (Array.isArray(value)) return value.map(place);
    return isMap(value) ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, place(part)])) : value;
  };
  return place(written) as T;
}

/** What is wrong with the pasted values of an entry, in the order of its keys. Names are not resolved. Pure. */
export function pastedFaults({ kind, pasted = {} }: Pick<Asked, "kind" | "pasted">, bounds: EnteredBounds): EntryFault[] {
  return Object.entries(pasted).flatMap(([path, value]): EntryFault[] => {
    if (kind !== "channel") return [{ path, message: "Only the secrets of a channel can be pasted. Refer to a variable or a file." }];
    const message = pastedFault(path as PastedKey, value.trim(), bounds);
    return message === null ? [] : [{ path, message }];
  });
}

function pastedFault(key: PastedKey, value: string, bounds: EnteredBounds): string | null {
  if (value === "") return "Nothing was pasted.";
  if (key === "slack_webhook.url" || key === "webhook.url") {
    return refuseChannelAddress(key === "webhook.url" ? "webhook" : "slack_webhook", value, bounds);
  }
  return /^[\x21-\x7e]+$/.test(value) ? null : "This is not a secret: it contains spaces or other characters. Paste it again.";
}

/** The entry with a reference to a new file in place of each pasted value, and the files to write. Pure but for the names of the files. */
export function planPasted({ pasted = {}, ...entry }: Asked, dataDir: string): { entry: Asked; files: PastedFile[] } {
  const written = structuredClone(entry.written);
  const files = Object.entries(pasted).map(([key, value]): PastedFile => {
    const path = join(secretsFolder(dataDir), "pasted", `channel-${randomUUID()}`);
    const [group = "", name = ""] = key.split(".");
    const parts = written[group];
    written[group] = { ...(isMap(parts) ? parts : {}), [name]: { file: path } };
    return { path, value: value.trim() };
  });
  return { entry: { ...entry, written }, files };
}

/** Writes the files, mode 0600 in a folder of mode 0700. Throws AppError usage when they cannot be written; then none is left. */
export async function writePasted(files: readonly PastedFile[]): Promise<void> {
  for (const { path, value } of files) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await chmod(dirname(path), 0o700);
      // Never over a file that exists.
      const file = await open(path, "wx", 0o600);
      try {
        await file.writeFile(`${value}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      await removePasted(files.map((one) => one.path)).catch(() => {});
      const code = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
      throw new AppError("usage", `The secret could not be stored in ${dirname(path)}${code}. Check the rights to write there.`);
    }
  }
}

/** The files of pasted secrets on this machine, with when each was written; none where there is no such folder. */
export async function listPasted(dataDir: string): Promise<{ path: string; writtenAt: Date }[]> {
  const folder = join(secretsFolder(dataDir), "pasted");
  const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name));
  const files = names.map(async (name) => {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    return found === null ? [] : [{ path, writtenAt: found.mtime }];
  });
  return (await Promise.all(files)).flat();
}

/** Removes these files; one that is gone already is no error. */
export async function removePasted(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true });
}

/**
 * The files of pasted secrets that entries referred to `before` and that nothing refers to `after`, by any data folder. Only files that Bergwatch
 * named itself are among them, whatever an entry says. Pure.
 */
export function unusedPasted({ before, after }: { before: unknown; after: unknown }, dataDir: string): string[] {
  const names = (value: unknown): string[] => [...textsIn(value)].flatMap((text) => BELOW.exec(text)?.[1] ?? []);
  const used = new Set(names(after));
  const unused = new Set(names(before).filter((name) => !used.has(name)));
  return [...unused].map((name) => join(secretsFolder(dataDir), "pasted", name));
}

function textsIn(value: unknown): Set<string> {
  if (typeof value === "string") return new Set([value]);
  if (typeof value !== "object" || value === null) return new Set();
  return new Set(Object.values(value).flatMap((part) => [...textsIn(part)]));
}
