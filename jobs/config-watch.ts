import { stat } from "node:fs/promises";
import type { Database } from "#db/client.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { markEntries } from "#db/queries/settings-entries.ts";
import { ensureTables, type ConfigurationDeps } from "#jobs/configuration.ts";
import { pause } from "#jobs/pause.ts";
import type { ServiceSettings } from "#lib/contracts/table-definition.ts";

const LOOK_EVERY_MS = 2000;

export interface ConfigurationWatch {
  signal: AbortSignal;
  onSettings: (settings: ServiceSettings) => void;
  /** The mark of file and entries, taken before they were last applied. */
  applied: string;
  everyMs?: number;
}

/**
 * Applies the configuration file and what was entered in the settings each time one of them or the wish for sample tables changed, until the signal aborts; `onSettings` is told
 * what holds then. Looked at by the clock and not by events of the file system: those do not come for a file that is mounted, replaced by a
 * link or on a network.
 */
export async function watchConfiguration(
  deps: ConfigurationDeps,
  { signal, onSettings, applied: before, everyMs = LOOK_EVERY_MS }: ConfigurationWatch,
): Promise<void> {
  let applied = before;
  for (;;) {
    await pause(everyMs, signal);
    if (signal.aborted) return;
    // While Postgres is away nothing can be applied either, and others tell of that.
    const now = await markConfiguration(deps).catch(() => applied);
    if (now === applied) continue;
    try {
      onSettings(await ensureTables(deps));
      applied = now;
    } catch (error) {
      deps.log.warn({ err: error, file: deps.file }, "The configuration could not be applied; it is tried again.");
    }
  }
}

/** Changes when the file, the entries or the wish for sample tables do; a file half written is read again when it is whole. Rejects when Postgres does not answer. */
export async function markConfiguration({ file, database }: { file: string; database: Database }): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  const written = found === null ? "absent" : `${found.dev}/${found.ino}/${found.size}/${found.mtimeNs}`;
  const [entries, samples] = await Promise.all([markEntries(database.db), findServiceState(database.db, "sample_tables")]);
  return `${written} ${entries} ${samples?.shown ?? "undecided"}`;
}
