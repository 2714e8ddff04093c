import { AppError } from "#lib/errors.ts";
import type { Progress, ReaderLimits } from "#lib/iceberg/contract.ts";
import { durationLimitMessage, LIMIT_SETTINGS, residentLimitMessage } from "#lib/iceberg/reader-limits.ts";
import type { ReaderAnswer, ReaderFinding } from "#lib/iceberg/reader-protocol.ts";

/** Why the parent ended a reading; null when an answer came first. */
export type StopReason = { why: "cancelled" } | { why: "too_slow" } | { why: "memory"; residentBytes: number };

/** All that is known of a reading once it is over. */
export interface ReaderEnding {
  answer: ReaderAnswer | null;
  stopped: StopReason | null;
  /** How the process ended; nothing in it while the process lives on. */
  exit: { code: number | null; signal: string | null };
  lastProgress: Progress | null;
  /** The end of what it wrote to standard output and error. */
  output: string;
}

/**
 * What a reading came to. An answer that arrived counts, whatever befell the process afterwards; but nothing that it said after it was told
 * to stop does, for an interrupted stream of rows can look like a finished one. Throws AppError when there is no answer: the parent's
 * reason to stop, else the reader's own error, else the guess about how it died.
 */
export function settleReading(ending: ReaderEnding, limits: ReaderLimits): ReaderFinding {
  const { answer, stopped, lastProgress } = ending;
  if (stopped?.why === "cancelled") throw cancelledError();
  if (stopped?.why === "memory") throw new AppError("out_of_memory", residentLimitMessage(limits, stopped.residentBytes));
  if (stopped?.why === "too_slow") throw new AppError("too_slow", durationLimitMessage(limits, describeDoing(lastProgress)));
  if (answer !== null) {
    if (answer.type !== "failed") return answer;
    const { code, message, detail } = answer.failure;
    throw new AppError(code === "interrupted" ? "reader_crashed" : code, message, { cause: detail });
  }
  throw crashedError(ending);
}

export function cancelledError(): AppError {
  return new AppError("cancelled", "The reading was cancelled before it was done.");
}

function crashedError({ exit, lastProgress, output }: ReaderEnding): AppError {
  const options = { cause: output };
  const doing = describeDoing(lastProgress);
  if (/JavaScript heap out of memory/.test(output)) {
    return new AppError("out_of_memory", `The reader ran out of JavaScript memory while ${doing}. Read fewer rows with --where.`, options);
  }
  const how = exit.signal === null ? `ended without an answer (exit code ${exit.code})` : `was ended by ${exit.signal}`;
  const said = lastWords(output);
  const what = `The reader process ${how} while ${doing}${said === null ? "" : `: ${said}`}.`;
  return new AppError("reader_crashed", `${what} ${crashMend(said, exit.signal)}`, options);
}

function crashMend(said: string | null, signal: string | null): string {
  if (said !== null) return "Check what it names first.";
  if (signal === "SIGKILL")
    return `Most often the system or the container ran out of memory: give it more, or lower ${LIMIT_SETTINGS.memory}.`;
  return "Run it again; if it ends so again, something in this table breaks DuckDB's reader: report it with the table's metadata.";
}

/** Completes "while …": `counting keys in 3 data files`. */
function describeDoing(progress: Progress | null): string {
  const detail = progress?.detail.trim().replace(/\.$/, "") || "starting";
  return detail.charAt(0).toLowerCase() + detail.slice(1);
}

/** The likely reason in a dying process's output: C++ names the exception after `what():`, DuckDB's as JSON; Node prints `Error: …`. */
function lastWords(output: string): string | null {
  const what = /what\(\):\s*(.+)/.exec(output)?.[1]?.trim();
  const json = what === undefined ? undefined : /"exception_message":"((?:[^"\\]|\\.)*)"/.exec(what)?.[1];
  if (json !== undefined) return json.replaceAll(/\\(.)/g, "$1");
  return what ?? /^(?:\w*Error|Error \[\w+\]): (.+)$/m.exec(output)?.[1]?.trim() ?? null;
}
