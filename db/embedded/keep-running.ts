import { resumeSuspended } from "#lib/suspended.ts";
import { serverProcesses, stopPostmaster, type Postmaster } from "./postmaster.ts";

const RESTARTS_IN_A_ROW_MAX = 5;
/** A server that lived so long starts the count anew. */
const HEALTHY_MS = 60_000;

/** As long as a silent program of the service is borne. */
const SUSPENDED_MS_MAX = 30_000;
const SUSPENDED_LOOK_EVERY_MS = 5000;

export interface Listeners {
  say: (sentence: string) => void;
  /** Told once, when the server is not started again: whatever needs it should end and say so. */
  onGivenUp: (sentence: string) => void;
}

/**
 * Starts a server again, by `restart`, whenever it ends unasked, up to five times in a row, and resumes its processes when a signal suspends
 * them for `suspendedMsMax` (30 s): killing them would lose more. The listeners hear of both. The server also ends with this process,
 * however that ends.
 */
export function keepRunning(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  { say, onGivenUp }: Listeners,
  suspendedMsMax = SUSPENDED_MS_MAX,
): { stop: () => Promise<void> } {
  let current = first;
  let stopping = false;
  const endNow = () => current.child.kill("SIGINT");
  process.once("exit", endNow);

  const watch = async () => {
    for (let restarts = 0; ; restarts++) {
      const startedAt = performance.now();
      await current.ended;
      if (stopping) return;
      if (performance.now() - startedAt > HEALTHY_MS) restarts = 0;
      if (restarts >= RESTARTS_IN_A_ROW_MAX) {
        onGivenUp(
          `Postgres ended ${restarts + 1} times in a row and is not started again; its log is in the data folder. Start Bergwatch again once that is mended.`,
        );
        return;
      }
      say("Postgres ended unasked; it is started again.");
      try {
        current = await restart();
        say("Postgres runs again.");
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
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
      stopping = true;
      endSuspensionWatch();
      await stopPostmaster(current);
      await watching;
      // A restart that was under way when it was told to stop.
      await stopPostmaster(current);
      process.off("exit", endNow);
    },
  };
}
