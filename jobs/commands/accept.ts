import { acceptAndJudge, revokeAndJudge } from "#db/accept-level.ts";
import { findTableOfLevel, listAcceptedLevels, listAcceptedSince } from "#db/queries/accepted-levels.ts";
import { toAcceptedLevel } from "#db/queries/silence-documents.ts";
import { getTable, getTableByName } from "#db/queries/tables.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { AcceptedLevel, AcceptedLevelsDocument, NewAcceptedLevel } from "#lib/contracts/silences.ts";
import { AppError } from "#lib/errors.ts";
import { spanOf } from "#lib/incidents/silence-span.ts";
import type { MetricName } from "#lib/metrics.ts";

export interface AcceptInput {
  metric: MetricName;
  key?: string;
  level: number;
  until: Date;
  why: string;
  by: string;
}

/** What is accepted of a table now, the oldest first: one JSON document. Throws AppError unknown_table. */
export async function listAccepted({ database: { db } }: Service, name: string, now: Date): Promise<CommandResult> {
  const table = await getTableByName(db, name);
  const accepted = (await listAcceptedLevels(db, table.id, now)).map((level) => toAcceptedLevel(level, table.name));
  return { output: printed(AcceptedLevelsDocument.parse({ accepted })), exitCode: 0 };
}

/** Accepts a level and prints it. Throws AppError unknown_table, unknown_key, and usage for a span that is none or text that is too long. */
export async function acceptForPerson(
  { database: { db }, queue }: Service,
  name: string,
  { key: keyName, until, ...input }: AcceptInput,
  now: Date,
): Promise<CommandResult> {
  const table = await getTableByName(db, name);
  const key = keyName === undefined ? table.keys[0] : table.keys.find((one) => one.name === keyName);
  if (key === undefined) throw new AppError("unknown_key", `${table.name} has no key ${keyName ?? ""}; \`tables\` lists those it has.`);
  const span = spanOf({ from: null, until, now });
  const parsed = NewAcceptedLevel.safeParse({ ...input, tableId: table.id, tableKeyId: key.id, until: until.toISOString() });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError("usage", `The level is wrong in ${issue?.path.join(".") ?? "a part"}: ${issue?.message ?? "it has another shape"}.`);
  }
  const { metric, level, by, why } = parsed.data;
  const accepted = { tableId: table.id, tableKeyId: key.id, metric, level, by, why, acceptedAt: span.from, until: span.until };
  const made = await acceptAndJudge(db, await queue(), accepted);
  return { output: printed(AcceptedLevel.parse(toAcceptedLevel({ ...made, key: key.name }, table.name))), exitCode: 0 };
}

/** Takes one back and prints it. Throws AppError usage when there is none, or it is over already. */
export async function endForPerson(
  { database: { db }, queue }: Service,
  { id, by, now }: { id: string; by: string; now: Date },
): Promise<CommandResult> {
  const tableId = await findTableOfLevel(db, id);
  if (tableId === null) throw new AppError("usage", `No accepted level has the id ${id}; \`accepted <table>\` lists those of a table.`);
  if (!(await revokeAndJudge(db, await queue(), { levelId: id, tableId, by, now })))
    throw new AppError("usage", "It is over already; nothing is left to take back.");
  const { name } = await getTable(db, tableId);
  const ended = (await listAcceptedSince(db, tableId, new Date(0))).find((level) => level.id === id);
  if (ended === undefined) throw new AppError("usage", "Its key no longer exists, so it has no effect.");
  return { output: printed(AcceptedLevel.parse(toAcceptedLevel(ended, name))), exitCode: 0 };
}
