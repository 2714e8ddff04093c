/** What came back so far, also when the rest of it failed. */
export interface Heard {
  /** HTTP; null: nothing came. */
  status: number | null;
  /** Of Retry-After, bounded; null: not said. */
  retryAfterMs: number | null;
}

/** An answer as the clients of Slack read one; its body is read already. */
interface WatchedResponse {
  ok: boolean;
  status: number;
  statusText: string;
  url: string;
  headers: Headers;
  text: () => Promise<string>;
  json: () => Promise<unknown>;
  arrayBuffer: () => Promise<ArrayBuffer>;
}

/** As Slack's clients ask. */
interface WatchedInit {
  method?: string;
  headers?: Record<string, string>;
  body?: string | FormData;
}

export interface Watched {
  fetch: (url: string | URL, init?: WatchedInit) => Promise<WatchedResponse>;
  heard: Heard;
}

/** Slack may be slow, and a message given up too soon is sent twice. */
const ANSWER_MS_MAX = 30_000;
const BODY_BYTES_MAX = 64 * 1024;
const RETRY_MS = { min: 1000, usual: 30_000, max: 3_600_000 } as const;

/**
 * One request, watched: no redirect is followed, an answer must be whole within half a minute, and of its body no more is read than any
 * channel says. `heard` tells what had come when it failed.
 */
export function watchedFetch(signal: AbortSignal, answerMsMax: number = ANSWER_MS_MAX): Watched {
  const heard: Heard = { status: null, retryAfterMs: null };
  return {
    heard,
    fetch: async (url, init = {}) => {
      const response = await fetch(url, {
        ...init,
        // A connection kept from an earlier message may be closed just now by the other side: then nobody knows what arrived.
        headers: { ...init.headers, connection: "close" },
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMsMax)]),
      });
      heard.status = response.status;
      heard.retryAfterMs = readRetryAfter(response.headers.get("retry-after"), new Date());
      const body = await readBody(response);
      return {
        ok: response.ok,
        status: response.status,
        statusText: response.statusText,
        url: response.url,
        headers: response.headers,
        text: async () => await Promise.resolve(body.toString("utf8")),
        json: async () => await Promise.resolve(JSON.parse(body.toString("utf8")) as unknown),
        arrayBuffer: async () => await Promise.resolve(new Uint8Array(body).buffer),
      };
    },
  };
}

async function readBody(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    // The loop's end closes the connection.
    if (bytes >= BODY_BYTES_MAX) break;
  }
  return Buffer.concat(pieces).subarray(0, BODY_BYTES_MAX);
}

/** Seconds or a date, from a second to an hour; what is neither is half a minute; null: nothing was said. Pure. */
function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const seconds = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Math.min(RETRY_MS.max, Math.max(RETRY_MS.min, Number.isNaN(seconds) ? RETRY_MS.usual : seconds));
}

/** For a limit that says no time. */
export const RETRY_AFTER_MS_USUAL: number = RETRY_MS.usual;
