import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "#lib/errors.ts";
import { resumeSuspended } from "#lib/suspended.ts";
import { serverProcesses, stopPostmaster, type Postmaster } from "./postmaster.ts";

const RESTARTS_IN_A_ROW_MAX = 5;
/** A server that lived so long starts the count anew. */
const HEALTHY_MS = 60_000;

/** As long as a silent program of the service is borne. */
const SUSPENDED_MS_MAX = 30_000;
const SUSPENDED_LOOK_EVERY_MS = 5000;

const LOOK_FOR_ROOM_EVERY_MS = 5000;

export interface Listeners {
  say: (sentence: string) => void;
  /** Told once, when the server is not started again: whatever needs it should end and say so. */
  onGivenUp: (sentence: string) => void;
}

export interface Patience {
  /** Processes of the server that a signal suspends for so long are resumed: killing them would lose more. Not given: 30 s. */
  suspendedMsMax?: number | undefined;
  /** Whether the disk has room for a start. Not given: it always has. */
  hasRoom?: () => Promise<boolean>;
  lookForRoomEveryMs?: number;
}

/**
 * Starts a server again, by `restart`, whenever it ends unasked, up to five times in a row. On a full disk it waits for room, however
 * long, and that does not count. Resumes suspended processes. The listeners hear of all three. The server also ends with this process,
 * however that ends.
 */
export function keepRunning(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  { say, onGivenUp }: Listeners,
  { suspendedMsMax = SUSPENDED_MS_MAX, hasRoom = async () => true, lookForRoomEveryMs = LOOK_FOR_ROOM_EVERY_MS }: Patience = {},
): { stop: () => Promise<void> } {
  let current = first;
  const endNow = () => current.child.kill("SIGINT");
  process.once("exit", endNow);

  const stopped = new AbortController();
  const untilRoom = async () => {
    if (await hasRoom()) return false;
    say("Postgres ended, and its disk is full. It is started again once there is room: free some space in the data folder.");
    do await sleep(lookForRoomEveryMs, undefined, { signal: stopped.signal }).catch(() => {});
    while (!stopped.signal.aborted && !(await hasRoom()));
    return true;
  };

  const watch = async () => {
    for (let restarts = 0; ; restarts++) {
      const startedAt = performance.now();
      await current.ended;
      if (stopped.signal.aborted) return;
      if ((await untilRoom()) || performance.now() - startedAt > HEALTHY_MS) restarts = 0;
      if (stopped.signal.aborted) return;
      if (restarts >= RESTARTS_IN_A_ROW_MAX) {
        onGivenUp(
          `Postgres ended ${restarts + 1} times in a row and is not started again; its log is in the data folder. Fix the cause, then start Bergwatch again.`,
        );
        return;
      }
      say("Postgres ended unasked; it is started again.");
      try {
        current = await restart();
        say("Postgres runs again.");
        // It was told to stop while this restart was under way, and nobody else knows of this server.
        if (stopped.signal.aborted) await stopPostmaster(current);
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
        // Where a quota is used up the disk itself has room.
        if (error instanceof AppError && error.code === "out_of_disk") {
          restarts = 0;
          await sleep(lookForRoomEveryMs, undefined, { signal: stopped.signal }).catch(() => {});
        }
      }
    }
  };
  const watching = watch();
  const endSuspensionWatch = resumeSuspended({
    pids: () => serverProcesses(current),
    suspendedMsMax,
    lookEveryMs: Math.min(SUSPENDED_LOOK_EVERY_MS, suspendedMsMax),
    onResumed: ({ length }) =>
      say(`Postgres was suspended for ${Math.round(suspendedMsMax / 1000)} s (${length} of its processes); it was resumed.`),
  });
  return {
    stop: async () => {
      stopped.abort();
      endSuspensionWatch();
      await stopPostmaster(current);
      await watching;
      process.off("exit", endNow);
    },
  };
}
