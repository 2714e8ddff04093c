import { askHereOrService, askOptions, ownAsking } from "#jobs/commands/ask-catalog.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { type RawRegistry, toRegistryEntry } from "#jobs/commands/entry-options.ts";
import { findConfigured } from "#jobs/commands/find-configured.ts";
import { printTest } from "#jobs/commands/look-for-tables.ts";
import { loadSources } from "#lib/config/load-sources.ts";
import { sayFaults, takeRegistry } from "#lib/config/take-one-entry.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";
import type { RegistrySettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";

/** Whoever has this machine's command line may refer to any secret of it. */
const ANY: EnteredBounds = { allowed: true, addresses: null, secrets: ["*", "/"], places: null };

/** Tries a schema registry by its name, or one by its address. Throws AppError usage and unknown_catalog. */
export async function testRegistry(
  deps: CommandDeps,
  name: string | undefined,
  { url, ...proof }: Partial<RawRegistry>,
): Promise<CommandResult> {
  if ((name === undefined) === (url === undefined))
    throw new AppError("usage", "Name one schema registry: one of the configuration, or another by --url.");
  if (name !== undefined && Object.keys(proof).length > 0)
    throw new AppError("usage", "A named registry takes no other options: the configuration has them.");
  const here = async (settings: RegistrySettings) => ({
    kind: "test_registry" as const,
    test: await ownAsking(deps).testRegistry(settings, askOptions(deps)),
  });
  const { test } =
    name === undefined
      ? await here(atAddress({ ...proof, url: url ?? "" }))
      : await askHereOrService<"test_registry">(
          deps,
          { kind: "test_registry", registry: { name } },
          async () => await here(findConfigured("schema_registry", (await loadSources(deps.configFile())).registries ?? [], name)),
        );
  return printTest(deps, test);
}

/** Under its host's name. Throws AppError usage. */
function atAddress(raw: RawRegistry): RegistrySettings {
  const host = URL.canParse(raw.url) ? new URL(raw.url).hostname.replaceAll(/[^\w.-]/g, "") : "";
  const written = toRegistryEntry(host === "" ? "registry" : host, raw);
  const { registry, faults } = takeRegistry(written, { file: null, stored: [], bounds: ANY });
  if (registry === null) throw new AppError("usage", sayFaults(faults));
  return { ...registry, entered: false };
}
