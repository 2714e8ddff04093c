import { z } from "zod";
import { AppError } from "#lib/errors.ts";
import { storeFault } from "#lib/iceberg/stores/store-faults.ts";
import { unifyScheme } from "#lib/store-place.ts";

const NOT_TEXT = /not valid UTF-?8|invalid string encoding/i;

/** DuckDB's errors hold the statement's text below a blank line; the first paragraph is the fault. A row of another shape says which field. */
function firstParagraph(error: unknown): string {
  if (error instanceof z.ZodError) {
    const issue = error.issues[0];
    return `its field ${issue?.path.join(".") ?? ""} does not fit (${issue?.message ?? "unknown fault"})`;
  }
  const message = error instanceof Error ? error.message : String(error);
  return (message.split("\n\n")[0] ?? message).replaceAll("\n", " ").trim();
}

/** True when the error is about what the run may use, not about the table: the reader's parent names the setting to raise. */
function isResourceError(text: string): boolean {
  return /out of memory|could not allocate|array buffer allocation|typed array length|no space left|max_temp_directory_size|interrupt|cancel/i.test(
    text,
  );
}

/** Faults that no backup mends, by the words of DuckDB and our own; each with what does. */
const SOUND_FILES: { words: RegExp; code: "table_unsupported" | "table_unreadable"; mend: string }[] = [
  { words: /encrypt/i, code: "table_unsupported", mend: "Bergwatch reads no encrypted tables: ask an engine that has their keys." },
  {
    words: /compression codec|is compressed with/i,
    code: "table_unsupported",
    mend: "Set the table's codec to one that is read, such as zstd, and rewrite its files (rewrite_data_files, rewrite_position_delete_files).",
  },
  {
    words: NOT_TEXT,
    code: "table_unreadable",
    mend: "The file is whole: correct the rows where they come from, or declare the column as binary.",
  },
  { words: /permission denied/i, code: "table_unreadable", mend: "Let the user that Bergwatch runs as read the file." },
  {
    words: /^not implemented error|\bunsupported\b|\bnot supported\b/i,
    code: "table_unsupported",
    mend: "Rewrite the table's files without it, or read the table with another engine.",
  },
];

/** True for text in a data file that is not UTF-8: DuckDB then gives no row of its column. */
export function isInvalidText(cause: unknown): boolean {
  return cause instanceof Error && NOT_TEXT.test(cause.message);
}

/** Values of rows are people's data, and no part of a message. */
function withoutValue(fault: string): string {
  return fault.replace(/: value ".*" is not valid UTF-?8!?/i, ": a text in it is not valid UTF-8");
}

/**
 * The error of a statement that read one file, or files of one kind, as a table fault: which file, what DuckDB says, what to do.
 * Errors of memory, disk and interruption, and errors thrown on purpose, pass unchanged.
 */
export function readError(what: string, mend: string, cause: unknown): unknown {
  if (cause instanceof AppError) return cause;
  const fault = firstParagraph(cause);
  if (isResourceError(fault)) return cause;
  const store = storeFault(cause instanceof Error ? cause.message : fault);
  if (store !== null) return new AppError("table_unreadable", `${what} ${store.fault}. ${store.mend ?? mend}`, { cause });
  const said = /No files found that match the pattern "(.*?)"/.exec(fault);
  if (said) return new AppError("table_unreadable", `${what} is gone: ${unifyScheme(said[1] ?? "")} does not exist. ${mend}`, { cause });
  const sound = SOUND_FILES.find(({ words }) => words.test(fault));
  if (sound) return new AppError(sound.code, `${what} cannot be read: ${withoutValue(fault)}. ${sound.mend}`);
  return new AppError("table_unreadable", `${what} cannot be read: ${fault}. ${mend}${otherContent(`${what} ${fault}`)}`, { cause });
}

/** A file of a store that is of another kind altogether may be no file. */
function otherContent(text: string): string {
  if (!/magic (?:bytes|number)/i.test(text) || !/\b(?:s3|gs|abfss|az):\/\//.test(text)) return "";
  return " If every file of the table is so, a sign-in page or a proxy answers for its store.";
}
