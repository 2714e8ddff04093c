import type { z } from "zod";
import { SecretReference } from "#lib/config/secret.ts";
import { text } from "#lib/config/scalars.ts";
import type { SecretPlace } from "#lib/contracts/secret-place.ts";
import type { AwsCredentials } from "#lib/contracts/source-settings.ts";

/** The keys that say which AWS credentials are used. */
export const AWS_KEYS = {
  access_key_id: SecretReference.optional().describe("A reference to the access key's id; needs `secret_access_key`."),
  secret_access_key: SecretReference.optional().describe("A reference to the secret access key."),
  session_token: SecretReference.optional().describe("A reference to the session token of temporary keys."),
  profile: text("The profile")
    .optional()
    .describe(
      "A profile of the AWS configuration. Without it and without keys: what the machine has (environment, default profile, web identity, container or instance role).",
    ),
};
type AwsKeys = Partial<Record<"access_key_id" | "secret_access_key" | "session_token", SecretPlace>> & { profile?: string | undefined };

/** What does not go together, at the key that it is about. */
export function refuseMixedKeys(keys: AwsKeys, context: z.core.$RefinementCtx): void {
  const issue = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
  const { access_key_id: id, secret_access_key: secret, session_token: token, profile } = keys;
  if ((id === undefined) !== (secret === undefined)) {
    const [given, lacking] = id === undefined ? ["secret_access_key", "access_key_id"] : ["access_key_id", "secret_access_key"];
    issue(given, `${given} is given without ${lacking}. Give both, or neither to use what the machine has.`);
  } else if (token !== undefined && id === undefined) {
    issue("session_token", "session_token is given without access_key_id and secret_access_key. Give all three, or none.");
  }
  if (profile !== undefined && id !== undefined) issue("profile", "profile and access_key_id are both given. Keep one.");
}

/** Pure. */
export function toAwsCredentials({ access_key_id: id, secret_access_key: secret, session_token: token, profile }: AwsKeys): AwsCredentials {
  if (id === undefined || secret === undefined) return { kind: "chain", profile: profile ?? null };
  return { kind: "keys", accessKeyId: id, secretAccessKey: secret, sessionToken: token ?? null };
}
