import type { ReaderChild } from "#lib/iceberg/reader-child.ts";
import type { ReaderEnding } from "#lib/iceberg/reader-ending.ts";

/** How long a reader process may serve. */
export interface WarmLimits {
  /** Readers that wait at the same time. */
  readersMax: number;
  /** A reader that waited so long is ended. */
  idleMs: number;
  /** Readings after which a reader is ended. */
  readingsMax: number;
  /** A reader whose resident memory is above this after a reading is ended. */
  residentBytesMax: number;
}

/** Half a minute bridges a busy schedule's gaps; a reader holds 100 to 200 MiB, which an idle service shall not keep. */
export const WARM_LIMITS: Omit<WarmLimits, "readersMax"> = { idleMs: 30_000, readingsMax: 100, residentBytesMax: 320 * 1024 ** 2 };

const NONE: WarmLimits = { readersMax: 0, idleMs: 0, readingsMax: 0, residentBytesMax: 0 };

/** Reader processes between two readings. */
export class WarmReaders {
  readonly #limits: WarmLimits;
  readonly #waiting = new Map<ReaderChild, NodeJS.Timeout>();

  constructor(limits: WarmLimits = NONE) {
    this.#limits = limits;
  }

  /** The reader that came back last, so that those that are not needed grow old; undefined when none waits. */
  take(): ReaderChild | undefined {
    for (let reader = this.#last(); reader; reader = this.#last()) {
      clearTimeout(this.#waiting.get(reader));
      this.#waiting.delete(reader);
      if (reader.isAlive) return reader;
    }
    return undefined;
  }

  /** Keeps a reader that rests, or ends it. Resolves when it waits or is gone. */
  async giveBack(reader: ReaderChild, residentBytes: number, { answer, stopped }: ReaderEnding): Promise<void> {
    const { readersMax, idleMs, readingsMax, residentBytesMax } = this.#limits;
    const sound = answer?.type === "found" && stopped === null && residentBytes <= residentBytesMax && reader.readings < readingsMax;
    if (!sound || this.#waiting.size >= readersMax) return await reader.end();
    const timer = setTimeout(() => {
      this.#waiting.delete(reader);
      void reader.end();
    }, idleMs);
    this.#waiting.set(reader, timer.unref());
    reader.rest(() => {
      if (this.#waiting.get(reader) !== timer) return;
      clearTimeout(timer);
      this.#waiting.delete(reader);
    });
  }

  #last(): ReaderChild | undefined {
    return [...this.#waiting.keys()].at(-1);
  }
}
