import type { Db } from "../client.ts";
import type { CompletedRun, KeyResult, StoredSample } from "../queries/complete-run.ts";
import { ensureKeyVersion } from "../queries/keys.ts";
import { startRun, type RunClaim } from "../queries/run-states.ts";
import { insertRun, type RunWish } from "../queries/runs.ts";
import type { RetainedSnapshot } from "../queries/snapshots.ts";
import { applyTableDefinitions } from "../queries/table-definitions.ts";
import { getTableByName } from "../queries/tables.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";

let count = 0;

/** A number that no other call of this process got. */
function unique(): number {
  count += 1;
  return count;
}

/** A table with one key `id` and all defaults; what a test is about is changed by name. */
export function someDefinition(changes: Partial<TableDefinition> = {}): TableDefinition {
  const number = unique();
  return {
    name: `sales.orders_${number}`,
    location: `/lake/orders_${number}`,
    relocated: false,
    readBy: "own",
    branch: null,
    kind: "upsert",
    filter: null,
    owner: null,
    tags: [],
    paused: false,
    keys: [{ name: "id", columns: ["id"], promise: "unique", keep: "last" }],
    columns: {
      kafkaTopic: null,
      kafkaPartition: null,
      kafkaOffset: null,
      kafkaKey: null,
      kafkaTimestamp: null,
      eventTime: null,
      op: null,
      lsn: [],
      sourceTime: null,
      deleted: null,
      unavailable: [],
      unavailablePlaceholder: "__debezium_unavailable_value",
    },
    measure: null,
    schemaRegistry: null,
    managedBy: null,
    masked: [],
    schedule: { by: "interval", everySeconds: 3600 },
    limits: {},
    budgets: { history: { snapshots: 200, seconds: 1800 }, run: { bytes: null, seconds: null } },
    sample: { keysMax: 20, rowsPerKeyMax: 50, retentionSeconds: 86_400 },
    ...changes,
  };
}

export interface StoredTable {
  tableId: string;
  tableName: string;
  tableKeyId: string;
  keyVersionId: number;
}

/** A stored table with the first version of its first key. */
export async function someTable(db: Db, changes: Partial<TableDefinition> = {}): Promise<StoredTable> {
  const definition = someDefinition(changes);
  await applyTableDefinitions(db, [definition], "settings", { partial: true });
  const table = await getTableByName(db, definition.name);
  const [key] = table.keys;
  if (!key) throw new Error("a definition has a key");
  const version = await ensureKeyVersion(db, key.id, { contentHash: `hash ${unique()}`, content: {} });
  return { tableId: table.id, tableName: table.name, tableKeyId: key.id, keyVersionId: version.id };
}

/** A running run and the claim on it. */
export async function someStartedRun(db: Db, tableId: string, wish: Partial<RunWish> = {}): Promise<RunClaim> {
  const scheduledFor = new Date(Date.UTC(2026, 0, 1) + unique() * 1000);
  const { run } = await insertRun(db, { tableId, reason: "schedule", scheduledFor, ...wish });
  const started = await startRun(db, { runId: run.id, workerId: "worker 1" });
  if (!started.started) throw new Error(`the run is ${started.state}`);
  return started.claim;
}

/** What a run found of a healthy key. */
export function someResult(keyVersionId: number, changes: Partial<KeyResult> = {}): KeyResult {
  return {
    keyVersionId,
    engine: { name: "DuckDB", version: "1.5.5", extension: "45163a28", readBy: "own plan" },
    trust: { level: "exact", direction: null, reasons: [] },
    readings: { rows: 30, surplus_rows: 0, delete_ratio: 0.25, snapshots_retained: 3, snapshot_age_seconds: 60.5 },
    newFacts: true,
    carried: false,
    partitionsPerKey: null,
    samples: [],
    ...changes,
  };
}

/** A finished reading of a table with one key at snapshot 5834977859330697266, committed at 10:00 UTC on 1 March 2026. */
export function someCompletedRun({ tableId, keyVersionId }: StoredTable, changes: Partial<CompletedRun> = {}): CompletedRun {
  return {
    tableId,
    snapshot: { id: "5834977859330697266", committedAt: new Date("2026-03-01T10:00:00Z") },
    observedAt: new Date("2026-03-01T10:05:00Z"),
    observes: true,
    results: [someResult(keyVersionId)],
    retained: null,
    cost: { bytes: 1200, ms: 80.5 },
    engineVersion: "1.5.5",
    samplesExpireAt: new Date("2026-03-08T10:05:00Z"),
    ...changes,
  };
}

/** A sampled key with two rows. */
export function someSample(changes: Partial<StoredSample> = {}): StoredSample {
  const row = { topic: "orders", partition: "3", offset: "17", keyBytesHex: "31", file: null, position: null, sequenceNumber: null };
  return {
    keyHash: `k1x${"ab".repeat(30)}f`,
    key: ["1"],
    rowCount: 2,
    partitions: ["orders/3", "orders/9"],
    keyBytesHex: ["31"],
    rows: [
      { values: { id: "1", note: null }, ...row },
      { values: { id: "1", note: "second" }, ...row, partition: "9" },
    ],
    ...changes,
  };
}

/** `count` snapshots an hour apart, oldest first, each the child of the one before; the first committed at midnight UTC on 1 March 2026. */
export function someSnapshots(count: number): RetainedSnapshot[] {
  return Array.from({ length: count }, (_, at) => ({
    snapshotId: String(9_000_000_000_000_000_000n + BigInt(at)),
    parentId: at === 0 ? null : String(9_000_000_000_000_000_000n + BigInt(at - 1)),
    sequenceNumber: at + 1,
    committedAt: new Date(Date.UTC(2026, 2, 1, at)),
    schemaId: 0,
    operation: "append",
    committedBy: null,
    addedFiles: null,
    addedRows: null,
  }));
}
