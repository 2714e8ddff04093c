import { createHmac, timingSafeEqual } from "node:crypto";
import { startFaultyServer, type Fault } from "./faulty-server.ts";

type Json = Record<string, unknown>;

/** Older ones may be a repeat by somebody who listened. */
const AGE_SECONDS_MAX = 300;

/**
 * A program that takes signed messages as the documentation tells users to: it checks the time and the signature before it reads, and drops
 * what it took already.
 */
export async function startWebhookReceiver({ secret = "secret-of-the-receiver", port = 0 }: { secret?: string; port?: number } = {}) {
  const taken = new Map<string, Json>();
  const seen: { deliveryId: string; accepted: boolean; repeated: boolean }[] = [];
  const server = await startFaultyServer(
    ({ headers, body }) => {
      const [timestamp, signature, deliveryId] = ["timestamp", "signature", "delivery"].map((name) =>
        String(headers[`x-bergwatch-${name}`] ?? ""),
      );
      const accepted = isGenuine({ secret, timestamp: timestamp ?? "", signature: signature ?? "", body });
      const repeated = taken.has(deliveryId ?? "");
      seen.push({ deliveryId: deliveryId ?? "", accepted, repeated });
      if (!accepted) return { status: 401, body: "the signature is wrong" };
      if (!repeated) taken.set(deliveryId ?? "", JSON.parse(body) as Json);
      return { status: 200, body: "taken" };
    },
    { port },
  );
  return {
    url: `${server.url}/hook/9fSecretOfTheAddress`,
    secret,
    /** Each message once, in the order in which they came first. */
    messages: (): Json[] => [...taken.values()],
    /** Each request. */
    seen: seen as readonly { deliveryId: string; accepted: boolean; repeated: boolean }[],
    fail: (...faults: Fault[]): void => server.fail("/hook", ...faults),
    stop: server.stop,
  };
}

function isGenuine({
  secret,
  timestamp,
  signature,
  body,
}: {
  secret: string;
  timestamp: string;
  signature: string;
  body: string;
}): boolean {
  const expected = Buffer.from(`v1=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`);
  const given = Buffer.from(signature);
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= AGE_SECONDS_MAX;
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
}
