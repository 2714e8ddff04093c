import { open } from "node:fs/promises";
import type { LoadedConfig } from "#lib/config/config.ts";
import { loadConfig, type EnteredChannels } from "#lib/config/load-config.ts";
import { CONFIG_BYTES_MAX } from "#lib/config/yaml-text.ts";

/**
 * The configuration at an absolute path; null when there is no such file. A file that cannot be read is a fault like any other, so that
 * whoever reloads keeps what it had. `channels`: added in the settings; none unless given.
 */
export async function readConfigFile(file: string, { channels = [] }: { channels?: EnteredChannels } = {}): Promise<LoadedConfig | null> {
  try {
    return loadConfig(await readStart(file), { file, channels });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") return null;
    if (code === "") throw error;
    const reason = REASONS[code] ?? `the system says ${code}`;
    return { ok: false, file, faults: [{ line: 1, column: 1, path: "", message: `The file cannot be read: ${reason}.` }] };
  }
}

/** One byte more than is allowed says that a file is too large, without reading what may be a disk. */
async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(CONFIG_BYTES_MAX + 1);
    let length = 0;
    for (let read = 1; read > 0; length += read) read = (await handle.read(buffer, length, buffer.length - length)).bytesRead;
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "this user may not. Give it the right to read the file",
  EPERM: "this user may not. Give it the right to read the file",
  EISDIR: "it is a folder. Name the file in BERGWATCH_CONFIG",
  ENOTDIR: "a part of its path is not a folder. Check BERGWATCH_CONFIG",
  ELOOP: "its links lead back to themselves. Check BERGWATCH_CONFIG",
};
