import { unifyScheme } from "#lib/store-place.ts";

/**
 * `expired`: the credentials' time is over. `refused`: they do not open the file. `region`: the store lies elsewhere. `gone`: there is no such
 * file. `busy`: too many requests, or the store is ill. `unreachable`: no answer, or half of one. `lacking`: this machine has no credentials.
 */
type StoreFaultKind = "expired" | "refused" | "region" | "gone" | "busy" | "unreachable" | "lacking";

/** A store of files that did not give a file, as DuckDB's error tells it. */
export interface StoreFault {
  kind: StoreFaultKind;
  /** Completes "The manifest …": `cannot be read: its store …`, with the address. Without a full stop, without a query that a signature may stand in. */
  fault: string;
  /** Whole sentences: what is to be done about the store, where the file itself is not at fault. null: the file is. */
  mend: string | null;
}

const FAULTS: Readonly<Record<Exclude<StoreFaultKind, "gone">, readonly [fault: string, mend: string]>> = {
  expired: [
    "cannot be read: the credentials for its store have expired",
    "Bergwatch fetches new ones from a catalog for each read: let the catalog issue longer-lived ones. Renew those of a store in the configuration.",
  ],
  refused: [
    "cannot be read: its store refuses the request",
    "Check that the credentials are right and may read this place: those of the store in the configuration, or those that the catalog gives.",
  ],
  region: ["cannot be read: its store is in another region", "Name the right region for the store or the catalog in the configuration."],
  busy: [
    "cannot be read: its store does not serve it, though it was asked again",
    "The store is busy or ill; nothing is known against the table. Read it again later, or ask who runs the store.",
  ],
  unreachable: [
    "cannot be read: its store does not answer, or breaks off",
    "Check the store, its endpoint in the configuration, and the network. Nothing is known against the table.",
  ],
  lacking: [
    "cannot be read: this machine has no Azure credentials for it, neither in its environment nor by an identity or Azure's command line",
    "Provide them, or name account_key or sas_token under stores in the configuration.",
  ],
};

/** What a store said, out of the whole text of an error; null when it is about something else. Pure. */
export function storeFault(text: string): StoreFault | null {
  const heard = hear(text);
  if (heard === null) return null;
  const { kind, said } = heard;
  const place = placeOf(text);
  if (kind === "gone") return { kind, fault: `is gone: ${place ?? "the file"} does not exist`, mend: null };
  const [fault, mend] = FAULTS[kind];
  const about = [place, said].filter((part) => part !== null).join(": ");
  return { kind, fault: about === "" ? fault : `${fault} (${about})`, mend };
}

interface Heard {
  kind: StoreFaultKind;
  /** The store's own words, on one line. */
  said: string | null;
}

function hear(text: string): Heard | null {
  if (/Failed to get token from \w*Credential/i.test(text)) return { kind: "lacking", said: null };
  const azure = /failed with (?:code )?'?(\w+)'?,? Reason Phrase: '?([^'\n]*)/.exec(text);
  if (azure !== null) {
    const [, code = "", words = ""] = azure;
    return { kind: kindOfCode(code, words), said: `${code}: ${words.trim().replace(/\.$/, "")}` };
  }
  const status = Number(/\(HTTP (\d{3})\b/.exec(text)?.[1] ?? /returned HTTP (\d{3})\b/.exec(text)?.[1] ?? 0);
  if (status > 0) return ofStatus(status, text);
  // Curl's words, and those of Azure's part for the same.
  const [, why] =
    /^(?:IO Error: )?([^'\n]+?) error for HTTP [A-Z]+ to '/m.exec(text) ??
    /Original error message: '((?:Fail to get a new connection|Error while sending request|Timeout waiting)[^'\n]*)'/.exec(text) ??
    [];
  return why === undefined ? null : { kind: "unreachable", said: why.trim().replace(/\.$/, "") };
}

function ofStatus(status: number, text: string): Heard | null {
  const words = /\n\n(?!Authentication Failure|Bad Request)(\w{1,40}: [^\n]{1,200})/.exec(text)?.[1]?.trim().replace(/\.$/, "");
  const said = words === undefined ? `HTTP ${status}` : `HTTP ${status}, ${words}`;
  if (status === 404) return { kind: "gone", said };
  if (status === 429 || (status >= 500 && status !== 501)) return { kind: "busy", said };
  if (![301, 307, 400, 401, 403, 407, 419].includes(status)) return null;
  return { kind: kindOfCode(words?.split(":")[0] ?? "", words ?? ""), said };
}

/** By the code and the words of the store's error. */
function kindOfCode(code: string, words: string): StoreFaultKind {
  if (/Expired/.test(code) || /\bexpired\b|not valid in the specified time frame/i.test(words)) return "expired";
  if (/^(?:AuthorizationHeaderMalformed|PermanentRedirect|IllegalLocationConstraint)/.test(code)) return "region";
  if (/NotFound$|^NoSuch/.test(code)) return "gone";
  return /^(?:ServerBusy|InternalError|OperationTimedOut|SlowDown)/.test(code) ? "busy" : "refused";
}

function placeOf(text: string): string | null {
  const place = /\b((?:s3|gs|az|https?):\/\/[^'"?\n]+?)(?:['"?]| failed with|$)/m.exec(text)?.[1];
  return place === undefined ? null : unifyScheme(place);
}
