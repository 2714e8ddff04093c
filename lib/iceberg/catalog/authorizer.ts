/** What is sent, as far as a proof of who asks depends on it. */
interface SentRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  signal: AbortSignal;
}

/** Proves to a catalog who asks. */
export interface Authorizer {
  /** Headers that go with the request. Throws AppError when there is no proof to be had. */
  prove: (request: SentRequest) => Promise<Record<string, string>>;
  /** The catalog refused the last proof; true when the next one may be another. */
  renew: () => boolean;
  /** How to mend a refusal, for a message. */
  mend: string;
}

/** A secret of the configuration, read where it lies; who reads it keeps it out of every message. */
export type ReadSecret<Place> = (place: Place) => Promise<string>;
