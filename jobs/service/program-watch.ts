import type { Watch } from "#jobs/service/supervise.ts";
import type { ServiceNotes } from "#lib/contracts/service-notes.ts";
import { formatUtc } from "#lib/time.ts";

type Program = "worker" | "web";

export interface ProgramWatchDeps {
  say: (sentence: string) => void;
  /** Ends the service. */
  giveUp: (sentence: string) => void;
  /** Reaches the web server, which shows it in /readyz. */
  tell: (notes: ServiceNotes) => void;
  now: () => Date;
}

/** Reacts to programs of the service that hang or exit. */
export class ProgramWatch {
  readonly #deps: ProgramWatchDeps;
  readonly #notes = new Map<Program, ServiceNotes["notes"][number]>();
  #wasReady = false;

  constructor(deps: ProgramWatchDeps) {
    this.#deps = deps;
  }

  /** All of it worked once: from now on a worker that is given up ends nothing else. */
  noteReady(): void {
    this.#wasReady = true;
  }

  of(program: Program): Watch {
    const { say, giveUp, now } = this.#deps;
    return {
      say,
      onSilent: (sentence) => this.#note(program, { sentence: `${sentence} at ${formatUtc(now())}.`, isRunning: true }),
      // Pages without a worker still show what was found; without pages nobody learns anything.
      onGivenUp: (sentence) => {
        if (program === "web" || !this.#wasReady) return giveUp(sentence);
        const todo = "It is not started again: find the cause in the log, and restart Bergwatch.";
        this.#note(program, { sentence: `${sentence.replace(/[.]?$/, ".")} ${todo}`, isRunning: false });
      },
    };
  }

  #note(program: Program, note: ServiceNotes["notes"][number]): void {
    const { say, tell } = this.#deps;
    say(note.sentence);
    this.#notes.set(program, note);
    tell({ type: "notes", notes: [...this.#notes.values()] });
  }
}
