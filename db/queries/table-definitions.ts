import { eq, inArray, sql } from "drizzle-orm";
import { canonicalJson } from "../content-hash.ts";
import type { Db, Tx } from "../client.ts";
import { tableKeys } from "../schema/table-keys.ts";
import { tables } from "../schema/tables.ts";
import type { KeyDefinition, TableDefinition } from "#lib/contracts/table-definition.ts";
import { AppError } from "#lib/errors.ts";
import type { TableSource } from "#lib/names.ts";
import { findMasksOfPlace, hideStored, lockDefinitions, withMasks } from "./kept-masks.ts";

/** Names, in the order given; archived ones by name. `revived`: archived before, named again. */
export interface AppliedDefinitions {
  added: string[];
  changed: string[];
  revived: string[];
  archived: string[];
  unchanged: string[];
}

type Existing = typeof tables.$inferSelect;

interface ApplyOptions {
  partial?: boolean;
  dueAt?: Date;
  /** Called within the transaction for a table whose numbers mean something else from now on: other limits, keys or promises. */
  judgeAgain?: (tx: Tx, tableId: string) => Promise<void>;
}

/**
 * Makes the tables of one source what `definitions` say, in one transaction: adds, changes, revives, and archives what is no longer named
 * (not with `partial`: then the list is not all of the source). Nothing is deleted, tables of other sources are not touched, and giving the
 * same definitions again changes nothing. Names are the same whatever the case. A table paused by a person stays so until its definition's
 * `paused` changes. With `dueAt`, what is added, changed or revived is due then, and no sooner than it is stored: whoever else plans finds
 * it planned. A sample and a table of a person never go on from one another under one name. A table that is entered, or entered again, keeps the masks that its location had; one of them is given up when a definition names it and a later one does not. A column that is masked from now on takes the stored samples, look-ups and exports of its table along: they show its values.
 * An own table replaces a sample of its name. Throws AppError usage when two definitions share a name, or the other of file and settings has a
 * table of that name that is not archived.
 */
export async function applyTableDefinitions(
  db: Db,
  definitions: readonly TableDefinition[],
  source: TableSource,
  { partial = false, dueAt, judgeAgain }: ApplyOptions = {},
): Promise<AppliedDefinitions> {
  const applied: AppliedDefinitions = { added: [], changed: [], revived: [], archived: [], unchanged: [] };
  const named = new Map(definitions.map((definition) => [definition.name.toLowerCase(), definition]));
  for (const definition of definitions) refuseTwins(definition, named);
  await db.transaction(async (tx) => {
    await lockDefinitions(tx);
    const existing = new Map((await tx.select().from(tables)).map((table) => [table.name.toLowerCase(), table]));
    for (const definition of definitions) {
      const found = existing.get(definition.name.toLowerCase());
      const isForeign = found !== undefined && (found.source === "sample") !== (source === "sample");
      // A sample neither replaces an own table nor continues one that was archived.
      if (isForeign && source === "sample") continue;
      if (isForeign) await setAside(tx, found);
      else refuseForeign(found, source);
      const before = isForeign ? undefined : found;
      const became = await applyOne(tx, { before, definition, source, dueAt });
      applied[became].push(definition.name);
      if (before !== undefined && became !== "unchanged" && isJudgedOtherwise(before, definition)) await judgeAgain?.(tx, before.id);
    }
    if (partial) return;
    const gone = [...existing].filter(([name, table]) => table.source === source && table.archivedAt === null && !named.has(name));
    if (gone.length === 0) return;
    const ids = gone.map(([, { id }]) => id);
    await tx
      .update(tables)
      .set({ archivedAt: sql`now()`, updatedAt: sql`now()` })
      .where(inArray(tables.id, ids));
    applied.archived.push(...gone.map(([, { name }]) => name).toSorted());
  });
  return applied;
}

/** Whether the same numbers are judged by other limits, keys or promises, or again after a break. */
function isJudgedOtherwise({ definition, archivedAt }: Existing, { limits, keys }: TableDefinition): boolean {
  const judgedBy = (one: Pick<TableDefinition, "limits" | "keys">): string =>
    canonicalJson({ limits: one.limits, keys: one.keys.map(({ name, promise }) => ({ name, promise })) });
  return archivedAt !== null || judgedBy(definition) !== judgedBy({ limits, keys });
}

/** Archives a sample and takes its name from it, so that its made-up numbers are never those of the own table that gets the name. */
export async function setAside(tx: Db, { id, name }: Pick<Existing, "id" | "name">): Promise<void> {
  await tx
    .update(tables)
    .set({ name: `${name} (sample ${id.slice(0, 8)})`, archivedAt: sql`coalesce(${tables.archivedAt}, now())`, updatedAt: sql`now()` })
    .where(eq(tables.id, id));
}

interface Application {
  before: Existing | undefined;
  definition: TableDefinition;
  source: TableSource;
  dueAt: Date | undefined;
}

async function applyOne(tx: Db, { before, definition: given, source, dueAt }: Application): Promise<keyof AppliedDefinitions> {
  const { name, kind, owner, tags, paused, keys } = given;
  const places = before === undefined || before.definition.location !== given.location ? [given.location] : [];
  if (before !== undefined && before.archivedAt !== null) places.push(before.definition.location);
  const masks = await findMasksOfPlace(tx, places, before?.keptMasks);
  const { definition, keptMasks } = withMasks(given, masks);
  const values = { name, kind, owner, tags, definition, keptMasks, source, sampleClock: source === "sample" };
  const due = dueAt === undefined ? {} : { nextObservationDueAt: dueAt };
  if (before === undefined) {
    const [added] = await tx
      .insert(tables)
      .values({ ...values, ...due, paused })
      .returning({ id: tables.id });
    if (added) await applyKeys(tx, added.id, keys);
    return "added";
  }
  const keysChanged = await applyKeys(tx, before.id, keys);
  if (!keysChanged && before.archivedAt === null && sameValues(before, values)) return "unchanged";
  const masksMore = definition.masked.some((column) => !before.definition.masked.includes(column));
  if (masksMore) await hideStored(tx, before.id, definition.masked);
  const pausedAnew = before.definition.paused !== paused || before.archivedAt !== null;
  await tx
    .update(tables)
    .set({ ...values, ...due, ...(pausedAnew && { paused }), archivedAt: null, updatedAt: sql`now()` })
    .where(eq(tables.id, before.id));
  return before.archivedAt === null ? "changed" : "revived";
}

/** Makes the keys of a table what the definition says; true when that changed anything. */
async function applyKeys(tx: Db, tableId: string, keys: readonly KeyDefinition[]): Promise<boolean> {
  const existing = await tx.select().from(tableKeys).where(eq(tableKeys.tableId, tableId));
  const byName = new Map(existing.map((key) => [key.name.toLowerCase(), key]));
  let changed = false;
  for (const [position, { name, columns, promise, keep }] of keys.entries()) {
    const before = byName.get(name.toLowerCase());
    byName.delete(name.toLowerCase());
    const values = { name, columns, promise, keep, position, archivedAt: null };
    if (before && sameValues(before, values)) continue;
    changed = true;
    if (before) await tx.update(tableKeys).set(values).where(eq(tableKeys.id, before.id));
    else await tx.insert(tableKeys).values({ tableId, ...values });
  }
  const gone = [...byName.values()].filter((key) => key.archivedAt === null).map(({ id }) => id);
  if (gone.length === 0) return changed;
  await tx
    .update(tableKeys)
    .set({ archivedAt: sql`now()` })
    .where(inArray(tableKeys.id, gone));
  return true;
}

function sameValues(before: Record<string, unknown>, values: Record<string, unknown>): boolean {
  return Object.entries(values).every(([name, value]) => canonicalJson(before[name]) === canonicalJson(value));
}

function refuseTwins(definition: TableDefinition, named: ReadonlyMap<string, TableDefinition>): void {
  const { name, keys } = definition;
  if (named.get(name.toLowerCase()) !== definition) {
    throw new AppError("usage", `Two tables are named ${name}, whatever the case; give one of them another name.`);
  }
  if (new Set(keys.map((key) => key.name.toLowerCase())).size < keys.length) {
    throw new AppError("usage", `Two keys of table ${name} have one name; give one of them another.`);
  }
}

const WHOSE = { file: "The configuration file", sample: "The sample tables", settings: "The settings" } as const;
const HAVE = { file: "the configuration file has", sample: "the sample tables have", settings: "the settings have" } as const;

function refuseForeign(before: Existing | undefined, source: TableSource): void {
  if (before === undefined || before.archivedAt !== null || before.source === source) return;
  const { name, source: owner } = before;
  throw new AppError(
    "usage",
    `${WHOSE[source]} cannot have a table named ${name}: ${HAVE[owner]} one already; give one of them another name.`,
  );
}
