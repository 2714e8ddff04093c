import { open } from "node:fs/promises";
import type { Db } from "#db/client.ts";
import { listAcceptedLevels } from "#db/queries/accepted-levels.ts";
import { findFacts } from "#db/queries/facts.ts";
import { findLatestObservation } from "#db/queries/series-facts.ts";
import { findServiceState } from "#db/queries/service-states.ts";
import { toAcceptedLevel } from "#db/queries/silence-documents.ts";
import type { TableKeyRow, TableWithKeys } from "#db/queries/tables.ts";
import { limitOrigins } from "#lib/config/limit-origins.ts";
import { CONFIG_BYTES_MAX } from "#lib/config/yaml-text.ts";
import type { EntryView, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import type { AcceptedLevel } from "#lib/contracts/silences.ts";
import { readEntries } from "../../../../_entries/read-entries.ts";
import { listLimits, type LimitRow } from "./list-limits.ts";
import type { MetricName } from "#lib/metrics.ts";

export interface LimitsPage {
  table: TableWithKeys;
  key: TableKeyRow;
  rows: LimitRow[];
  /** When the last numbers were seen; null: never. */
  seenAt: Date | null;
  /** Of all keys; `now`: the metric's last number, null when it is not known. */
  accepted: (AcceptedLevel & { now: number | null })[];
  /** The entry that the limits are saved into; null: the table was not entered here. `refused`: why nothing can be saved now. */
  entry: { written: WrittenEntry; version: number; refused: string | null; state: EntryView["state"] } | null;
  /** Who saved the settings last, and when; null: nobody did here. */
  saved: { by: string | null; at: string; version: number } | null;
  /** The configuration file of the table; null: it comes from elsewhere. */
  file: string | null;
}

/** The limits of a table as they hold for one key, with what was last seen and what is accepted. */
export async function readLimits(db: Db, table: TableWithKeys, key: TableKeyRow, now: Date): Promise<LimitsPage> {
  const [latest, levels, configuration, entries] = await Promise.all([
    Promise.all(table.keys.map(async (one) => [one.id, await readLatest(db, one)] as const)),
    listAcceptedLevels(db, table.id, now),
    findServiceState(db, "configuration"),
    table.source === "settings" ? readEntries(db) : null,
  ]);
  const entry = entries?.entries.find(({ kind, tableId }) => kind === "table" && tableId === table.id);
  const origin = entry?.origin.from === "settings" ? entry.origin : null;
  const latestOf = new Map(latest);
  const file = table.source === "file" ? (configuration?.file ?? null) : null;
  const content = file === null ? null : await readStart(file);
  const seen = latestOf.get(key.id) ?? null;
  return {
    table,
    key,
    rows: listLimits({
      table,
      key,
      values: seen?.values ?? {},
      originOf: content === null ? null : limitOrigins(content, { table: table.name, kind: table.kind }),
    }),
    seenAt: seen?.at ?? null,
    accepted: levels.map((level) => ({
      ...toAcceptedLevel(level, table.name),
      now: latestOf.get(level.tableKeyId)?.values[level.metric] ?? null,
    })),
    entry:
      entry?.written == null || origin === null
        ? null
        : { written: entry.written, version: origin.version, refused: entries?.refused ?? null, state: entry.state },
    saved: origin && { by: origin.changedBy, at: origin.changedAt, version: origin.version },
    file,
  };
}

async function readLatest(db: Db, key: TableKeyRow): Promise<{ at: Date; values: Partial<Record<MetricName, number | null>> } | null> {
  const keyVersionId = key.currentVersionId;
  const seen = keyVersionId === null ? null : await findLatestObservation(db, keyVersionId);
  if (seen === null || keyVersionId === null) return null;
  const { snapshotId, engine } = seen;
  const facts = snapshotId === null ? null : await findFacts(db, { keyVersionId, snapshotId, engine });
  return { at: seen.observedAt, values: { ...facts?.values, ...seen.values } };
}

/** null: this machine has no such file, as where the workers run elsewhere. */
async function readStart(file: string): Promise<Uint8Array | null> {
  try {
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(CONFIG_BYTES_MAX), 0, CONFIG_BYTES_MAX, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
