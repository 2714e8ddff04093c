/**
 * Every error that is thrown on purpose. `exit` is the command line's exit code: 2 the request is wrong, 3 the table cannot be read
 * or the service cannot work, 130 the person cancelled. `http` is the status of a route that answers with it.
 */
const ERROR_CODES = {
  usage: { exit: 2, http: 400 },
  unknown_column: { exit: 2, http: 400 },
  unknown_snapshot: { exit: 2, http: 404 },
  wrong_key_type: { exit: 2, http: 400 },
  where_invalid: { exit: 2, http: 400 },
  unknown_table: { exit: 2, http: 404 },
  unknown_run: { exit: 2, http: 404 },
  unknown_key: { exit: 2, http: 404 },
  unknown_incident: { exit: 2, http: 404 },
  unknown_request: { exit: 2, http: 404 },
  unknown_delivery: { exit: 2, http: 404 },
  unknown_catalog: { exit: 2, http: 404 },
  catalog_unreachable: { exit: 3, http: 502 },
  catalog_refused: { exit: 3, http: 502 },
  catalog_faulty: { exit: 3, http: 502 },
  table_refused: { exit: 3, http: 502 },
  table_not_found: { exit: 3, http: 502 },
  table_unreadable: { exit: 3, http: 502 },
  table_unsupported: { exit: 3, http: 502 },
  table_outside_places: { exit: 3, http: 502 },
  extension_missing: { exit: 3, http: 503 },
  out_of_memory: { exit: 3, http: 502 },
  out_of_disk: { exit: 3, http: 502 },
  too_slow: { exit: 3, http: 504 },
  too_expensive: { exit: 3, http: 422 },
  reader_crashed: { exit: 3, http: 502 },
  store_unreachable: { exit: 3, http: 503 },
  store_refused: { exit: 3, http: 503 },
  store_unsupported: { exit: 3, http: 503 },
  already_running: { exit: 3, http: 409 },
  internal: { exit: 3, http: 500 },
  cancelled: { exit: 130, http: 409 },
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

  /** The status of an HTTP answer that consists of this error. */
  get httpStatus(): number {
    return ERROR_CODES[this.code].http;
  }
}

/** What a catalog as a whole did to us: it says the same of each of its tables, so they are not to be asked for one by one. */
export class CatalogFault extends AppError {
  /** So long it wants to be left alone, at most an hour; null: it does not say. */
  readonly retryAfterMs: number | null;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; retryAfterMs?: number | null } = {}) {
    super(code, message, options);
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

/** What `looking` finds; null when it throws an AppError of this code, such as unknown_run. Throws everything else. */
export async function nullWhen<Found>(code: ErrorCode, looking: Promise<Found>): Promise<Found | null> {
  try {
    return await looking;
  } catch (error) {
    if (error instanceof AppError && error.code === code) return null;
    throw error;
  }
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CODES, text);
}
