import type { z } from "zod";
import type { CatalogSettings, GivenText } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import type { Authorizer, ReadSecret } from "#lib/iceberg/catalog/authorizer.ts";
import { asCatalogFault, type Asked, catalogFault, faultyAnswer } from "#lib/iceberg/catalog/catalog-faults.ts";
import type { GuardAddress } from "#lib/config/entered-guard.ts";
import { type HttpAnswer, sendHttp } from "#lib/iceberg/catalog/http.ts";
import { oauth2Authorizer } from "#lib/iceberg/catalog/oauth2.ts";
import { RecentSecrets } from "#lib/iceberg/catalog/recent-secrets.ts";
import { untilAborted } from "#lib/iceberg/catalog/until-aborted.ts";
import { parseLosslessJson } from "#lib/iceberg/plan/lossless-json.ts";

export interface RestClientOptions {
  readSecret: ReadSecret<GivenText>;
  /** Milliseconds since 1970; tests hand in their own. */
  now?: () => number;
  /** From a request to the end of its answer. */
  timeoutMs?: number;
  /** Of a catalog that was entered: asked before each request, of the token endpoint's too. */
  guard?: GuardAddress | undefined;
}

export interface GetOptions {
  /** Completes "… does not know …": `the table shop.orders`. */
  what: string;
  signal: AbortSignal;
  headers?: Record<string, string>;
  /** One table is asked for: see Asked. */
  ofTable?: boolean;
  /** Statuses that the caller understands beside success. */
  takes?: readonly number[];
}

const TIMEOUT_MS = 30_000;
const PROOF_REFUSED = new Set([401, 419]);

/** Asks one catalog over HTTP: proves who asks, tries once more when the proof was refused, and turns every other failure into an AppError. */
export class RestClient {
  readonly settings: CatalogSettings;
  /** `The catalog lake (https://catalog.example.org/api)`. */
  readonly who: string;
  /** What no message may show: see RecentSecrets. */
  readonly secrets: Set<string> = new RecentSecrets();
  readonly now: () => number;
  readonly #options: Required<Omit<RestClientOptions, "guard">> & Pick<RestClientOptions, "guard">;
  #authorizer: Promise<Authorizer> | undefined;

  constructor(settings: CatalogSettings, { readSecret, now = Date.now, timeoutMs = TIMEOUT_MS, guard }: RestClientOptions) {
    this.settings = settings;
    this.who = `The catalog ${settings.name} (${settings.uri})`;
    this.now = now;
    this.#options = { readSecret, now, timeoutMs, guard };
  }

  /** Reads the secrets, and fetches a token where one is fetched: all that a request needs to prove who asks. Throws AppError usage, catalog_*. */
  async prove(signal: AbortSignal): Promise<void> {
    const authorizer = await (this.#authorizer ??= this.#authorize());
    await untilAborted(authorizer.prove({ method: "GET", url: new URL(`${this.settings.uri}/v1/config`), headers: {}, signal }), signal);
  }

  /** The answer to a GET below `/v1/`. Throws AppError for every status but success and those that the caller takes. */
  async get(path: string, query: Record<string, string>, options: GetOptions): Promise<HttpAnswer> {
    const url = new URL(`${this.settings.uri}/v1/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const authorizer = await (this.#authorizer ??= this.#authorize());
    const headers = { accept: "application/json", ...options.headers };
    let answer = await this.#send(authorizer, url, headers, options.signal);
    if (PROOF_REFUSED.has(answer.status) && authorizer.renew()) answer = await this.#send(authorizer, url, headers, options.signal);
    if ((answer.status >= 200 && answer.status < 300) || options.takes?.includes(answer.status)) return answer;
    throw catalogFault(answer, this.#asked(options.what, authorizer, options.ofTable));
  }

  /** The JSON of an answer, its 64-bit numbers as text. Throws AppError catalog_faulty. */
  async parse<T extends z.ZodType>(answer: HttpAnswer, schema: T, what: string): Promise<z.output<T>> {
    const asked = this.#asked(what, await (this.#authorizer ??= this.#authorize()));
    let json: unknown;
    try {
      json = parseLosslessJson(answer.text);
    } catch {
      throw faultyAnswer(answer, asked, null);
    }
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    const issue = parsed.error.issues[0];
    throw faultyAnswer(answer, asked, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unknown fault"}`);
  }

  async #send(authorizer: Authorizer, url: URL, headers: Record<string, string>, signal: AbortSignal): Promise<HttpAnswer> {
    const { secrets, who } = this;
    const { timeoutMs, guard } = this.#options;
    // A token is fetched for all who wait for it, so it is not theirs to break off.
    const proof = await untilAborted(authorizer.prove({ method: "GET", url, headers, signal }), signal).catch((error: unknown) => {
      throw asCatalogFault(error);
    });
    return await sendHttp({ who, url, method: "GET", headers: { ...headers, ...proof }, signal, timeoutMs, secrets, guard });
  }

  #asked(what: string, { mend }: Authorizer, ofTable = false): Asked {
    return { who: this.who, what, mend, secrets: this.secrets, now: this.now(), ofTable };
  }

  async #authorize(): Promise<Authorizer> {
    const { settings, secrets, now } = this;
    const { auth } = settings;
    const { timeoutMs, guard } = this.#options;
    const readSecret = async (place: GivenText): Promise<string> => {
      const value = await this.#options.readSecret(place);
      if (place.from !== "text") secrets.add(value);
      return value;
    };
    if (auth.kind === "oauth2") return oauth2Authorizer({ auth, catalog: settings, readSecret, secrets, now, timeoutMs, guard });
    if (auth.kind === "sigv4") return (await import("#lib/iceberg/catalog/sigv4.ts")).sigv4Authorizer(auth, readSecret, secrets);
    if (auth.kind === "none") return NOBODY;
    let before: string | undefined;
    return {
      mend: "check the token: it may have expired, or be for another catalog.",
      prove: async () => {
        before = await readSecret(auth.token);
        // Such as a line feed in the middle: the fetch's own message would show the token.
        if (/[^\x21-\x7E]/.test(before))
          throw new AppError(
            "usage",
            `The token of the catalog ${settings.name} holds a space or a line feed, which no token has. Write the token alone.`,
          );
        return { authorization: `Bearer ${before}` };
      },
      // Whoever renews the token writes it into the same place.
      renew: () => true,
    };
  }
}

const NOBODY: Authorizer = {
  mend: "name a proof of who asks as auth in the configuration (bearer, oauth2 or sigv4).",
  prove: async () => await Promise.resolve({}),
  renew: () => false,
};
