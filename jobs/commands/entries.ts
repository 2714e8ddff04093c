import { readEntryViews } from "#db/queries/entry-documents.ts";
import { readEntryWorld } from "#db/queries/entry-world.ts";
import { forgetPasted } from "#db/forget-pasted.ts";
import { removeEntry, saveEntries } from "#db/queries/settings-entries.ts";
import { listWorkers } from "#db/queries/workers.ts";
import type { CommandDeps, CommandResult } from "#jobs/commands/command-deps.ts";
import { sayIfNobodyWorks } from "#jobs/commands/ask-service.ts";
import { printed } from "#jobs/commands/run-documents.ts";
import type { Service } from "#jobs/commands/service.ts";
import { boundsOf } from "#lib/config/entered-settings.ts";
import { entryKey } from "#lib/config/entry-name.ts";
import { prepareEntries, refuseRemoval } from "#lib/config/prepare-entries.ts";
import { refuseEntering } from "#lib/config/refuse-entered.ts";
import { EntriesDocument } from "#lib/contracts/entry-documents.ts";
import type { EntryFault, EntryView, WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AppError } from "#lib/errors.ts";
import { ENTRY_WORDS } from "#lib/contracts/entry-kinds.ts";
import type { EntryKind } from "#lib/names.ts";

/** What the commands about catalogs, stores, schema registries, tables and channels need of the world. */
export type EntryCommandDeps = Pick<CommandDeps, "say" | "machine" | "now" | "signal">;

/** A worker looks every two seconds; a busy one may take longer. */
const TAKEN_MS_MAX = 10_000;
const LOOK_EVERY_MS = 200;
const SILENT_SECONDS_MAX = 20;

/** All of these kinds with where they come from and whether they are in use: one JSON document. */
export async function listKinds({ database }: Service, kinds: readonly EntryKind[]): Promise<CommandResult> {
  const entries = (await readEntryViews(database.db)).filter(({ kind }) => kinds.includes(kind));
  return { output: printed(EntriesDocument.parse({ entries })), exitCode: 0 };
}

interface NewEntries {
  entries: readonly { kind: EntryKind; written: WrittenEntry }[];
  by: string;
}

/** Stores entries as enterAll does, and prints them as they are then. Exit code 1 when one of them is not in use though a worker saw it. */
export async function addEntries(service: Service, deps: EntryCommandDeps, added: NewEntries): Promise<CommandResult> {
  const entries = await enterAll(service, deps, added);
  return { output: printed(EntriesDocument.parse({ entries })), exitCode: entries.some(({ state }) => state === "faulty") ? 1 : 0 };
}

/** Stores entries, all or none, and waits until a worker took them over. Throws AppError usage that names every fault, and where it is. */
export async function enterAll(service: Service, deps: EntryCommandDeps, { entries, by }: NewEntries): Promise<EntryView[]> {
  const { db } = service.database;
  const world = await entryWorld(service, deps);
  const prepared = prepareEntries(
    entries.map((entry) => ({ ...entry, version: null })),
    world,
  );
  if (prepared.entries === null) throw refused(prepared.faults, entries);
  const saved = await saveEntries(db, prepared.entries, { by, now: deps.now() });
  if (!saved.saved) throw refused(saved.faults, entries);
  return await untilTaken(
    service,
    deps,
    saved.rows.map(({ kind, name }) => ({ kind, name })),
  );
}

/** Removes one and prints what is left of its kind. Throws AppError usage where there is none, where the file has it, and where it is needed. */
export async function removeForPerson(
  service: Service,
  deps: EntryCommandDeps,
  { kind, name }: { kind: EntryKind; name: string },
): Promise<CommandResult> {
  const world = await entryWorld(service, deps);
  const found = world.stored.find((one) => one.kind === kind && one.name.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new AppError("usage", await missing(service, kind, name));
  const needed = refuseRemoval({ kind, name: found.name }, world);
  if (needed !== null) throw new AppError("usage", needed);
  await removeEntry(service.database.db, found);
  await forgetPasted(service.database.db, [found.written], deps.machine().dataDir);
  await sayIfNobodyWorks(service.database.db, deps.say, `the removal of the ${ENTRY_WORDS[kind]} ${found.name}`);
  return await listKinds(service, [kind]);
}

async function entryWorld(service: Service, { machine }: EntryCommandDeps) {
  const world = await readEntryWorld(service.database.db, (entered) => boundsOf(entered, machine()));
  const closed = refuseEntering(world.bounds);
  if (closed !== null) throw new AppError("usage", closed);
  return world;
}

async function missing({ database }: Service, kind: EntryKind, name: string): Promise<string> {
  const views = (await readEntryViews(database.db)).filter((view) => view.kind === kind);
  const other = views.find((view) => view.name.toLowerCase() === name.toLowerCase());
  if (other?.origin.from === "file") return `The ${ENTRY_WORDS[kind]} ${other.name} is in ${other.origin.file}: remove it there.`;
  if (other?.origin.from === "sample") return `${other.name} is a sample table: \`samples dismiss\` removes all of them.`;
  const entered = views.filter(({ origin }) => origin.from === "settings").map((view) => view.name);
  const have =
    entered.length === 0 ? "there are none" : `there are ${entered.slice(0, 20).join(", ")}${entered.length > 20 ? " and more" : ""}`;
  return `No ${ENTRY_WORDS[kind]} named ${name} was entered: ${have}.`;
}

/** The entries as they are once a worker saw them, or at the latest after a while, which is said. */
async function untilTaken(
  { database: { db } }: Service,
  { say, signal }: EntryCommandDeps,
  wanted: readonly { kind: EntryKind; name: string }[],
): Promise<EntryView[]> {
  const keys = new Set(wanted.map(entryKey));
  const isWanted = (view: EntryView): boolean => view.origin.from === "settings" && keys.has(entryKey(view));
  const deadline = performance.now() + TAKEN_MS_MAX;
  for (;;) {
    const views = (await readEntryViews(db)).filter(isWanted);
    const waiting = views.filter(({ state }) => state === "waiting");
    if (waiting.length === 0 || signal.aborted) return views;
    const isAlone = !(await listWorkers(db)).some(({ silentSeconds }) => silentSeconds < SILENT_SECONDS_MAX);
    const told = waiting.find(({ faults }) => faults.length > 0)?.faults[0]?.message;
    if (isAlone) say("No worker is running; what was entered is taken over when one starts (npm start).");
    else if (told !== undefined) say(told);
    else if (performance.now() >= deadline)
      say(`No worker took it over within ${TAKEN_MS_MAX / 1000} seconds; the worker's log may say why.`);
    else {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      continue;
    }
    return views;
  }
}

function refused(
  faults: readonly (EntryFault & { entry: number })[],
  entries: readonly { kind: EntryKind; written: WrittenEntry }[],
): AppError {
  const said = faults.slice(0, 20).map(({ entry, path, message }) => {
    const written = entries[entry]?.written;
    const name = written?.["name"] ?? written?.["scope"];
    const which = entries.length === 1 ? "" : `${typeof name === "string" ? name : `entry ${entry + 1}`}: `;
    return `${which}${path === "" ? "" : `${path}: `}${message}`;
  });
  const more = faults.length > said.length ? ` And ${faults.length - said.length} more.` : "";
  return new AppError("usage", `Nothing was entered. ${said.join(" ")}${more}`);
}
