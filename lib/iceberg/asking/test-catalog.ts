import { formatTableName, type TableName } from "#lib/contracts/table-name.ts";
import { formatCatalogLocation } from "#lib/catalog-table.ts";
import type { CatalogTest } from "#lib/contracts/browse-documents.ts";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { findHost } from "#lib/iceberg/asking/find-host.ts";
import { findSomeTable, type TriedTable } from "#lib/iceberg/asking/find-some-table.ts";
import { passed, type Probed, probeSteps, skipped } from "#lib/iceberg/asking/probe-steps.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";
import type { ReaderPool } from "#lib/iceberg/reader-pool.ts";
import type { Sources } from "#lib/iceberg/sources.ts";

type Step = CatalogTest["probes"][number]["step"];

/** Of the table that is tried: enough to open a file of each kind. */
const ROWS_MAX = 4;
const READING_MS_MAX = 60_000;

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
  const { signal } = options;
  let some: TriedTable | null = null;
  const catalog = async () => await sources.catalog(settings.name);
  const probes = await probeSteps<Step>(
    [
      {
        step: "address",
        doing: "looking for its host",
        look: async () => {
          // An address that may not be entered is not looked for either.
          await catalog();
          return await findHost(settings.uri);
        },
      },
      {
        step: "proof",
        doing: "proving who asks",
        look: async () => {
          await (await catalog()).client.prove(signal);
          return passed(PROVEN[settings.auth.kind]);
        },
      },
      {
        step: "configuration",
        doing: "asking for its configuration",
        look: async () => {
          const prefix = await (await catalog()).readPrefix(signal);
          return passed(`/v1/config answers${prefix === "" ? "" : `; the catalog's paths begin with ${prefix}`}.`);
        },
      },
      {
        step: "namespaces",
        doing: "asking for its namespaces",
        look: async () => sayNamespaces(await (await catalog()).listNamespaces([], signal)),
      },
      {
        step: "table",
        doing: "looking for a table",
        look: async () => {
          const { tried, looked } = await findSomeTable(await catalog(), signal);
          some = tried;
          return tried === null ? skipped(`No table was found in ${looked} namespaces, so none could be tried.`) : sayTable(tried);
        },
      },
      {
        step: "files",
        doing: "opening a table's files",
        look: async () =>
          some === null ? skipped("There is no table to try it with.") : await openFiles(sources, readers, settings, some.name, signal),
      },
    ],
    options,
  );
  return { probes };
}

async function openFiles(
  sources: Sources,
  readers: ReaderPool,
  { name: catalog }: CatalogSettings,
  name: TableName,
  signal: AbortSignal,
): Promise<Probed> {
  const ask = readers.ask("keySample", async (location, end) => await sources.findAccess(location, end));
  const request = { location: formatCatalogLocation({ catalog, ...name }), relocated: false, name: name.table, rowsMax: ROWS_MAX };
  const { files, snapshotId } = await ask(request, { signal, durationMsMax: READING_MS_MAX });
  const shown = formatTableName(name);
  if (snapshotId === null)
    return passed(`The metadata file of ${shown} opens. Nothing was written to the table yet, so there was no other file to open.`);
  return passed(`The metadata, the manifests and ${files} data ${files === 1 ? "file" : "files"} of ${shown} open.`);
}

const PROVEN: Readonly<Record<CatalogSettings["auth"]["kind"], string>> = {
  none: "Nobody is to prove who they are, by the settings.",
  bearer: "The token can be read. The next step shows whether the catalog accepts it.",
  oauth2: "A token was given for the client's id and secret.",
  sigv4: "The keys can be read, and sign. The next step shows whether the catalog accepts them.",
};

function sayNamespaces(namespaces: readonly string[][]): Probed {
  if (namespaces.length === 0) return passed("The catalog shows no namespace: it is empty, or whoever asks may see none.");
  const [first] = namespaces;
  return passed(
    `It has ${namespaces.length} outermost ${namespaces.length === 1 ? "namespace" : "namespaces"}, such as ${first?.join(".")}.`,
  );
}

function sayTable({ name, vends, isWritten }: TriedTable): Probed {
  const given = vends ? "with credentials to its files" : "without credentials to its files, so a store has to open them";
  return passed(`The table ${formatTableName(name)} is handed out, ${given}.${isWritten ? "" : " Nothing was written to it yet."}`);
}
