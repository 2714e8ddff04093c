import { readEntryWorld } from "#db/queries/entry-world.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import type { EntriesWorld } from "#lib/config/prepare-entries.ts";
import type { EnteredBounds } from "#lib/contracts/entered-bounds.ts";

/** Of a worker that was never told what may be entered. */
const NOTHING: EnteredBounds = { allowed: false, addresses: [], secrets: [], places: [] };

/** What entries are held against, with the bounds that this worker uses. */
export async function entriesWorld({ database, settings }: Pick<TaskDeps, "database" | "settings">): Promise<EntriesWorld> {
  const world = await readEntryWorld(database.db, () => NOTHING);
  return { ...world, bounds: settings().sources.bounds ?? NOTHING };
}
