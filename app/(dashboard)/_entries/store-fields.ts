import { z } from "zod";
import { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { type StoreKind, storeKind } from "#lib/store-place.ts";
import { AwsFields, NO_AWS, readAws, writeAws } from "./catalog-fields.ts";
import { dropEmpty, NO_SECRET, readSecret, restOf, SecretField, textOf, writeSecret } from "./written.ts";

/** What opens a store of each kind: `machine`: what the machine has by itself; `aws`: by the fields of AWS; else the key of the entry. */
export const OPENED_BY = {
  s3: ["aws", "anonymous"],
  gcs: ["access_key_id", "token", "anonymous"],
  azure: ["machine", "account_key", "sas_token", "anonymous"],
} as const satisfies Record<StoreKind, readonly string[]>;
export type OpenedBy = (typeof OPENED_BY)[StoreKind][number];
const ALL_WAYS = [...new Set(Object.values(OPENED_BY).flat())];

/** A store of files as its form holds it. */
export const StoreFields = z.object({
  scope: z.string(),
  endpoint: z.string(),
  pathStyle: z.enum(["", "yes", "no"]),
  region: z.string(),
  openedBy: z.enum(ALL_WAYS),
  aws: AwsFields,
  /** Of Google's token, Azure's key or signature. */
  secret: SecretField,
  rest: WrittenEntry,
});
export type StoreFields = z.infer<typeof StoreFields>;

export const NO_STORE: StoreFields = {
  scope: "",
  endpoint: "",
  pathStyle: "",
  region: "",
  openedBy: "aws",
  aws: NO_AWS,
  secret: NO_SECRET,
  rest: {},
};

const SECRETS = ["token", "account_key", "sas_token"] as const;
const SHOWN = [
  "scope",
  "endpoint",
  "path_style",
  "region",
  "anonymous",
  "profile",
  "access_key_id",
  "secret_access_key",
  "session_token",
  ...SECRETS,
];

/** The store that its scope names, and what opens it: a way that such a store does not have gives way to its first. Pure. */
export function waysOf({ scope, openedBy }: Pick<StoreFields, "scope" | "openedBy">): { kind: StoreKind; by: OpenedBy } {
  const kind = storeKind(scope.trim()) ?? "s3";
  const ways: readonly OpenedBy[] = OPENED_BY[kind];
  return { kind, by: ways.includes(openedBy) ? openedBy : (ways[0] ?? "anonymous") };
}

/** The item of `stores` that the fields say. Pure. */
export function writeStore(fields: StoreFields): WrittenEntry {
  const { scope, endpoint, pathStyle, region, rest } = fields;
  const isS3 = waysOf(fields).kind === "s3";
  return dropEmpty({
    scope: scope.trim(),
    endpoint: endpoint.trim(),
    path_style: pathStyle === "" || !isS3 ? undefined : pathStyle === "yes",
    region: isS3 ? region.trim() : "",
    ...writeCredentials(fields),
    ...rest,
  });
}

function writeCredentials(fields: StoreFields): WrittenEntry {
  const { aws, secret } = fields;
  const { by } = waysOf(fields);
  if (by === "anonymous") return { anonymous: true };
  if (by === "aws") return writeAws(aws);
  if (by === "access_key_id") return writeAws({ ...aws, from: "keys" });
  return by === "machine" ? {} : dropEmpty({ [by]: writeSecret(secret) });
}

/** The fields of an item of `stores`; writeStore gives it back. Pure. */
export function readStore(written: WrittenEntry): StoreFields {
  const pathStyle = written["path_style"];
  return {
    scope: textOf(written["scope"]),
    endpoint: textOf(written["endpoint"]),
    pathStyle: typeof pathStyle === "boolean" ? (pathStyle ? "yes" : "no") : "",
    region: textOf(written["region"]),
    openedBy: readWay(written),
    aws: readAws(written),
    secret: readSecret(SECRETS.map((key) => written[key]).find((value) => value !== undefined)),
    rest: restOf(written, SHOWN),
  };
}

function readWay(written: WrittenEntry): OpenedBy {
  if (written["anonymous"] === true) return "anonymous";
  const secret = SECRETS.find((key) => written[key] !== undefined);
  const { kind } = waysOf({ scope: textOf(written["scope"]), openedBy: "aws" });
  return secret ?? OPENED_BY[kind][0];
}
