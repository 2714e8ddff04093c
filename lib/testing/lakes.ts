import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CatalogSettings, StoreSettings } from "#lib/contracts/source-settings.ts";
import { allVariables, env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import type { Facts, FactsRequest, GatherOptions, ReaderLimits } from "#lib/iceberg/contract.ts";
import { createReaderPool } from "#lib/iceberg/reader-pool.ts";
import { Sources } from "#lib/iceberg/sources.ts";
import { WARM_LIMITS } from "#lib/iceberg/warm-readers.ts";
import { CatalogDouble, type DoubleOptions } from "#lib/testing/catalog-double.ts";
import { aCatalogTable, nameIsSecret, someCatalog } from "#lib/testing/catalog-settings.ts";
import { someRequest } from "#lib/testing/facts.ts";

const LIMITS: ReaderLimits = { memoryBytesMax: 1024 ** 3, spillBytesMax: 1024 ** 3, durationMsMax: 120_000, threads: 2 };
/** Where `aCatalogTable` is to be found. */
export const ORDERS = "catalog:lake/shop.orders";

type Read = (request?: Partial<FactsRequest>, options?: GatherOptions) => Promise<Facts>;

export interface Lake {
  double: CatalogDouble;
  /** Reads `ORDERS`, or what is asked for, in a reader process. */
  read: Read;
}

/** Catalog doubles with a table each, and readers of it; the test file closes what it opened. */
export class Lakes {
  readonly #open: CatalogDouble[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), "bergwatch-lakes-"));
  /** One reader that stays warm serves all that a file reads: a process for each reading takes longer than the reading. */
  readonly #readers = createReaderPool({
    limits: LIMITS,
    extensionDirectory: env().extensionDir,
    extensionRepository: env().extensionRepository,
    dataDirectory: this.#folder,
    environment: allVariables(),
    warm: { ...WARM_LIMITS, readersMax: 1, idleMs: 5000 },
  });

  readonly open = async (
    options: DoubleOptions = {},
    settings: Partial<CatalogSettings> = {},
    stores: StoreSettings[] = [],
  ): Promise<Lake> => {
    const double = await CatalogDouble.start({ tables: [aCatalogTable()], ...options });
    this.#open.push(double);
    return { double, read: this.reader(double, settings, stores) };
  };

  /** Reads the tables of a double with other settings. */
  reader(double: CatalogDouble, settings: Partial<CatalogSettings>, stores: StoreSettings[]): Read {
    const catalogs = [someCatalog({ uri: double.uri, ...settings })];
    const sources = new Sources({ settings: () => ({ catalogs, stores }), readSecret: nameIsSecret });
    const ask = this.#readers.ask("facts", async (location, signal) => await sources.findAccess(location, signal));
    return async (request = {}, options = {}) => await ask(someRequest({ location: ORDERS, key: ["order_id"], ...request }), options);
  }

  async closeAll(): Promise<void> {
    for (const double of this.#open.splice(0)) await double.close();
  }

  async end(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The AppError that a promise comes to; throws when it comes to anything else. */
export async function faultOf(promise: Promise<unknown>): Promise<AppError> {
  const [outcome] = await Promise.allSettled([promise]);
  if (outcome.status === "rejected" && outcome.reason instanceof AppError) return outcome.reason;
  throw new Error(`no AppError: ${JSON.stringify(outcome)}`);
}

/** All that a person, a log or a document could see of an error. */
export function everythingOf(error: AppError): string {
  const cause = error.cause instanceof Error ? `${error.cause.message} ${error.cause.stack}` : String(error.cause);
  return `${error.message} ${error.stack} ${cause}`;
}
