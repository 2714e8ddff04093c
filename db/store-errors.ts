import { AppError } from "#lib/errors.ts";

/** `host:port/database` of a connection string, without user and password. */
export function describeAddress(url: string): string {
  if (!URL.canParse(url)) return "the given address";
  const { hostname, port, pathname } = new URL(url);
  return `${hostname || "localhost"}:${port || "5432"}${pathname}`;
}

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "ENOENT",
  "57P01",
  "57P02",
  "57P03",
  "53300",
]);

/** The driver has no code for these. */
const BROKEN = /^Connection terminated|not queryable$|^timeout (?:expired|exceeded)|Query read timeout/;

/** What Postgres says to a person who is not let in, by SQLSTATE. */
const REFUSED: Record<string, string> = {
  "28P01": "does not accept the password",
  "28000": "does not let this user in",
  "3D000": "has no such database",
  "25006": "only lets this user read (a standby, or default_transaction_read_only)",
  "42501": "does not give this user the rights it needs",
};

/**
 * An error of the driver in words a person can act on; what is no error of the store comes back as it is.
 * store_unreachable: nothing answered or the connection broke; trying again may help. store_refused: the server said no.
 * out_of_disk: the server's disk is full.
 */
export function asStoreError(error: unknown, url: string): unknown {
  if (error instanceof AppError) return error;
  const code = isBroken(error) ? "no answer" : codeOf(error);
  if (code === null) return error;
  const server = `Postgres at ${describeAddress(url)}`;
  if (code === "53300") {
    return new AppError("store_unreachable", `${server} has no connection left; raise max_connections or stop other clients.`, {
      cause: error,
    });
  }
  if (isBroken(error) || UNREACHABLE.has(code)) {
    return new AppError("store_unreachable", `${server} does not answer (${code}); check that it runs and that DATABASE_URL names it.`, {
      cause: error,
    });
  }
  if (code === "53100") {
    return new AppError("out_of_disk", `${server} has no disk space left; free some, and run again.`, { cause: error });
  }
  const said = REFUSED[code];
  if (said === undefined) return error;
  return new AppError("store_refused", `${server} ${said}; check DATABASE_URL.`, { cause: error });
}

/** True when the connection broke or nothing answered, so that the same statement may succeed later. */
export function isStoreUnreachable(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "store_unreachable";
  return isBroken(error) || UNREACHABLE.has(codeOf(error) ?? "");
}

function isBroken(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (BROKEN.test(at.message)) return true;
  return false;
}

/** The first code in the chain of causes: drizzle wraps the driver's error. */
export function codeOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return null;
}
