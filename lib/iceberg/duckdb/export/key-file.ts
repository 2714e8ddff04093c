import { closeSync, fstatSync, openSync, rmSync, writeFileSync } from "node:fs";
import { AppError } from "#lib/errors.ts";
import type { CauseName } from "#lib/names.ts";

/** Why a key is duplicated, as an export writes it. All but `notExplained` are null where the causes are not known, which it then says. */
export interface ExportedCause {
  cause: CauseName | null;
  provisional: boolean | null;
  /** JSON lists: the causes that it may be instead, and the evidence that would make it certain, or decide an unknown one. */
  alternatives: string | null;
  missing: string | null;
  notExplained: string | null;
}

/** A duplicated key as an export writes it. */
export interface ExportedKey {
  /** One cell a key column. */
  cells: string[];
  hash: string;
  rows: number;
  /** JSON list of texts; null without a partition column. */
  partitions: string | null;
  /** Number of distinct key bytes; null without a Kafka key column. */
  keyBytes: number | null;
  why: ExportedCause;
}

/** Columns behind the key's own. */
export const EXPORT_COLUMNS = [
  "key_hash",
  "rows",
  "partitions",
  "key_bytes",
  "cause",
  "provisional",
  "alternatives",
  "missing",
  "not_explained",
] as const;

/** Turns keys into the bytes of a format, and hands these to a KeyFile. */
export interface KeyEncoder {
  add: (key: ExportedKey) => void;
  /** Writes what is kept and what the format ends with. */
  end: () => void;
}

/**
 * A file that is written from its start, readable by its owner alone: keys are personal data. Written without waiting, for the process that
 * writes has nothing else to do; what is written is nowhere kept. Throws AppError out_of_disk with the file and the fault.
 */
export class KeyFile {
  readonly #path: string;
  readonly #descriptor: number;

  constructor(path: string) {
    this.#path = path;
    this.#descriptor = this.#orFault(() => {
      rmSync(path, { force: true });
      return openSync(path, "wx", 0o600);
    });
  }

  write(content: string | Uint8Array): void {
    this.#orFault(() => writeFileSync(this.#descriptor, content));
  }

  /** Closes the file. Out: its size in bytes. */
  close(): number {
    return this.#orFault(() => {
      const { size } = fstatSync(this.#descriptor);
      closeSync(this.#descriptor);
      return size;
    });
  }

  /** Removes the file, written to or not. */
  discard(): void {
    rmSync(this.#path, { force: true });
  }

  #orFault<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      const fault = cause instanceof Error ? cause.message : String(cause);
      throw new AppError(
        "out_of_disk",
        `The export cannot be written to ${this.#path}: ${fault}. Free the disk, or export to another folder.`,
        {
          cause,
        },
      );
    }
  }
}
