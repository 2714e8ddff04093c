import { isDeletionVector } from "#lib/testing/iceberg-writer/content-file.ts";
import type { ContentFile, LiveEntry } from "#lib/testing/iceberg-writer/content-file.ts";
import { removedPositions, tupleKey } from "#lib/testing/iceberg-writer/live-rows.ts";
import type { LiveRow } from "#lib/testing/iceberg-writer/live-rows.ts";
import type { Command } from "#lib/testing/random-history/history.ts";
import { belongsTo } from "#lib/testing/random-history/play.ts";
import type { Play } from "#lib/testing/random-history/play.ts";

type Of<D extends Command["do"]> = Extract<Command, { do: D }>;

/** Deletes live rows of main by their position. */
export async function deleteRows(play: Play, command: Of<"delete rows">): Promise<void> {
  if (command.upgrade) play.table.upgrade(3);
  const live = play.modelled.liveRows(play.table.head());
  if (live.length === 0) return;
  const chosen = new Set(command.rows.flatMap((choice) => live[choice % live.length] ?? []));
  const byFile = Map.groupBy(chosen, ({ file }) => file);
  if (play.table.state.formatVersion === 3) addVectors(play, command, byFile);
  else await addPositionDeletes(play, command, byFile);
}

async function addPositionDeletes(play: Play, command: Of<"delete rows">, byFile: Map<string, LiveRow[]>): Promise<void> {
  const groups = command.together
    ? [...Map.groupBy([...byFile.values()].flat(), ({ entry }) => `${entry.file.specId} ${tupleKey(entry.file.partition)}`).values()]
    : [...byFile.values()];
  const add: ContentFile[] = [];
  for (const rows of groups) {
    const [first] = rows;
    if (first === undefined) continue;
    const { specId, partition } = first.entry.file;
    const positions = rows.map(({ file, position }) => ({ file, position }));
    add.push(await play.modelled.positionDeleteFile(positions, { specId, partition }, command.named));
  }
  play.commit({ operation: "delete", add });
}

/** One vector per file: it always replaces the file's earlier vector, and takes position deletes over when they merge. */
function addVectors(play: Play, command: Of<"delete rows">, byFile: Map<string, LiveRow[]>): void {
  const entries = play.entries();
  const vectors = [...byFile].flatMap(([path, rows]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const considered = command.merge
      ? entries
      : entries.filter(({ file }) => file.content !== "position deletes" || isDeletionVector(file));
    const listed = entries.filter(({ file }) => file.path === path);
    const earlier = listed.flatMap((entry) => [...removedPositions(entry, considered, play.modelled.contents)]);
    return [{ dataFile: first.entry.file, positions: [...earlier, ...rows.map(({ position }) => position)] }];
  });
  const groups = command.together ? [vectors] : vectors.map((vector) => [vector]);
  const add = groups.flatMap((group) => play.modelled.vectorFiles(group));
  const files = new Set(byFile.keys());
  // Java drops a position-delete file of one path when its vector takes it over; one of several paths stays and is superseded.
  const superseded = ({ file }: LiveEntry): boolean => command.merge && command.named && files.has(file.referencedDataFile ?? "");
  const remove = (entry: LiveEntry): boolean => entry.file.content !== "data" && (belongsTo(files, entry) || superseded(entry));
  play.commit({ operation: "delete", add, remove });
}

/** Deletes a row of a file that main no longer has, or never had. */
export async function deleteElsewhere(play: Play, command: Of<"delete elsewhere">): Promise<void> {
  const live = play.dataPaths([]);
  const gone = [...play.everData.values()].filter(({ path }) => !live.has(path));
  const file = gone[command.file % Math.max(1, gone.length)];
  if (file === undefined) return;
  const { specId, partition } = file;
  const taken = play.entries().some((entry) => isDeletionVector(entry.file) && entry.file.referencedDataFile === file.path);
  if (play.table.state.formatVersion === 2) {
    const add = await play.modelled.positionDeleteFile([{ file: file.path, position: 0 }], { specId, partition }, false);
    play.commit({ operation: "delete", add: [add] });
  } else if (!taken) play.commit({ operation: "delete", add: play.modelled.vectorFiles([{ dataFile: file, positions: [0] }]) });
}
