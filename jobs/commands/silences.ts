import { toSilence } from "#db/queries/silence-documents.ts";
import { endSilence, findListedSilence, insertSilence, listEndedSilences, listSilences, type SilenceScope } from "#db/queries/silences.ts";
import { getTableByName } from "#db/queries/tables.ts";
import type { CommandResult } from "#jobs/commands/command-deps.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { NewSilence, Silence, SilencesDocument } from "#lib/contracts/silences.ts";
import { AppError } from "#lib/errors.ts";
import { spanOf } from "#lib/incidents/silence-span.ts";

const ENDED_MS = 14 * 86_400_000;
const ENDED_MAX = 200;

export interface SilenceInput {
  table?: string;
  tag?: string;
  owner?: string;
  from?: Date;
  maintenance?: true;
}

/** What holds, what is to come and what ended lately: one JSON document. */
export async function listForPerson({ database: { db } }: Service, now: Date): Promise<CommandResult> {
  const [silences, ended] = await Promise.all([
    listSilences(db, now),
    listEndedSilences(db, { since: new Date(now.getTime() - ENDED_MS), now, limit: ENDED_MAX }),
  ]);
  const document = SilencesDocument.parse({ silences: silences.map(toSilence), ended: ended.map(toSilence) });
  return { output: printed(document), exitCode: 0 };
}

/**
 * Adds one and prints it; `covers` is 0 where no table has that tag or owner yet. Throws AppError unknown_table, and usage for anything but one
 * scope, a span that is none, or text that is too long.
 */
export async function addSilence(
  { database: { db } }: Service,
  { table, tag, owner, from, maintenance, until, why, by }: SilenceInput & { until: Date; why: string; by: string },
  now: Date,
): Promise<CommandResult> {
  const given = [table, tag, owner].filter((one) => one !== undefined);
  if (given.length !== 1) throw new AppError("usage", "Name one of --table, --tag and --owner; two of them are two silences.");
  const span = spanOf({ from: from ?? null, until, now });
  const scope: SilenceScope =
    table !== undefined ? { tableId: (await getTableByName(db, table)).id } : tag !== undefined ? { tag } : { owner: owner ?? "" };
  const asked = { kind: maintenance === true ? "maintenance" : "silence", scope, by, why, from: null, until: until.toISOString() };
  const parsed = NewSilence.safeParse(asked);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError(
      "usage",
      `The silence is wrong in ${issue?.path.join(".") ?? "a part"}: ${issue?.message ?? "it has another shape"}.`,
    );
  }
  const { id } = await insertSilence(db, { ...parsed.data, ...span });
  return await show(db, id);
}

/** Ends one early and prints it. Throws AppError usage when there is none, or it is over already. */
export async function endForPerson(
  { database: { db } }: Service,
  { id, by, now }: { id: string; by: string; now: Date },
): Promise<CommandResult> {
  const ended = await endSilence(db, id, { by, now });
  if (!ended && (await findListedSilence(db, id)) !== null) throw new AppError("usage", "The silence has already ended.");
  return await show(db, id);
}

async function show(db: Service["database"]["db"], id: string): Promise<CommandResult> {
  const found = await findListedSilence(db, id);
  if (found === null) throw new AppError("usage", `No silence has the id ${id}; \`silences\` lists those there are.`);
  return { output: printed(Silence.parse(toSilence(found))), exitCode: 0 };
}
