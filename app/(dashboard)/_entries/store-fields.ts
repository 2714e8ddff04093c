import { z } from "zod";
import { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { AwsFields, NO_AWS, readAws, writeAws } from "./catalog-fields.ts";
import { dropEmpty, restOf, textOf } from "./written.ts";

/** A store of files as its form holds it. */
export const StoreFields = z.object({
  scope: z.string(),
  endpoint: z.string(),
  pathStyle: z.enum(["", "yes", "no"]),
  region: z.string(),
  anonymous: z.boolean(),
  aws: AwsFields,
  rest: WrittenEntry,
});
export type StoreFields = z.infer<typeof StoreFields>;

export const NO_STORE: StoreFields = { scope: "", endpoint: "", pathStyle: "", region: "", anonymous: false, aws: NO_AWS, rest: {} };

const SHOWN = ["scope", "endpoint", "path_style", "region", "anonymous", "profile", "access_key_id", "secret_access_key", "session_token"];

/** The item of `stores` that the fields say. Pure. */
export function writeStore({ scope, endpoint, pathStyle, region, anonymous, aws, rest }: StoreFields): WrittenEntry {
  return dropEmpty({
    scope: scope.trim(),
    endpoint: endpoint.trim(),
    path_style: pathStyle === "" ? undefined : pathStyle === "yes",
    region: region.trim(),
    ...(anonymous ? { anonymous: true } : writeAws(aws)),
    ...rest,
  });
}

/** The fields of an item of `stores`; writeStore gives it back. Pure. */
export function readStore(written: WrittenEntry): StoreFields {
  const pathStyle = written["path_style"];
  return {
    scope: textOf(written["scope"]),
    endpoint: textOf(written["endpoint"]),
    pathStyle: typeof pathStyle === "boolean" ? (pathStyle ? "yes" : "no") : "",
    region: textOf(written["region"]),
    anonymous: written["anonymous"] === true,
    aws: readAws(written),
    rest: restOf(written, SHOWN),
  };
}
