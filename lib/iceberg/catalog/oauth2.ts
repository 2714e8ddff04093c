import type { CatalogAuth, GivenText } from "#lib/contracts/source-settings.ts";
import { AppError, CatalogFault } from "#lib/errors.ts";
import type { Authorizer, ReadSecret } from "#lib/iceberg/catalog/authorizer.ts";
import { catalogFault, faultyAnswer } from "#lib/iceberg/catalog/catalog-faults.ts";
import type { GuardAddress } from "#lib/config/entered-guard.ts";
import { sendHttp } from "#lib/iceberg/catalog/http.ts";
import { TokenAnswer } from "#lib/iceberg/catalog/responses.ts";

/** A token is renewed so long before its end, or after nine tenths of its life where that is later. */
const AHEAD_MS = 60_000;
/** Of a token that does not say how long it lives. */
const LIFE_MS = 3_600_000;
/** A thousand tables ask at once, and whoever issues tokens may lock out a client that is refused so often. */
const FAILED_MS = 15_000;

interface OAuth2Options {
  auth: Extract<CatalogAuth, { kind: "oauth2" }>;
  catalog: { name: string; uri: string };
  readSecret: ReadSecret<GivenText>;
  /** Takes every token, so that no message shows it. */
  secrets: Set<string>;
  now: () => number;
  timeoutMs: number;
  guard?: GuardAddress | undefined;
}

/** OAuth2 client credentials (RFC 6749, 4.4): one token at a time, renewed before it ends and when the catalog refuses it. */
export function oauth2Authorizer(options: OAuth2Options): Authorizer {
  const { auth, catalog, secrets, now } = options;
  const endpoint = new URL(auth.tokenEndpoint ?? `${catalog.uri}/v1/oauth/tokens`);
  const who = `The token endpoint of the catalog ${catalog.name} (${endpoint.origin}${endpoint.pathname})`;
  const mend = "check client_id, client_secret and scope, and that the client may use the catalog.";
  let current: { token: string; untilMs: number } | null = null;
  let coming: Promise<string> | null = null;
  let failed: { error: unknown; untilMs: number } | null = null;

  const fetchToken = async (): Promise<string> => {
    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: await options.readSecret(auth.clientId),
      client_secret: await options.readSecret(auth.clientSecret),
      scope: auth.scope,
    });
    const asked = { who, what: "a token", mend, secrets, now: now(), ofTable: false };
    const answer = await sendHttp({
      who,
      url: endpoint,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
      body: body.toString(),
      // Several may wait for one token: none of them cancels it for the others.
      signal: new AbortController().signal,
      timeoutMs: options.timeoutMs,
      secrets,
      guard: options.guard,
    });
    if (answer.status === 404)
      throw new AppError("catalog_faulty", `${who} does not exist. Name the right one as auth.oauth2.token_endpoint.`);
    if (answer.status >= 400 && answer.status < 429) throw refused(catalogFault({ ...answer, status: 401 }, asked));
    if (answer.status !== 200) throw catalogFault(answer, asked);
    const parsed = TokenAnswer.safeParse(parse(answer.text));
    if (!parsed.success) throw faultyAnswer(answer, asked, parsed.error.issues[0]?.path.join(".") ?? null);
    const { access_token: token, expires_in: seconds } = parsed.data;
    secrets.add(token);
    const lifeMs = seconds == null ? LIFE_MS : seconds * 1000;
    current = { token, untilMs: now() + lifeMs - Math.min(AHEAD_MS, lifeMs / 10) };
    return token;
  };

  return {
    mend,
    prove: async () => {
      if (current === null || current.untilMs <= now()) {
        if (failed !== null && failed.untilMs > now()) throw failed.error;
        coming ??= fetchToken()
          .catch((error: unknown) => {
            const waitMs = error instanceof CatalogFault ? error.retryAfterMs : null;
            failed = { error, untilMs: now() + Math.max(FAILED_MS, waitMs ?? 0) };
            throw error;
          })
          .finally(() => (coming = null));
        return { authorization: `Bearer ${await coming}` };
      }
      secrets.add(current.token);
      return { authorization: `Bearer ${current.token}` };
    },
    renew: () => {
      current = null;
      return true;
    },
  };
}

/** The endpoint's word for a wrong secret is often status 400. */
function refused(fault: AppError): AppError {
  return new AppError("catalog_refused", fault.message.replace(" (status 401) at a token", " and gives no token"));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
