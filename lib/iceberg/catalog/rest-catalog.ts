import { formatTableName, type TableName } from "#lib/contracts/table-name.ts";
import type { CatalogSettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { asCatalogFault } from "#lib/iceberg/catalog/catalog-faults.ts";
import { ConfigAnswer, NamespacesAnswer, TableAnswer, TablesAnswer } from "#lib/iceberg/catalog/responses.ts";
import { untilAborted } from "#lib/iceberg/catalog/until-aborted.ts";
import { RestClient, type RestClientOptions } from "#lib/iceberg/catalog/rest-client.ts";

/** A table as its catalog knows it. */
export interface LoadedTable {
  /** The newest metadata file, where it lies. */
  metadataFile: string;
  /** The catalog's mark of this answer; null: it gives none. */
  etag: string | null;
  answer: TableAnswer;
  /** What the catalog says of all its tables and of this one, one over the other. */
  properties: ReadonlyMap<string, string>;
}

export interface LoadOptions {
  signal: AbortSignal;
  /** Ask for credentials to the table's files. */
  delegate?: boolean;
  /** The table is wanted only when its mark is another. */
  unless?: string | null;
  /** Only snapshots that a branch or tag names: a smaller answer, where the catalog serves it. */
  refsOnly?: boolean;
}

interface CatalogConfig {
  prefix: string;
  separator: string;
  properties: ReadonlyMap<string, string>;
  untilMs: number;
}

/** A catalog may be set up anew while we run. */
const CONFIG_MS = 600_000;
const PAGE_SIZE = "1000";
/** How catalogs without nested namespaces answer the question for some. */
const NO_NESTED = [400, 404, 405, 406, 501];
/** More than a catalog can sensibly have, less than an endless loop. */
const PAGES_MAX = 10_000;
/** Of all pages of one question; a million names of usual length are less. */
const LISTING_BYTES_MAX = 128 * 1024 ** 2;

/** One Iceberg REST catalog: what is in it, and where its tables' metadata lie. Every failure is an AppError that names catalog, thing and mend. */
export class RestCatalog {
  readonly client: RestClient;
  #config: CatalogConfig | undefined;
  #configComing: Promise<CatalogConfig> | undefined;
  #refsUnserved = false;

  constructor(settings: CatalogSettings, options: RestClientOptions) {
    this.client = new RestClient(settings, options);
  }

  /** What `/v1/config` says, asked unless it was just now: the prefix of all paths, empty without one. */
  async readPrefix(signal: AbortSignal): Promise<string> {
    return (await this.#configured(signal)).prefix.replace(/\/$/, "");
  }

  /**
   * The namespaces right below `parent` (all levels, outermost first), or the outermost ones. In the catalog's order. None below a parent that
   * the catalog refuses to be asked for: it has no nested ones.
   */
  async listNamespaces(parent: readonly string[], signal: AbortSignal): Promise<string[][]> {
    const { prefix, separator } = await this.#configured(signal);
    const query: Record<string, string> = parent.length === 0 ? {} : { parent: parent.join(decodeSeparator(separator) ?? "") };
    const what = parent.length === 0 ? "the namespaces" : `the namespaces of ${parent.join(".")}`;
    const found = await this.#pages(`${prefix}namespaces`, query, {
      what,
      signal,
      schema: NamespacesAnswer,
      none: parent.length === 0 ? [] : NO_NESTED,
    });
    return found.flatMap(({ namespaces }) => namespaces ?? []);
  }

  /** The tables of one namespace, in the catalog's order. */
  async listTables(namespace: readonly string[], signal: AbortSignal): Promise<TableName[]> {
    const { prefix, separator } = await this.#configured(signal);
    const path = `${prefix}namespaces/${namespacePath(namespace, separator)}/tables`;
    const found = await this.#pages(path, {}, { what: `the tables of ${namespace.join(".")}`, signal, schema: TablesAnswer });
    return found.flatMap(({ identifiers }) => (identifiers ?? []).map(({ namespace, name }) => ({ namespace, table: name })));
  }

  /** The table, or null when it is the one that `unless` marks. Throws table_not_found when the catalog does not have it. */
  async loadTable(name: TableName, options: LoadOptions): Promise<LoadedTable | null> {
    const { signal, unless = null } = options;
    const { prefix, separator, properties } = await this.#configured(signal);
    const path = `${prefix}namespaces/${namespacePath(name.namespace, separator)}/tables/${encodeName(name.table)}`;
    const what = `the table ${formatTableName(name)}`;
    const refsOnly = options.refsOnly === true && !this.#refsUnserved;
    const answer = await this.client.get(path, refsOnly ? { snapshots: "refs" } : {}, {
      what,
      signal,
      ofTable: true,
      headers: {
        ...(options.delegate && { "x-iceberg-access-delegation": "vended-credentials" }),
        ...(unless !== null && { "if-none-match": unless }),
      },
      takes: [...(unless === null ? [] : [304]), ...(refsOnly ? [400] : [])],
    });
    if (answer.status === 304) return null;
    if (answer.status === 400) {
      this.#refsUnserved = true;
      return await this.loadTable(name, options);
    }
    const parsed = await this.client.parse(answer, TableAnswer, what);
    const metadataFile = parsed["metadata-location"];
    if (metadataFile == null)
      throw new AppError(
        "catalog_faulty",
        `${this.client.who} gives no metadata location for ${what}: it may be staged and not created yet.`,
      );
    return { metadataFile, etag: answer.headers.get("etag"), answer: parsed, properties: new Map([...properties, ...parsed.config]) };
  }

  async #pages<T extends typeof NamespacesAnswer | typeof TablesAnswer>(
    path: string,
    query: Record<string, string>,
    { what, signal, schema, none = [] }: { what: string; signal: AbortSignal; schema: T; none?: readonly number[] },
  ): Promise<ReturnType<T["parse"]>[]> {
    const pages: ReturnType<T["parse"]>[] = [];
    const seen = new Set<string>();
    let bytes = 0;
    // An empty token asks for the first page; catalogs without pages ignore it.
    for (let pageToken = ""; pages.length < PAGES_MAX;) {
      const answer = await this.client.get(path, { ...query, pageToken, pageSize: PAGE_SIZE }, { what, signal, takes: none });
      if (none.includes(answer.status)) return [];
      bytes += answer.text.length;
      if (bytes > LISTING_BYTES_MAX)
        throw new AppError(
          "catalog_faulty",
          `${this.client.who} answers with more than ${LISTING_BYTES_MAX} bytes to the question for ${what}. Ask for a namespace further in, or report it to who runs the catalog.`,
        );
      const page = (await this.client.parse(answer, schema, what)) as ReturnType<T["parse"]>;
      pages.push(page);
      const next = page["next-page-token"];
      if (next == null || next === "") return pages;
      if (seen.has(next)) break;
      seen.add(next);
      pageToken = next;
    }
    throw new AppError(
      "catalog_faulty",
      `${this.client.who} comes to no end with ${what}: its pages lead back to each other. Report it to who runs the catalog.`,
    );
  }

  async #configured(signal: AbortSignal): Promise<CatalogConfig> {
    if (this.#config !== undefined && this.#config.untilMs > this.client.now()) return this.#config;
    if (this.#configComing !== undefined) {
      return await untilAborted(this.#configComing, signal).catch(async (error: unknown) => {
        // Whoever asked may have given up; but not this one.
        if (signal.aborted) throw error;
        return await this.#configured(signal);
      });
    }
    this.#configComing = this.#askConfig(signal)
      .catch((error: unknown) => {
        throw asCatalogFault(error);
      })
      .finally(() => (this.#configComing = undefined));
    return await this.#configComing;
  }

  async #askConfig(signal: AbortSignal): Promise<CatalogConfig> {
    const { client } = this;
    const { warehouse, prefix } = client.settings;
    const what = warehouse === null ? "its configuration (/v1/config)" : `the configuration of the warehouse ${warehouse} (/v1/config)`;
    const answer = await client.get("config", warehouse === null ? {} : { warehouse }, { what, signal, takes: [404] });
    if (answer.status === 404) throw configMissing(client.who, warehouse);
    const { defaults, overrides } = await client.parse(answer, ConfigAnswer, what);
    const given = new Map([...defaults, ...(prefix === null ? [] : [["prefix", prefix] as const]), ...overrides]);
    const chosen = given.get("prefix")?.replace(/^\/+|\/+$/g, "") ?? "";
    const separator = encodeOnce(given.get("namespace-separator") ?? "%1F");
    if (decodeSeparator(separator) === null)
      throw new AppError(
        "catalog_faulty",
        `${client.who} names a separator of namespaces that is none (${separator}). Report it to who runs the catalog.`,
      );
    this.#config = {
      prefix: chosen === "" ? "" : `${chosen.split("/").map(encodeOnce).join("/")}/`,
      separator,
      properties: given,
      untilMs: client.now() + CONFIG_MS,
    };
    return this.#config;
  }
}

function configMissing(who: string, warehouse: string | null): AppError {
  const mend = warehouse === null ? "If the catalog has several warehouses, name one as warehouse." : "Check the warehouse's name.";
  return new AppError(
    "unknown_catalog",
    `${who} has no /v1/config at its address, or no such warehouse${warehouse === null ? "" : ` as ${warehouse}`}. ${mend} Else check the address: it ends before /v1.`,
  );
}

function namespacePath(levels: readonly string[], separator: string): string {
  return levels.map(encodeName).join(separator);
}

/** Half of a character has no form in an address; as what is not known it is found nowhere, and the catalog says so. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}

/** Catalogs say prefix and separator as they stand in a path or as plain text. */
function encodeOnce(text: string): string {
  return /%[0-9a-f]{2}/i.test(text) ? text : encodeName(text);
}

/** null: it is none in the form of an address. */
function decodeSeparator(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
