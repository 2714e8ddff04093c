import { isDeletionVector } from "#lib/testing/iceberg-writer/content-file.ts";
import type { LiveEntry } from "#lib/testing/iceberg-writer/content-file.ts";
import { danglingDeletes, valueOf } from "#lib/testing/iceberg-writer/live-rows.ts";
import { changedSchema } from "#lib/testing/random-history/change-schema.ts";
import { keyIds } from "#lib/testing/random-history/columns.ts";
import type { Command } from "#lib/testing/random-history/history.ts";
import { specFields } from "#lib/testing/random-history/partition-specs.ts";
import { belongsTo } from "#lib/testing/random-history/play.ts";
import type { Play } from "#lib/testing/random-history/play.ts";
import { projected, writeRows } from "#lib/testing/random-history/write-commands.ts";

type Of<D extends Command["do"]> = Extract<Command, { do: D }>;

/** Rewrites live rows of the chosen files under the current schema and spec. */
export async function compact(play: Play, command: Of<"compact">): Promise<void> {
  const { modelled, table } = play;
  const head = table.head();
  const paths = play.dataPaths(command.files);
  if (head === null || paths.size === 0) return;
  const rows = modelled.liveRows(head).filter(({ file }) => paths.has(file));
  const read = projected(
    play,
    rows.map(({ row }) => row),
    (row, id) => valueOf(modelled.contents, row, id),
  );
  const lineage = command.lineage && table.state.formatVersion === 3;
  const add = await writeRows(play, read, { lineage });
  const entries = play.entries();
  const replaced = entries.filter(({ file }) => paths.has(file.path));
  const earliest = Math.min(...replaced.map(({ sequenceNumber }) => sequenceNumber));
  const starting = table.state.snapshots.find(({ id }) => id === head)?.sequenceNumber ?? 0;
  const own = table.state.formatVersion === 1 ? 0 : table.state.lastSequenceNumber + 1;
  const sequenceNumber = command.sequence === "own" ? own : command.sequence === "starting" ? starting : earliest;
  const after = [
    ...entries.filter((entry) => !belongsTo(paths, entry)),
    ...add.map((file): LiveEntry => ({ file, snapshotId: 0n, sequenceNumber, fileSequenceNumber: own, firstRowId: null })),
  ];
  const dangling = new Set(
    command.dropDangling ? danglingDeletes(after, modelled.contents, table.state.specs).map(({ file }) => file) : [],
  );
  const remove = (entry: LiveEntry): boolean => belongsTo(paths, entry) || dangling.has(entry.file);
  play.commit({ operation: "replace", add, remove, ...(command.sequence === "own" ? {} : { dataSequenceNumber: sequenceNumber }) });
}

export function removeFiles(play: Play, command: Of<"remove files">): void {
  const leaving = play.dataPaths(command.files);
  if (leaving.size > 0) play.commit({ operation: "delete", remove: (entry) => belongsTo(leaving, entry) });
}

/** Drops delete files whether they still remove rows or not: clean-ups in the wild have done so. */
export function dropDeletes(play: Play, command: Of<"drop deletes">): void {
  const deletes = play.entries().filter(({ file }) => file.content !== "data");
  const leaving = new Set(command.files.flatMap((choice) => deletes[choice % Math.max(1, deletes.length)]?.file ?? []));
  if (leaving.size > 0) play.commit({ operation: "replace", remove: ({ file }) => leaving.has(file) });
}

export function registerTwice(play: Play, command: Of<"register twice">): void {
  const candidates = play.entries().filter(({ file }) => (file.content === "data") !== command.deletes && !isDeletionVector(file));
  const again = candidates[command.file % Math.max(1, candidates.length)]?.file;
  if (again === undefined) return;
  const hasVector = play.entries().some(({ file }) => isDeletionVector(file) && file.referencedDataFile === again.path);
  if (hasVector) play.notForJava.add("a file with a vector is registered again");
  play.commit({ operation: "append", add: [again] });
}

export function changeSchema(play: Play, command: Of<"change schema">): void {
  const { table, modelled } = play;
  const sources = table.state.specs.flatMap((spec) => spec.fields.map((part) => part["source-id"]));
  const fixed = new Set([...keyIds(play.history.key), ...sources]);
  const context = { nextId: table.state.lastColumnId + 1, formatVersion: table.state.formatVersion, fixed };
  const changed = changedSchema(table.schema.fields, command.change, command.column, context);
  if (changed === null) return;
  if (changed.initialDefault !== undefined) {
    modelled.contents.initialDefaults.set(changed.initialDefault.fieldId, changed.initialDefault.value);
  }
  table.changeSchema(changed.fields);
  modelled.updateNameMapping();
}

export function changeSpec(play: Play, command: Of<"change spec">): void {
  const { table } = play;
  table.changeSpec(specFields(command.spec, table.schema.fields, table.state.specs, table.state.lastPartitionId));
}

export function rollBack(play: Play, command: Of<"roll back">): void {
  const { snapshots } = play.table.state;
  const chosen = snapshots[command.snapshot % Math.max(1, snapshots.length)];
  if (chosen !== undefined) play.table.setBranch("main", chosen.id);
}

/** Expires the oldest snapshots, but no branch's head. */
export function expire(play: Play, command: Of<"expire">): void {
  play.table.expire(new Set(play.table.state.snapshots.slice(0, command.count).map(({ id }) => id)));
}
