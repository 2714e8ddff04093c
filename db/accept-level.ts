import type { Db } from "./client.ts";
import { judgeNewest } from "./judge-table.ts";
import type { JobSender } from "./queue.ts";
import { acceptLevel, endAcceptedLevel, type AcceptedLevelRow } from "./queries/accepted-levels.ts";
import { getTable, type TableWithKeys } from "./queries/tables.ts";
import { listTableVerdicts } from "./queries/verdicts.ts";
import { AppError } from "#lib/errors.ts";

/**
 * Accepts a metric of a key up to a level and judges its table again, in one transaction: verdicts and incidents follow at once. What was
 * accepted of the metric before ends. `tableKeyId` null: a metric of the whole table, which is judged for its first observed key. Throws AppError
 * usage when none was.
 */
export async function acceptAndJudge(
  db: Db,
  queue: JobSender,
  { tableId, tableKeyId, ...level }: Omit<Parameters<typeof acceptLevel>[1], "tableKeyId"> & { tableId: string; tableKeyId: string | null },
): Promise<AcceptedLevelRow> {
  return await db.transaction(async (tx) => {
    const table = await getTable(tx, tableId);
    const made = await acceptLevel(tx, { ...level, tableKeyId: tableKeyId ?? (await getFirstJudged(tx, table)) });
    await judgeNewest(tx, { table, now: level.acceptedAt, queue, because: "levels" });
    return made;
  });
}

async function getFirstJudged(db: Db, { id, name, keys }: TableWithKeys): Promise<string> {
  const [first] = await listTableVerdicts(db, id);
  const key = keys.find(({ currentVersionId }) => currentVersionId === first?.keyVersionId);
  if (first === undefined || key === undefined)
    throw new AppError("usage", `Nothing was observed of ${name} yet, so there is no level to accept.`);
  return key.id;
}

/** Revokes an accepted level and judges its table again, in one transaction. False: the table has none with that id, or it has ended. */
export async function revokeAndJudge(
  db: Db,
  queue: JobSender,
  { levelId, tableId, by, now }: { levelId: string; tableId: string; by: string; now: Date },
): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const ended = await endAcceptedLevel(tx, levelId, { tableId, by, now });
    if (ended) await judgeNewest(tx, { table: await getTable(tx, tableId), now, queue, because: "levels" });
    return ended;
  });
}
