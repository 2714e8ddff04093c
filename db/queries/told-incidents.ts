import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { causeFacts } from "../schema/cause-facts.ts";
import { incidentEvents } from "../schema/incident-events.ts";
import { incidents } from "../schema/incidents.ts";
import { snapshots } from "../schema/snapshots.ts";
import { tables } from "../schema/tables.ts";
import { activeSilence, ON_IT_COLUMNS, toActiveSilence, toOnIt } from "./incident-marks.ts";
import { SUBJECT_TABLE, toSubject } from "./incident-subject.ts";
import { listSamples } from "./samples.ts";
import { listTableWriters } from "./table-writers.ts";
import { sayFirstSteps } from "#lib/causes/first-steps.ts";
import { toProvisionalDocument } from "#lib/causes/to-provisional-document.ts";
import { viewShares } from "#lib/causes/shares-view.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import type { CauseFacts } from "#lib/iceberg/contract-causes.ts";
import { isExplained } from "#lib/incidents/explained-checks.ts";
import { adviseOnIncident } from "#lib/incidents/incident-advice.ts";
import { maskKeyText } from "#lib/incidents/mask-key-text.ts";
import type { ToldEvent, ToldIncident, ToldKey } from "#lib/incidents/message.ts";
import { sayIncidentWhy } from "#lib/incidents/say-incident-why.ts";
import type { TableWriter } from "#lib/layouts/table-writer.ts";
import { hiddenKeyColumns } from "#lib/masking.ts";

const EXAMPLES_MAX = 3;

/** Incidents as messages tell them, as they stand now, by id. `examples` false: without keys, where a message has no room for them. */
export async function listToldIncidents(
  db: Db,
  incidentIds: readonly string[],
  { examples, now }: { examples: boolean; now: Date },
): Promise<Map<string, ToldIncident>> {
  if (incidentIds.length === 0) return new Map();
  const silence = activeSilence(db, now);
  const rows = await db
    .select({
      incident: getTableColumns(incidents),
      table: SUBJECT_TABLE,
      definition: tables.definition,
      source: tables.source,
      nextObservationDueAt: tables.nextObservationDueAt,
      committedBy: snapshots.committedBy,
      causes: causeFacts.causes,
      onIt: ON_IT_COLUMNS,
      silence: { kind: silence.kind, until: silence.until, by: silence.by },
    })
    .from(incidents)
    .leftJoin(tables, eq(tables.id, incidents.tableId))
    .leftJoinLateral(silence, sql`true`)
    .leftJoin(
      snapshots,
      and(eq(snapshots.tableId, incidents.tableId), sql`${snapshots.snapshotId} = (${incidents.seen} -> 'since' ->> 'snapshotId')::bigint`),
    )
    .leftJoin(
      causeFacts,
      and(
        sql`${causeFacts.keyVersionId} = (${incidents.seen} ->> 'keyVersionId')::int`,
        sql`${causeFacts.snapshotId} = (${incidents.seen} ->> 'snapshotId')::bigint`,
      ),
    )
    .where(inArray(incidents.id, [...incidentIds]));
  const writers = await listTableWriters(
    db,
    rows.flatMap(({ table, definition }) => (table === null || definition === null ? [] : [{ id: table.id, definition }])),
  );
  const told = new Map<string, ToldIncident>();
  for (const { incident, table, definition, source, nextObservationDueAt, committedBy, causes, onIt, silence: active } of rows) {
    const { tableId: _, catalog, ...rest } = incident;
    const keyName = incident.findings[0]?.key?.name ?? null;
    told.set(incident.id, {
      ...rest,
      subject: toSubject(catalog, table),
      isSample: source === "sample",
      keyName,
      examples: examples && definition !== null ? await listExamples(db, incident.seen, { definition, keyName }) : [],
      committedBy,
      nextObservationDueAt,
      onIt: incident.resolvedAt === null ? toOnIt(onIt) : null,
      silence: incident.resolvedAt === null ? toActiveSilence(active) : null,
      why: definition === null ? null : sayIncidentWhy(incident.check, causes, definition),
      ...adviceOn({ incident, causes, definition, writer: writers.get(incident.tableId ?? "") ?? null, keyName }),
    });
  }
  return told;
}

/** Which causes the keys have and what to do first; nothing of a catalog's incident. */
function adviceOn({
  incident: { check, findings },
  causes,
  definition,
  writer,
  keyName,
}: {
  incident: Pick<ToldIncident, "check" | "findings">;
  causes: CauseFacts | null;
  definition: TableDefinition | null;
  writer: TableWriter | null;
  keyName: string | null;
}): Pick<ToldIncident, "causes" | "provisional" | "firstStep"> {
  if (definition === null || writer === null) return { causes: null, provisional: null, firstStep: null };
  const keep = definition.keys.find(({ name }) => name === keyName)?.keep ?? "last";
  const first = adviseOnIncident({ check, metric: findings[0]?.metric ?? null, causes, writer, keep });
  const told = isExplained(check) ? causes : null;
  return {
    causes: told && viewShares(told).map(({ cause, keys }) => ({ cause, keys })),
    provisional: told && toProvisionalDocument(told),
    firstStep: first && { says: sayFirstSteps(first), docs: first.docs },
  };
}

/** Entries of timelines with whose they are, oldest first; those that are forgotten by now are missing. */
export async function listToldEvents(db: Db, eventIds: readonly number[]): Promise<(ToldEvent & { incidentId: string })[]> {
  if (eventIds.length === 0) return [];
  const { id, incidentId, kind, at, by, detail } = incidentEvents;
  return await db
    .select({ id, incidentId, kind, at, by, detail })
    .from(incidentEvents)
    .where(sql`${id} = any (${sql.param([...eventIds])}::bigint[])`)
    .orderBy(asc(id));
}

/** Masked as the table says now, and always in part: what leaves the house shows no whole key. */
async function listExamples(
  db: Db,
  { keyVersionId, snapshotId }: ToldIncident["seen"],
  { definition, keyName }: { definition: TableDefinition; keyName: string | null },
): Promise<ToldKey[]> {
  if (keyVersionId === null || snapshotId === null) return [];
  const columns = definition.keys.find(({ name }) => name === keyName)?.columns ?? definition.keys[0]?.columns ?? [];
  const hidden = new Set(hiddenKeyColumns(definition.masked, columns));
  const samples = await listSamples(db, { keyVersionId, snapshotId, limit: EXAMPLES_MAX });
  return samples.map(({ keyHash, key, rowCount, partitions, verdict }) => ({
    keyHash,
    parts: key.map((text, at) => (hidden.has(columns[at] ?? "") ? "masked" : maskKeyText(text))),
    rowCount,
    partitions,
    provisional: verdict?.doubt != null,
  }));
}
