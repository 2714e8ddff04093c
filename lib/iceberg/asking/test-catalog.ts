import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { formatTableName, type TableName } from "#lib/contracts/table-name.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import type { CatalogProbe, CatalogTest } from "#lib/contracts/browse-documents.ts";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { findSomeTable, type TriedTable } from "#lib/iceberg/asking/find-some-table.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";
import type { ReaderPool } from "#lib/iceberg/reader-pool.ts";
import type { Sources } from "#lib/iceberg/sources.ts";

/** `skipped`: there is nothing to try it with, which is no fault. */
type Found = { outcome: "passed" | "skipped"; sentence: string };
type Step = CatalogProbe["step"];

/** Of the table that is tried: enough to open a file of each kind. */
const ROWS_MAX = 4;
const READING_MS_MAX = 60_000;
const DOING: Readonly<Record<Step, string>> = {
  address: "looking for its host",
  proof: "proving who asks",
  configuration: "asking for its configuration",
  namespaces: "asking for its namespaces",
  table: "looking for a table",
  files: "opening a table's files",
};

/**
 * Tries a catalog step by step, as a reading goes; after a failure nothing more is tried. `sources` know the catalog by the same settings.
 * Throws AppError cancelled alone.
 */
export async function testCatalog(
  sources: Sources,
  readers: ReaderPool,
  settings: CatalogSettings,
  options: AskOptions,
): Promise<CatalogTest> {
  const { signal, onProgress } = options;
  const probes: CatalogProbe[] = [];
  let broken = false;
  const probe = async (step: Step, look: () => Promise<Found>): Promise<void> => {
    if (broken)
      return void probes.push({ step, outcome: "skipped", sentence: "It was not tried: what goes before it failed.", milliseconds: 0 });
    onProgress?.(DOING[step]);
    const from = performance.now();
    const found = await look().catch((error: unknown) => asFailure(error, signal));
    broken = found.outcome === "failed";
    probes.push({ step, ...found, milliseconds: Math.round(performance.now() - from) });
  };
  let some: TriedTable | null = null;
  await probe("address", async () => {
    // An address that may not be entered is not looked for either.
    await sources.catalog(settings.name);
    return await findHost(settings);
  });
  await probe("proof", async () => {
    await (await sources.catalog(settings.name)).client.prove(signal);
    return passed(PROVEN[settings.auth.kind]);
  });
  await probe("configuration", async () => {
    const prefix = await (await sources.catalog(settings.name)).readPrefix(signal);
    return passed(`/v1/config answers${prefix === "" ? "" : `; the catalog's paths begin with ${prefix}`}.`);
  });
  await probe("namespaces", async () => sayNamespaces(await (await sources.catalog(settings.name)).listNamespaces([], signal)));
  await probe("table", async () => {
    const { tried, looked } = await findSomeTable(await sources.catalog(settings.name), signal);
    some = tried;
    return tried === null ? skipped(`No table was found in ${looked} namespaces, so none could be tried.`) : sayTable(tried);
  });
  await probe("files", async () =>
    some === null ? skipped("There is no table to try it with.") : await openFiles(sources, readers, settings, some.name, signal),
  );
  return { probes };
}

async function openFiles(
  sources: Sources,
  readers: ReaderPool,
  { name: catalog }: CatalogSettings,
  name: TableName,
  signal: AbortSignal,
): Promise<Found> {
  const ask = readers.ask("keySample", async (location, end) => await sources.findAccess(location, end));
  const request = { location: formatCatalogLocation({ catalog, ...name }), relocated: false, name: name.table, rowsMax: ROWS_MAX };
  const { files, snapshotId } = await ask(request, { signal, durationMsMax: READING_MS_MAX });
  const shown = formatTableName(name);
  if (snapshotId === null)
    return passed(`The metadata file of ${shown} opens. Nothing was written to the table yet, so there was no other file to open.`);
  return passed(`The metadata, the manifests and ${files} data ${files === 1 ? "file" : "files"} of ${shown} open.`);
}

/** Names are resolved as the system does; that something answers there shows with the first request. */
async function findHost({ uri }: CatalogSettings): Promise<Found> {
  const { hostname, host } = new URL(uri);
  const bare = hostname.replace(/^\[|\]$/g, "");
  if (isIP(bare) !== 0) return passed(`The address is ${host}.`);
  try {
    const found = await lookup(bare, { all: true });
    return passed(
      `${hostname} is known, as ${found
        .slice(0, 3)
        .map(({ address }) => address)
        .join(", ")}.`,
    );
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no answer";
    throw new AppError(
      "catalog_unreachable",
      `No machine is known by the name ${hostname} (${code}). Check the address, and whether this machine may ask for such names.`,
      { cause },
    );
  }
}

const PROVEN: Readonly<Record<CatalogSettings["auth"]["kind"], string>> = {
  none: "Nobody is to prove who they are, by the settings.",
  bearer: "The token can be read. Whether the catalog takes it shows next.",
  oauth2: "A token was given for the client's id and secret.",
  sigv4: "The keys can be read, and sign. Whether the catalog takes them shows next.",
};

function sayNamespaces(namespaces: readonly string[][]): Found {
  if (namespaces.length === 0) return passed("The catalog shows no namespace: it is empty, or whoever asks may see none.");
  const [first] = namespaces;
  return passed(
    `It has ${namespaces.length} outermost ${namespaces.length === 1 ? "namespace" : "namespaces"}, such as ${first?.join(".")}.`,
  );
}

function sayTable({ name, vends, isWritten }: TriedTable): Found {
  const given = vends ? "with credentials to its files" : "without credentials to its files, so a store has to open them";
  return passed(`The table ${formatTableName(name)} is handed out, ${given}.${isWritten ? "" : " Nothing was written to it yet."}`);
}

function passed(sentence: string): Found {
  return { outcome: "passed", sentence };
}

function skipped(sentence: string): Found {
  return { outcome: "skipped", sentence };
}

function asFailure(error: unknown, signal: AbortSignal): Omit<CatalogProbe, "step" | "milliseconds"> {
  if (signal.aborted) throw error instanceof AppError ? error : new AppError("cancelled", "The reading was cancelled before it was done.");
  if (!(error instanceof AppError)) throw error;
  return { outcome: "failed", sentence: error.message };
}
