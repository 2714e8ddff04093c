import { z } from "zod";
import { AppError, CatalogFault } from "#lib/errors.ts";
import type { HttpAnswer } from "#lib/iceberg/catalog/http.ts";
import { readRetryAfter } from "#lib/iceberg/catalog/retry-after.ts";
import { hideSecrets } from "#lib/iceberg/stores/hide-secrets.ts";
import { formatAge } from "#lib/units.ts";

/** What a message needs to name what was asked. */
export interface Asked {
  /** `The catalog lake (https://catalog.example.org/api)`. */
  who: string;
  /** Completes "… does not know …": `the table shop.orders`. */
  what: string;
  /** How to mend a refusal, by the kind of proof. */
  mend: string;
  secrets: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  now: number;
  /** One table was asked for, so what is forbidden or missing is that one alone. */
  ofTable: boolean;
}

const ErrorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string().nullish(), type: z.string().nullish() })]),
  error_description: z.string().nullish(),
});
const SAID_LENGTH_MAX = 300;
const PROOF = new Set([401, 403, 407, 419]);

/**
 * What a status other than success means, as an error with a code, a sentence and the mend. A CatalogFault where it says the same of every
 * table: who asks is not known, or the catalog cannot work now.
 */
export function catalogFault({ status, headers, text }: HttpAnswer, asked: Asked): AppError {
  const { who, what, mend } = asked;
  const said = serverSaid(text, asked.secrets);
  const quoted = said === null ? "" : ` (it says: ${said})`;
  if (status === 403)
    return new AppError(
      asked.ofTable ? "table_refused" : "catalog_refused",
      `${who} does not let us read ${what}${quoted}. Give the right to read it, or ${mend}`,
    );
  if (PROOF.has(status)) {
    const why = status === 419 ? "says that the proof of who asks has expired" : "does not know who asks";
    return new CatalogFault(
      "catalog_refused",
      `${who} ${why} (status ${status}) at ${what}${quoted}. ${mend.charAt(0).toUpperCase()}${mend.slice(1)}`,
    );
  }
  if (status === 404) {
    return new AppError(
      "table_not_found",
      `${who} has no such thing as ${what}${quoted}. Check the name, the warehouse and, if nothing is found, the address.`,
    );
  }
  const retryAfterMs = readRetryAfter(headers.get("retry-after"), asked.now);
  const wait = retryAfterMs === null ? "" : `, and wants to be left alone for ${sayWait(retryAfterMs)}`;
  if (status === 429) {
    return new CatalogFault(
      "catalog_unreachable",
      `${who} is asked too often${wait} (status 429)${quoted}. Poll its tables less often, or raise its limit.`,
      { retryAfterMs },
    );
  }
  if (status >= 500)
    return new CatalogFault("catalog_unreachable", `${who} failed (status ${status}) at ${what}${wait}${quoted}. Its own log says why.`, {
      retryAfterMs,
    });
  return new AppError(
    "catalog_faulty",
    `${who} refuses the request for ${what} (status ${status})${quoted}. Check warehouse, prefix and names.`,
  );
}

/** formatAge calls the shortest times "now". */
function sayWait(waitMs: number): string {
  return waitMs < 5000 ? `${Math.ceil(waitMs / 1000)} s` : formatAge(waitMs);
}

/** The same fault as one of the whole catalog; what was cancelled is none. */
export function asCatalogFault(error: unknown): unknown {
  if (!(error instanceof AppError) || error instanceof CatalogFault || error.code === "cancelled") return error;
  return new CatalogFault(error.code, error.message, { cause: error.cause });
}

/** A success that is no JSON of the shape it should have. */
export function faultyAnswer({ text, headers }: HttpAnswer, { who, what }: Asked, fault: string | null): AppError {
  const type = headers.get("content-type") ?? "";
  if (/html/i.test(type) || /^\s*<(?:!doctype|html)/i.test(text)) {
    return new AppError(
      "catalog_faulty",
      `${who} answers the request for ${what} with a web page instead of JSON: a sign-in page, a proxy, or another path than that of the REST interface. Check the address.`,
    );
  }
  const why = fault === null ? "something other than JSON" : `JSON that is none of the Iceberg REST interface (${fault})`;
  return new AppError("catalog_faulty", `${who} answers the request for ${what} with ${why}. Check the address and the catalog's version.`);
}

/** The server's own words, short, on one line, without secrets; null when it says nothing that can be read. */
function serverSaid(text: string, secrets: ReadonlySet<string>): string | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const { data } = ErrorBody.safeParse(json);
  if (data === undefined) return null;
  const { error } = data;
  const words = typeof error === "string" ? [error, data.error_description] : [error.type, error.message];
  // Only the first line: servers put the stack behind it.
  const said = words.flatMap((part) => (part ? [part.split("\n")[0]?.trim() ?? ""] : [])).join(": ");
  const hidden = hideSecrets(said, secrets).slice(0, SAID_LENGTH_MAX).replace(/\.$/, "");
  return hidden === "" ? null : hidden;
}
