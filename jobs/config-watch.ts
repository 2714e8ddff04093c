import { stat } from "node:fs/promises";
import { ensureTables, type ConfigurationDeps } from "#jobs/configuration.ts";
import { pause } from "#jobs/pause.ts";
import type { ServiceSettings } from "#lib/contracts/table-definition.ts";

const LOOK_EVERY_MS = 2000;

export interface ConfigurationWatch {
  signal: AbortSignal;
  onSettings: (settings: ServiceSettings) => void;
  /** The file's mark, taken before it was last applied. */
  applied: string;
  everyMs?: number;
}

/**
 * Applies the configuration file each time it changed, until the signal aborts; `onSettings` is told what holds then. Looked at by the clock
 * and not by events of the file system: those do not come for a file that is mounted, replaced by a link or on a network.
 */
export async function watchConfiguration(
  deps: ConfigurationDeps,
  { signal, onSettings, applied: before, everyMs = LOOK_EVERY_MS }: ConfigurationWatch,
): Promise<void> {
  let applied = before;
  for (;;) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    const now = await markConfiguration(deps.file);
    if (now === applied) continue;
    try {
      onSettings(await ensureTables(deps));
      applied = now;
    } catch (error) {
      deps.log.warn({ err: error, file: deps.file }, "The configuration could not be applied; it is tried again.");
    }
  }
}

/** Changes when the file does; a file half written is read again when it is whole. */
export async function markConfiguration(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  return found === null ? "absent" : `${found.dev}/${found.ino}/${found.size}/${found.mtimeNs}`;
}
