import { registrySecrets, type RegistryAccess } from "#lib/schema-registry/registry-access.ts";

/** What a registry said; `fault` completes "The schema registry … ". */
export type RegistryAnswer = { text: string } | { missing: true } | { fault: string };

export interface AskOptions {
  /** From a request to the end of its answer. */
  timeoutMs: number;
  /** Between two tries. */
  pauseMs: number;
  /** Of one answer; left out: what a schema has at most. */
  bytesMax?: number;
  /** When it is aborted nobody wants the answer; what is answered then means nothing. */
  signal?: AbortSignal | undefined;
}

export const ASK_OPTIONS: AskOptions = { timeoutMs: 5_000, pauseMs: 300 };
const SCHEMA_BYTES_MAX = 1024 ** 2;
const TRIES = 2;

/** The answer to one GET. Tries twice where nothing came or the registry was busy; redirects are not followed, since the proof would go along. Never throws. */
export async function askRegistry(access: RegistryAccess, path: string, options: AskOptions): Promise<RegistryAnswer> {
  let answer: RegistryAnswer & { again?: true } = { fault: "was not asked." };
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, options.pauseMs));
    answer = await askOnce(access, path, options);
    if (answer.again === undefined) break;
  }
  return answer;
}

async function askOnce(
  access: RegistryAccess,
  path: string,
  { timeoutMs, bytesMax = SCHEMA_BYTES_MAX, signal: wanted }: AskOptions,
): Promise<RegistryAnswer & { again?: true }> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = wanted === undefined ? late : AbortSignal.any([late, wanted]);
  try {
    const headers = {
      accept: "application/vnd.schemaregistry.v1+json, application/json, */*",
      ...(access.authorization !== null && { authorization: access.authorization }),
    };
    const answer = await fetch(`${access.url}${path}`, { headers, redirect: "manual", signal });
    if (answer.status === 404) return await drop(answer, { missing: true });
    const fault = statusFault(answer.status, access);
    if (fault !== null) return await drop(answer, answer.status >= 500 || answer.status === 429 ? { fault, again: true } : { fault });
    const text = await readText(answer, bytesMax);
    return text === null ? { fault: `answers with more than ${bytesMax} bytes, which are not read on. Check the address.` } : { text };
  } catch (error) {
    if (signal.aborted) return { fault: `did not answer within ${timeoutMs / 1000} seconds. Check that it works and can be reached.` };
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "no connection";
    return { fault: `cannot be reached (${code}). Check the address and the network.`, again: true };
  }
}

async function drop<T>(answer: Response, said: T): Promise<T> {
  await answer.body?.cancel();
  return said;
}

function statusFault(status: number, access: RegistryAccess): string | null {
  if (status === 200) return null;
  if (status === 401 || status === 403) {
    const mend =
      registrySecrets(access).length === 0
        ? "It wants a proof of who asks: give it one (auth)."
        : "Check the user's rights, the password or the token.";
    return `refuses who asks (${status}). ${mend}`;
  }
  if (status >= 300 && status < 400) return `redirects (${status}), which is not followed. Give it that address if it is the right one.`;
  return `answers with the status ${status}. Check the address, and the registry's own log.`;
}

async function readText(answer: Response, bytesMax: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}
