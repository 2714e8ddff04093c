import { KEY_HASHES } from "#lib/testing/key-hashes.ts";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "#lib/errors.ts";
import type {
  Facts,
  FactsRequest,
  GatherFacts,
  GatherOptions,
  ListedSnapshot,
  ListSnapshots,
  SnapshotChoice,
} from "#lib/iceberg/contract.ts";
import type { PeekTable } from "#lib/iceberg/contract-peek.ts";
import type { Asking } from "#lib/iceberg/contract-asking.ts";
import type { ExportKeys, KeyExportRequest, KeyLookUpRequest, LookUpKey } from "#lib/iceberg/contract-keys.ts";
import { someFacts } from "#lib/testing/facts.ts";

export interface FakeTable {
  uuid: string;
  /** Oldest first; the last is current. */
  snapshots: ListedSnapshot[];
  /** Waited for (and may throw) in the middle of each reading. */
  reading: (request: Pick<FactsRequest, "location" | "snapshot" | "key">, signal: AbortSignal | undefined) => Promise<void>;
  /** What a reading finds, on top of `someFacts`. */
  finds: Partial<Parameters<typeof someFacts>[0]>;
  /** The same of one snapshot alone. */
  findsAt?: (snapshotId: string) => FakeTable["finds"];
}

/** Tables by location, held in memory: where a test is about when things happen and not about what they read. */
export class FakeLake {
  readonly tables = new Map<string, FakeTable>();
  /** Where exports go; whoever looks at them takes another. */
  exportFolder = join(tmpdir(), "bergwatch-exports");
  dataDir = join(tmpdir(), "bergwatch-data");
  /** All readings of data, as they were asked for. */
  readonly readings: FactsRequest[] = [];
  /** How often snapshots were listed. */
  listings = 0;

  /** A table with `commits` snapshots, a minute apart, the first at midnight UTC on 1 March 2026. */
  add(location: string, { commits = 1, ...changes }: Partial<FakeTable> & { commits?: number } = {}): FakeTable {
    const table = { uuid: `uuid of ${location}`, snapshots: [], reading: async () => {}, finds: {}, ...changes };
    this.tables.set(location, table);
    for (let at = 0; at < commits; at++) this.commit(location);
    return table;
  }

  commit(location: string, changes: Partial<ListedSnapshot> = {}): ListedSnapshot {
    const { snapshots } = this.get(location);
    const at = snapshots.length;
    const snapshot: ListedSnapshot = {
      id: String(9_000_000_000_000_000_000n + BigInt(at)),
      sequenceNumber: String(at + 1),
      committedAt: new Date(Date.UTC(2026, 2, 1) + at * 60_000).toISOString(),
      operation: "append",
      parentId: snapshots.at(-1)?.id ?? null,
      schemaId: 0,
      committedBy: null,
      addedFiles: 1,
      addedRows: null,
      ...changes,
    };
    snapshots.push(snapshot);
    return snapshot;
  }

  gatherFacts: GatherFacts = async (request, { signal, onProgress } = {}) => {
    this.readings.push(request);
    const facts = this.describe(request);
    onProgress?.({ phase: "planning", detail: "reading the manifests" });
    onProgress?.({ phase: "counting", detail: "counting keys", bytesPlanned: facts.plan.bytesPlanned });
    await this.get(request.location).reading(request, signal);
    if (signal?.aborted) throw new AppError("cancelled", "The reading was cancelled before it was done.");
    return facts;
  };

  /** All look-ups and exports, as they were asked for. */
  readonly asked: (KeyLookUpRequest | KeyExportRequest)[] = [];

  /** Finds the sampled key that has the values. */
  lookUpKey: LookUpKey = async (request, options) => {
    const { samples, columns, snapshot, trust, engine, cost } = await this.readFor(request, options);
    const found = samples.find(({ key }) => JSON.stringify(key) === JSON.stringify(request.values)) ?? null;
    return { snapshot, found, columns, trust, engine, cost };
  };

  /** Writes the sampled keys, a line each. */
  exportKeys: ExportKeys = async (request, options) => {
    await writeFile(request.file, "half", { flag: "wx" });
    const { samples, snapshot, trust, engine, cost } = await this.readFor(request, options);
    const text = samples.map(({ key }) => `${key.join(",")}\n`).join("");
    await writeFile(request.file, text);
    const rows = samples.reduce((sum, { rowCount }) => sum + rowCount, 0);
    return { snapshot, keys: samples.length, rows, bytes: text.length, trust, engine, cost };
  };

  private async readFor(request: KeyLookUpRequest | KeyExportRequest, { signal, onProgress }: GatherOptions = {}): Promise<Facts> {
    this.asked.push(request);
    onProgress?.({ phase: "planning", detail: "reading the manifests" });
    const facts = this.describe(request);
    await this.get(request.location).reading(request, signal);
    if (signal?.aborted) throw new AppError("cancelled", "The reading was cancelled before it was done.");
    return facts;
  }

  listSnapshots: ListSnapshots = async ({ location, snapshot }) => {
    this.listings++;
    const { table, snapshot: chosen, snapshots } = this.describe({ location, snapshot });
    return await Promise.resolve({ table, snapshot: chosen, snapshots });
  };

  peekTable: PeekTable = async ({ location, snapshot }, mark) => {
    await Promise.resolve();
    const table = this.tables.get(location);
    if (table === undefined)
      return mark === "gone" ? { state: "same" } : { state: "broken", mark: "gone", error: { code: "table_not_found", message: "gone" } };
    const now = `${table.uuid} ${table.snapshots.length}`;
    return now === mark ? { state: "same" } : { state: "moved", mark: now, snapshotId: this.choose(table, snapshot)?.id ?? null };
  };

  /** Questions to catalogs; a test puts its own answers in. */
  readonly asking: Asking = {
    testCatalog: async () => await this.refuse("test"),
    testRegistry: async () => await this.refuse("test"),
    browse: async () => await this.refuse("browse"),
    describe: async () => await this.refuse("describe"),
    sampleKeys: async () => await this.refuse("sample"),
    findTables: async () => await this.refuse("search"),
    planTable: async () => await this.refuse("plan"),
  };

  private async refuse(question: string): Promise<never> {
    return await Promise.reject(new AppError("unknown_catalog", `This lake has no catalog to ${question}.`));
  }

  /** All that a worker reads this lake with. */
  get engine() {
    const { gatherFacts, listSnapshots, peekTable, lookUpKey, exportKeys, asking } = this;
    return {
      gatherFacts,
      listSnapshots,
      peekTable,
      lookUpKey,
      exportKeys,
      asking,
      keyHashes: KEY_HASHES,
      exports: { folder: this.exportFolder, bytesMax: 2 ** 30 },
      dataDir: this.dataDir,
    };
  }

  private describe({ location, snapshot: choice }: Pick<FactsRequest, "location" | "snapshot">): Facts {
    const { uuid, snapshots, finds, findsAt } = this.get(location);
    const chosen = this.choose(this.get(location), choice);
    const base = someFacts({ ...finds, ...(chosen && findsAt?.(chosen.id)) });
    const engine = { ...base.engine, name: "duckdb" };
    return {
      ...base,
      engine,
      table: { ...base.table, uuid, snapshotsRetained: snapshots.length },
      snapshot: chosen,
      snapshots: [...snapshots],
    };
  }

  private choose({ snapshots }: FakeTable, choice: SnapshotChoice): ListedSnapshot | null {
    if (choice.by !== "id") return snapshots.at(-1) ?? null;
    const found = snapshots.find(({ id }) => id === choice.id);
    if (!found) throw new AppError("unknown_snapshot", `The table has no snapshot ${choice.id}.`);
    return found;
  }

  private get(location: string): FakeTable {
    const table = this.tables.get(location);
    if (!table) throw new AppError("table_not_found", `${location} holds no Iceberg table.`);
    return table;
  }
}
