/**
 * Every error that is thrown on purpose. `exit` is the command line's exit code: 2 the request is wrong, 3 the table cannot be read,
 * 130 the person cancelled.
 */
const ERROR_CODES = {
  usage: { exit: 2 },
  unknown_column: { exit: 2 },
  unknown_snapshot: { exit: 2 },
  wrong_key_type: { exit: 2 },
  where_invalid: { exit: 2 },
  table_not_found: { exit: 3 },
  table_unreadable: { exit: 3 },
  table_unsupported: { exit: 3 },
  extension_missing: { exit: 3 },
  out_of_memory: { exit: 3 },
  out_of_disk: { exit: 3 },
  too_slow: { exit: 3 },
  reader_crashed: { exit: 3 },
  internal: { exit: 3 },
  cancelled: { exit: 130 },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** The error class thrown on purpose. `message` is safe to show: it names the thing, the fault and the mend; everything else is in `cause`. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** The command line's exit code for this error. */
  get exitCode(): number {
    return ERROR_CODES[this.code].exit;
  }
}
