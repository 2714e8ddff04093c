import { readConfigFile } from "#lib/config/read-config-file.ts";
import { NO_SOURCES, type SourceSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";

/** The catalogs, stores and schema registries of a configuration file; none where there is no file. Throws AppError usage for a file with faults. */
export async function loadSources(file: string): Promise<SourceSettings> {
  const loaded = await readConfigFile(file);
  if (loaded === null) return NO_SOURCES;
  if (loaded.ok) return loaded.config.service.sources;
  const [first] = loaded.faults;
  throw new AppError(
    "usage",
    `${file} has ${loaded.faults.length} faults, the first in line ${first?.line}: ${first?.message} "config check" lists them.`,
  );
}
