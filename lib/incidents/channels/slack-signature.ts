import { createHmac, timingSafeEqual } from "node:crypto";

/** Slack's own advice: what is older may be a repeat by somebody who listened. */
const AGE_SECONDS_MAX = 300;

/** What Slack puts beside what it posts. */
export interface SlackSignature {
  /** `x-slack-request-timestamp`: seconds since 1970. */
  timestamp: string | null;
  /** `x-slack-signature`: `v0=…`. */
  signature: string | null;
}

/** Whether a body, byte for byte, was signed with this secret in the last five minutes. Compared in the same time whatever is wrong. Pure. */
export function isSignedBySlack(
  body: string,
  { timestamp, signature }: SlackSignature,
  { secret, now }: { secret: string; now: Date },
): boolean {
  if (timestamp === null || signature === null || !/^\d{1,12}$/.test(timestamp)) return false;
  const expected = createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest();
  const given = Buffer.from(/^v0=([0-9a-f]{64})$/.exec(signature)?.[1] ?? "", "hex");
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return isGenuine && Math.abs(now.getTime() / 1000 - Number(timestamp)) <= AGE_SECONDS_MAX;
}
