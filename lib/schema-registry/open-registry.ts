import type { GivenText, RegistrySettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";

/** A registry that may be asked, in use or not yet. */
export interface OpenRegistry {
  settings: RegistrySettings;
  /** Throws AppError catalog_refused for one that was entered and passes the bounds. */
  guard: () => Promise<void>;
  /** As openRegistry. */
  open: () => Promise<RegistryAccess>;
}

/** How a registry is asked, its secret read now. Throws AppError usage where there is none, or it cannot stand in a header. */
export async function openRegistry(
  { name, kind, url, auth }: RegistrySettings,
  readSecret: (place: GivenText) => Promise<string>,
): Promise<RegistryAccess> {
  if (auth.kind === "none") return { name, kind, url, authorization: null, fault: null };
  if (auth.kind === "basic") {
    const [user, password] = [await readSecret(auth.username), await readSecret(auth.password)];
    if (user.includes(":"))
      throw new AppError(
        "usage",
        `The user of the schema registry ${name} holds a colon, which no user of this kind can. Check the reference.`,
      );
    return { name, kind, url, authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`, fault: null };
  }
  const token = await readSecret(auth.token);
  // Such as a line feed in the middle: the fetch's own message would show the token.
  if (/[^\x21-\x7E]/.test(token))
    throw new AppError(
      "usage",
      `The token of the schema registry ${name} holds a space or a line feed, which no token has. Write the token alone.`,
    );
  return { name, kind, url, authorization: `Bearer ${token}`, fault: null };
}
