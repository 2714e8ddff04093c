import type { RegistryKind } from "#lib/contracts/source-settings.ts";

/** How a schema registry is asked in one reading, with the secret itself: crosses to the reader process and goes nowhere else. */
export interface RegistryAccess {
  name: string;
  kind: RegistryKind;
  /** Without a slash at its end. */
  url: string;
  /** The header's value; null: nobody has to prove who asks. */
  authorization: string | null;
  /** Why it cannot be asked, in a sentence: the reading goes on without it. */
  fault: string | null;
}

/** Every value of an access that no message may show. */
export function registrySecrets({ authorization }: Pick<RegistryAccess, "authorization">): string[] {
  if (authorization === null) return [];
  const [scheme, value = ""] = authorization.split(" ");
  if (scheme !== "Basic") return [value];
  const plain = Buffer.from(value, "base64").toString();
  return [value, plain.slice(plain.indexOf(":") + 1)];
}
