import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "../client.ts";
import { settingsEntries } from "../schema/settings-entries.ts";
import { tables } from "../schema/tables.ts";
import { setAside } from "./table-definitions.ts";
import type { EntryFault, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import type { EntryKind } from "#lib/names.ts";
import { formatUtc } from "#lib/time.ts";

export type EntryRow = typeof settingsEntries.$inferSelect;

/** One that is to be stored, its name as `entryName` gives it. */
export interface EntryChange {
  kind: EntryKind;
  name: string;
  written: WrittenEntry;
  /** Of what is changed; null: it is new. */
  version: number | null;
  /** Before this change; the same where nothing is renamed. */
  formerName: string;
}

/** Each entry is seven parameters of a statement, which takes 65,535. */
const INSERTED_AT_ONCE = 500;

/** All that was entered: catalogs, stores, schema registries, tables, each by name. */
export async function listEntries(db: Db): Promise<EntryRow[]> {
  return await db.select().from(settingsEntries).orderBy(asc(settingsEntries.kind), asc(settingsEntries.name), asc(settingsEntries.id));
}

/** Another text whenever something was entered, changed or removed, and not when a worker took it over. */
export async function markEntries(db: Db): Promise<string> {
  const [row] = await db
    .select({
      mark: sql<string>`coalesce(md5(string_agg(${settingsEntries.id} || '/' || ${settingsEntries.version}, ' ' order by ${settingsEntries.id})), '')`,
    })
    .from(settingsEntries);
  return row?.mark ?? "";
}

/**
 * Stores all of them or, with what hinders it, none: one that is new though there is one of its name, or of a version that is not the newest.
 * A table that is renamed keeps what it left. `by` null: whoever did it did not sign.
 */
export async function saveEntries(
  db: Db,
  changes: readonly EntryChange[],
  { by, now }: { by: string | null; now: Date },
): Promise<{ saved: true; rows: EntryRow[] } | { saved: false; faults: (EntryFault & { entry: number })[] }> {
  const faults: (EntryFault & { entry: number })[] = [];
  const rows: EntryRow[] = [];
  try {
    await db.transaction(async (tx) => {
      await lockEntries(tx);
      for (const [entry, stored] of (await saveEach(tx, changes, { by, now })).entries()) {
        if ("row" in stored) rows.push(stored.row);
        else faults.push({ entry, path: "", message: stored.message });
      }
      if (faults.length > 0) throw new Refused();
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { saved: false, faults };
  }
  return { saved: true, rows };
}

/** Removes what was entered under this name. Throws AppError usage when there is none, or somebody changed it since that version. */
export async function removeEntry(db: Db, { kind, name, version }: { kind: EntryKind; name: string; version: number }): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEntries(tx);
    const [found] = await tx.select().from(settingsEntries).where(named(kind, name));
    if (found === undefined) throw new AppError("usage", `${goneSentence(kind, name)} Load the list again.`);
    if (found.version !== version) throw new AppError("usage", staleSentence(found));
    await tx.delete(settingsEntries).where(eq(settingsEntries.id, found.id));
  });
}

/** Notes what a worker made of entries as they were when it read them; of those that changed meanwhile nothing. One statement. */
export async function markTaken(db: Db, taken: readonly { id: string; version: number; faults: readonly EntryFault[] }[]): Promise<void> {
  if (taken.length === 0) return;
  await db.execute(sql`
    update settings_entries set taken_version = taken.version, faults = taken.faults
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as taken (id uuid, version integer, faults jsonb)
    where settings_entries.id = taken.id and settings_entries.version = taken.version
      and (settings_entries.taken_version is distinct from taken.version or settings_entries.faults <> taken.faults)`);
}

type Saved = { row: EntryRow } | { message: string };
interface Signed {
  by: string | null;
  now: Date;
}

/** What became of each change, in their order. */
async function saveEach(tx: Db, changes: readonly EntryChange[], signed: Signed): Promise<Saved[]> {
  if (changes.length > 1 && (await areFreeNames(tx, changes))) return await insertAll(tx, changes, signed);
  const saved: Saved[] = [];
  for (const change of changes) saved.push(await saveOne(tx, change, signed));
  return saved;
}

/** True when all are new, and neither the store nor one of the others has the name of any. */
async function areFreeNames(tx: Db, changes: readonly EntryChange[]): Promise<boolean> {
  const names = changes.map(({ kind, name }) => ({ kind, name }));
  const different = new Set(names.map(({ kind, name }) => `${kind} ${name.toLowerCase()}`));
  if (different.size < changes.length || changes.some(({ version }) => version !== null)) return false;
  const taken = await tx.execute(sql`
    select from jsonb_to_recordset(${JSON.stringify(names)}::jsonb) as asked (kind text, name text)
    join settings_entries entry on entry.kind::text = asked.kind and lower(entry.name) = lower(asked.name) limit 1`);
  return taken.rows.length === 0;
}

/** Thousands that are new at once, in a few statements: two for each took longer than an answer may. */
async function insertAll(tx: Db, changes: readonly EntryChange[], { by, now }: Signed): Promise<Saved[]> {
  const saved: Saved[] = [];
  for (let start = 0; start < changes.length; start += INSERTED_AT_ONCE) {
    const values = changes
      .slice(start, start + INSERTED_AT_ONCE)
      .map(({ kind, name, written }) => ({ kind, name, written, changedBy: by, changedAt: now, createdAt: now }));
    const rows = await tx.insert(settingsEntries).values(values).returning();
    saved.push(...rows.map((row) => ({ row })));
  }
  return saved;
}

async function saveOne(tx: Db, { kind, name, written, version, formerName }: EntryChange, { by, now }: Signed): Promise<Saved> {
  const [found] = await tx.select().from(settingsEntries).where(named(kind, formerName));
  if (version === null) {
    if (found !== undefined)
      return { message: `${titleOf(found)} was entered already, ${whoAndWhen(found)}. Choose another name, or change that one.` };
    const [row] = await tx
      .insert(settingsEntries)
      .values({ kind, name, written, changedBy: by, changedAt: now, createdAt: now })
      .returning();
    return row === undefined ? { message: `The ${ENTRY_WORDS[kind]} "${name}" was not stored.` } : { row };
  }
  if (found === undefined) return { message: `${goneSentence(kind, formerName)} Add it again if you still need it.` };
  if (found.version !== version) return { message: staleSentence(found) };
  const renames = name.toLowerCase() !== formerName.toLowerCase();
  if (renames) {
    const [other] = await tx.select().from(settingsEntries).where(named(kind, name));
    if (other !== undefined) return { message: `${titleOf(other)} was entered already, ${whoAndWhen(other)}. Choose another name.` };
    if (kind === "table") await renameTable(tx, formerName, name);
  }
  const [row] = await tx
    .update(settingsEntries)
    .set({ name, written, version: version + 1, changedBy: by, changedAt: now })
    .where(eq(settingsEntries.id, found.id))
    .returning();
  return row === undefined ? { message: staleSentence(found) } : { row };
}

/** So that its numbers go on under the new name; where that name's table was archived once, that one's go on instead, unless it was a sample. */
async function renameTable(tx: Db, from: string, to: string): Promise<void> {
  const [taken] = await tx
    .select({ id: tables.id, name: tables.name, source: tables.source })
    .from(tables)
    .where(eq(sql`lower(${tables.name})`, sql`lower(${to})`));
  if (taken?.source === "sample") await setAside(tx, taken);
  else if (taken !== undefined) return;
  await tx
    .update(tables)
    .set({ name: to, updatedAt: sql`now()` })
    .where(and(eq(sql`lower(${tables.name})`, sql`lower(${from})`), eq(tables.source, "settings")));
}

class Refused extends Error {}

/** One at a time: two that enter the same name would both look, and then both insert. */
async function lockEntries(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('bergwatch settings entries', 0))`);
}

function named(kind: EntryKind, name: string) {
  return and(eq(settingsEntries.kind, kind), eq(sql`lower(${settingsEntries.name})`, sql`lower(${name})`));
}

function titleOf({ kind, name }: EntryRow): string {
  return `The ${ENTRY_WORDS[kind]} "${name}"`;
}

function whoAndWhen({ changedBy, changedAt }: EntryRow): string {
  return `by ${changedBy ?? "somebody who did not sign"} on ${formatUtc(changedAt)}`;
}

function staleSentence(row: EntryRow): string {
  return `${titleOf(row)} was changed meanwhile, ${whoAndWhen(row)}. Load it again, so that this change is not lost.`;
}

function goneSentence(kind: EntryKind, name: string): string {
  return `No ${ENTRY_WORDS[kind]} "${name}" was entered; it was removed or renamed meanwhile.`;
}
