import { z } from "zod";
import { webAddress } from "#lib/config/catalog-settings.ts";
import { didYouMean } from "#lib/config/did-you-mean.ts";
import { isMap } from "#lib/config/is-map.ts";
import { expects, show, text } from "#lib/config/scalars.ts";
import { SecretReference } from "#lib/config/secret.ts";
import type { Path } from "#lib/config/yaml-document.ts";
import { type GivenText, REGISTRY_KINDS, type RegistryAuth, type RegistrySettings } from "#lib/contracts/source-settings.ts";

const Named = text("The schema registry's name", 100).superRefine((value, context) => {
  if (value.trim() !== "" && !/^[A-Za-z0-9][\w.-]*$/.test(value))
    context.addIssue(
      `"${show(value)}" is not a valid name of a schema registry: letters, digits, -, _ and . are possible. Choose another.`,
    );
});

/** What stands in the place of the map may be the secret itself, and is not repeated. */
const proofMap = (example: string): ReturnType<typeof expects> => expects(`A map is expected here, such as ${example}.`);

const Username = z
  .union([SecretReference, text("The user", 1000)], expects("Text or a reference such as ${NAME} is expected."))
  .transform((value): GivenText => (typeof value === "string" ? { from: "text", text: value } : value))
  .describe("The user, or an API key's id: the text, or a reference to it.");

const Auth = z
  .strictObject({
    basic: z
      .strictObject(
        { username: Username, password: SecretReference.describe("A reference to the password, or the API key's secret.") },
        proofMap("username: bergwatch and password: ${NAME}"),
      )
      .optional()
      .describe("User and password, or an API key."),
    bearer: z
      .strictObject(
        { token: SecretReference.describe("A reference to the token. It is read again for each run.") },
        proofMap("token: ${NAME}"),
      )
      .optional()
      .describe("A token that does not change, or that something else renews."),
  })
  .superRefine((value, context) => {
    if (value.basic !== undefined && value.bearer !== undefined) context.addIssue("basic and bearer are both given. Keep one.");
  });

/** One schema registry as the file says it. */
export const RegistryEntry = z.strictObject({
  name: Named.describe("The registry's name in Bergwatch. Unique, ignoring case."),
  kind: z
    .enum(REGISTRY_KINDS)
    .optional()
    .describe(
      "`confluent`: that interface, which Karapace, Redpanda and Apicurio (below `/apis/ccompat/v7`) have too. `apicurio`: Apicurio's own. Default: confluent.",
    ),
  url: webAddress("The address").describe("Its address: of Apicurio's own interface up to and without `/apis`."),
  auth: z
    .union([z.literal("none"), Auth], expects("Expected the word none, or a map with one of basic and bearer."))
    .optional()
    .describe("Authentication. Default: none."),
});
type RegistryEntry = z.output<typeof RegistryEntry>;

/** The definition of a registry with all defaults applied; `entered`: in the settings and not in the file. Pure. */
export function toRegistrySettings({ name, kind, url, auth }: RegistryEntry, { entered }: { entered: boolean }): RegistrySettings {
  return { name, kind: kind ?? "confluent", url: url.replace(/\/+$/, ""), auth: toAuth(auth), entered };
}

function toAuth(auth: RegistryEntry["auth"]): RegistryAuth {
  if (auth === undefined || auth === "none") return { kind: "none" };
  if (auth.basic) return { kind: "basic", ...auth.basic };
  return auth.bearer ? { kind: "bearer", ...auth.bearer } : { kind: "none" };
}

/** Names of the registries that a file lists, right or not. Pure. */
export function registryNames(registries: unknown): string[] {
  if (!Array.isArray(registries)) return [];
  return registries.flatMap((one: unknown) => (isMap(one) && typeof one["name"] === "string" ? [one["name"]] : []));
}

/** Two registries of one name. */
export function registryFaults(registries: unknown): { path: Path; message: string }[] {
  if (!Array.isArray(registries)) return [];
  const names = registries.map((one: unknown) => (isMap(one) && typeof one["name"] === "string" ? one["name"] : null));
  return names.flatMap((name, index) => {
    if (name === null || names.findIndex((other) => other?.toLowerCase() === name.toLowerCase()) === index) return [];
    return [
      {
        path: ["schema_registries", index, "name"],
        message: `Another schema registry is called "${show(name)}" already. Give each a name of its own.`,
      },
    ];
  });
}

/** What is said of a table of the file that names a registry which the file has not. */
export function missingRegistry(name: string, known: readonly string[]): string {
  const have = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
  return `The configuration file has no schema registry "${show(name)}": ${have}.${didYouMean(name, known)} Add it to schema_registries.`;
}
