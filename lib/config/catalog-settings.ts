import { z } from "zod";
import { AWS_KEYS, refuseMixedKeys, toAwsCredentials } from "#lib/config/aws-settings.ts";
import { SecretReference } from "#lib/config/secret.ts";
import { expects, names, show, text } from "#lib/config/scalars.ts";
import type { CatalogAuth, CatalogSettings, GivenText } from "#lib/contracts/source-settings.ts";

/** An address without what may be a secret; a message about a faulty one never shows it. */
export function webAddress(what: string) {
  return text(what, 2000).superRefine((value, context) => {
    if (value.trim() === "" || value !== value.trim()) return;
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
      context.addIssue(`${what} is not a web address. Write such as https://catalog.example.org.`);
    else if (url.username !== "" || url.password !== "")
      context.addIssue(`${what} holds a user or a password. Take them out: secrets are given by reference.`);
    else if (url.search !== "" || url.hash !== "") context.addIssue(`${what} has a part behind ? or #. Take it out.`);
  });
}

const Named = text("The catalog's name", 100).superRefine((value, context) => {
  if (value.trim() !== "" && !/^[A-Za-z0-9][\w.-]*$/.test(value))
    context.addIssue(`"${show(value)}" is not a valid name of a catalog: letters, digits, -, _ and . are possible. Choose another.`);
});

const ClientId = z
  .union([SecretReference, text("The client's id", 1000)], expects("Text or a reference such as ${NAME} is expected."))
  .transform((value): GivenText => (typeof value === "string" ? { from: "text", text: value } : value))
  .describe("The client's id: the text, or a reference to it.");

/** What stands in the place of the map may be the secret itself, and is not repeated. */
const proofMap = (example: string): ReturnType<typeof expects> => expects(`A map is expected here, such as ${example}.`);

const Bearer = z.strictObject(
  { token: SecretReference.describe("A reference to the token. It is read again for each request.") },
  proofMap("token: ${NAME}"),
);

const OAuth2 = z.strictObject(
  {
    client_id: ClientId,
    client_secret: SecretReference.describe("A reference to the client's secret."),
    scope: text("The scope")
      .optional()
      .describe("The scope of the token. Default: catalog; Polaris and Snowflake need PRINCIPAL_ROLE:<role>."),
    token_endpoint: webAddress("The token endpoint")
      .optional()
      .describe("Where tokens are issued. Default: the catalog's own `/v1/oauth/tokens`."),
  },
  proofMap("client_id: ${NAME} and client_secret: ${NAME}"),
);

const SigV4 = z
  .strictObject(
    {
      service: text("The service").optional().describe("The name that requests are signed for: glue or s3tables. Default: by the address."),
      region: text("The region").optional().describe("Default: by the address."),
      ...AWS_KEYS,
    },
    proofMap("service: glue"),
  )
  .superRefine(refuseMixedKeys);

const Auth = z
  .strictObject({
    bearer: Bearer.optional().describe("A token that does not change, or that something else renews."),
    oauth2: OAuth2.optional().describe("OAuth2 client credentials: tokens are fetched and renewed."),
    sigv4: SigV4.optional().describe("AWS's signature, as Glue and S3 Tables want it."),
  })
  .superRefine((value, context) => {
    const given = Object.entries(value).filter(([, part]) => part !== undefined);
    if (given.length > 1) context.addIssue(`${given.map(([key]) => key).join(" and ")} are both given. Keep one.`);
  });

const OneCatalog = z.strictObject({
  name: Named.describe("The catalog's name in Bergwatch. Unique, ignoring case."),
  uri: webAddress("The address").describe("The address of its REST interface, up to and without `/v1`."),
  warehouse: text("The warehouse", 1000)
    .optional()
    .describe("The warehouse that the catalog is asked for: a name, an address or an account id, as the catalog wants it."),
  prefix: text("The prefix", 1000).optional().describe("The part of paths behind `/v1`, where the catalog does not say it by itself."),
  auth: z
    .union([z.literal("none"), Auth], expects("Expected the word none, or a map with one of bearer, oauth2 and sigv4."))
    .optional()
    .describe("Authentication. Default: none."),
  access_delegation: z
    .enum(["vended-credentials", "none"])
    .optional()
    .describe(
      "Whether to request credentials for the tables' files from the catalog. With `none`, `stores` opens them. Default: vended-credentials.",
    ),
  region: text("The region").optional().describe("The region of the tables' files, where the catalog does not say it."),
  places: names(text("The place", 2000), "place", "")
    .optional()
    .describe(
      "Additional locations of the tables' files, besides those that the catalog gives credentials for and `stores` open: s3://bucket/folder or a folder of this machine.",
    ),
});

/** One catalog as the file says it. */
export const CatalogEntry = OneCatalog.superRefine(refuseUnsignable);
type CatalogEntry = z.output<typeof OneCatalog>;

/** The definition of a catalog with all defaults applied; `entered`: in the settings and not in the file. Pure. */
export function toCatalogSettings(entry: CatalogEntry, { entered }: { entered: boolean }): CatalogSettings {
  return {
    name: entry.name,
    uri: entry.uri.replace(/\/+$/, "").replace(/\/v1$/, ""),
    warehouse: entry.warehouse ?? null,
    prefix: entry.prefix?.replace(/^\/+|\/+$/g, "") || null,
    auth: toAuth(entry),
    accessDelegation: entry.access_delegation ?? "vended-credentials",
    region: entry.region ?? null,
    places: entry.places ?? [],
    entered,
  };
}

function toAuth({ auth, uri }: CatalogEntry): CatalogAuth {
  if (auth === undefined || auth === "none") return { kind: "none" };
  if (auth.bearer) return { kind: "bearer", token: auth.bearer.token };
  if (auth.oauth2) {
    const { client_id: clientId, client_secret: clientSecret, scope = "catalog", token_endpoint: tokenEndpoint = null } = auth.oauth2;
    return { kind: "oauth2", clientId, clientSecret, scope, tokenEndpoint };
  }
  if (!auth.sigv4) return { kind: "none" };
  const { service, region, ...keys } = { ...signedBy(uri), ...dropUndefined(auth.sigv4) };
  return { kind: "sigv4", service: service ?? "", region: region ?? "", credentials: toAwsCredentials(keys) };
}

function refuseUnsignable({ auth, uri }: CatalogEntry, context: z.core.$RefinementCtx): void {
  if (auth === undefined || auth === "none" || auth.sigv4 === undefined) return;
  const known = signedBy(uri);
  const missing = (["service", "region"] as const).filter((key) => (auth.sigv4?.[key] ?? known[key]) === undefined);
  if (missing.length === 0) return;
  const message = `The address does not say what requests are signed for: name ${missing.join(" and ")}.`;
  context.addIssue({ code: "custom", path: ["auth", "sigv4"], message });
}

/** `https://glue.eu-central-1.amazonaws.com/iceberg` says both. */
function signedBy(uri: string): { service?: string; region?: string } {
  const [, service, region] = /^https:\/\/(glue|s3tables)(?:-fips)?\.([a-z0-9-]+)\.(?:amazonaws\.com|api\.aws)/i.exec(uri) ?? [];
  return { ...(service !== undefined && { service }), ...(region !== undefined && { region }) };
}

function dropUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
