import type { Config } from "#lib/config/config.ts";
import { readConfigFile } from "#lib/config/read-config-file.ts";
import { NO_SOURCES, type SourceSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";

/** The catalogs, stores and schema registries of a configuration file; none where there is no file. Throws as loadFile. */
export async function loadSources(file: string): Promise<SourceSettings> {
  return (await loadFile(file))?.service.sources ?? NO_SOURCES;
}

/** A configuration file whole; null: there is none. Throws AppError usage for a file with faults. */
export async function loadFile(file: string): Promise<Config | null> {
  const loaded = await readConfigFile(file, { channels: null });
  if (loaded === null) return null;
  if (loaded.ok) return loaded.config;
  const [first] = loaded.faults;
  throw new AppError(
    "usage",
    `${file} has ${loaded.faults.length} faults, the first in line ${first?.line}: ${first?.message} "config check" lists them.`,
  );
}
